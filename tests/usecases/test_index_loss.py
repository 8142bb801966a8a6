"""The index is never needed for a right answer: missing, junk, of another version, taken away, or merely old."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from legendary_git.usecases.list import list_memories
from legendary_git.usecases.own_index import open_index
from legendary_git.usecases.recall import recall
from legendary_git.usecases.workspace import open_workspace
from tests.project import COMMAND, PAY, Answer, Project, Shop

QUESTIONS = (
    ("list", "--json"),
    ("stale",),
    ("brief",),
    ("recall", "cents march"),
    ("why", "src/pay.py"),
    ("check", "--json"),
    ("show", "mem-", "--json"),
    ("stale", "--at", "HEAD~1"),
)


def execute(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def remove(path: Path) -> None:
    path.unlink()


def fill_with_junk(path: Path) -> None:
    path.write_bytes(b"this is no database" * 500)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def make_older(path: Path) -> None:
    execute(path, "PRAGMA user_version = 0")


def make_newer(path: Path) -> None:
    execute(path, "PRAGMA user_version = 99")


def take_a_table(path: Path) -> None:
    execute(path, "DROP TABLE memory_files")


def make_another_tools(path: Path) -> None:
    path.unlink()
    execute(path, "CREATE TABLE bookmarks (url TEXT)")


def overwrite_the_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:12288] = b"\xff" * 8192
    path.write_bytes(bytes(data))


def put_a_folder_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILS: tuple[Callable[[Path], None], ...] = (
    *(remove, fill_with_junk, empty, cut_short, make_older, make_newer, take_a_table, make_another_tools),
    *(overwrite_the_middle, put_a_folder_there),
)


_LIVED: list[Shop] = []


@pytest.fixture
def lived(shop: Shop, made: Path, tmp_path: Path) -> Shop:
    """A shop with a stale, a fresh, an orphaned and an uncommitted memory, whose index is warm."""
    if not _LIVED:
        first = shop.copy(made / "lived")
        first.remember("Refunds", "src/pay.py::refund")
        first.commit("Remember refunds")
        first.change()
        first.commit("Drop refunds", {"src/pay.py": (first.root / "src/pay.py").read_text().partition("def refund")[0]})
        first.remember("Readme", "README")
        _LIVED.append(first)
    found = _LIVED[0].copy(tmp_path / "lived")
    answers(found)
    return found


def answers(project: Project) -> list[Answer]:
    return [project.memory(*words) for words in QUESTIONS]


def told(found: list[Answer]) -> list[tuple[int, str]]:
    return [(answer.code, answer.out) for answer in found]


@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
def test_spoilt_index_changes_no_answer(lived: Shop, spoil: Callable[[Path], None]) -> None:
    before = answers(lived)
    assert not any(answer.err for answer in before[:-2])
    spoil(lived.index_path)
    after = answers(lived)
    assert told(after) == told(before)
    said = [line for answer in after for line in answer.err.splitlines() if line.startswith("warning: ")]
    is_never_there = spoil is put_a_folder_there
    assert all(line.startswith("warning: the index ") for line in said)
    assert len(said) == (len(QUESTIONS) - 1 if is_never_there else spoil not in (remove, empty))
    assert lived.index_path.is_file() != is_never_there


@pytest.mark.parametrize(
    "spoil", [remove, fill_with_junk, make_newer, put_a_folder_there], ids=lambda one: one.__name__
)
def test_spoilt_index_keeps_no_hook_from_its_work(lived: Shop, spoil: Callable[[Path], None]) -> None:
    spoil(lived.index_path)
    said = lived.commit_told("Change", {"src/store.py": "x = 1\n"})
    assert "Traceback" not in said
    assert said.count("\n") <= 1
    assert lived.verdicts()[lived.locked] == "orphaned"
    assert lived.status == []


def test_index_deleted_while_it_is_in_use_changes_no_answer(lived: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(lived.root)
    ws = open_workspace()
    before = list_memories(ws)
    lived.index_path.unlink()
    lived.write({"src/store.py": "x = 1\n"})
    after = list_memories(ws)
    states = {judged.memory.id: judged.state.value for judged in after.memories}
    assert len(before.memories) == len(after.memories) == 4
    assert states[lived.locked] == "orphaned"
    assert [judged.memory.id for judged, _ in recall(ws, "march cents").found] == [lived.cents]


@pytest.mark.parametrize("spoil", [remove, fill_with_junk], ids=lambda spoil: spoil.__name__)
def test_processes_that_begin_an_index_at_once_all_answer(lived: Shop, spoil: Callable[[Path], None]) -> None:
    expected = lived.must("list", "--json").out.encode()
    spoil(lived.index_path)
    children = [
        subprocess.Popen(
            [*COMMAND, "list", "--json"], cwd=lived.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        for _ in range(6)
    ]
    assert [child.communicate()[0] for child in children] == [expected] * 6
    assert [child.returncode for child in children] == [0] * 6


def test_index_copied_with_its_repository_is_not_trusted(lived: Shop, tmp_path: Path) -> None:
    copy = lived.copy(tmp_path / "copy")
    copy.index_path.write_bytes(lived.index_path.read_bytes())
    first = copy.memory("list")
    assert first.err == "warning: the index was made for another folder; it has been rebuilt\n"
    assert first.out == lived.memory("list").out
    assert told(answers(copy)) == told(answers(lived))


def test_index_of_a_linked_worktree_is_its_own(lived: Shop, tmp_path: Path) -> None:
    lived.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"), "HEAD~2")
    linked = Project(tmp_path / "linked", lived.commits)
    assert set(linked.verdicts().values()) == {"fresh"}
    assert lived.verdicts()[lived.cents] == "stale"
    assert linked.index_path.is_file()


def test_index_is_not_made_where_there_is_no_folder_for_it(clock: None, tmp_path: Path) -> None:
    project = Project.start(tmp_path / "plain")
    project.commit("first", {"a.py": "a = 1\n"})
    for words in (("list",), ("check",), ("brief",), ("doctor",), ("rebuild",)):
        project.memory(*words)
    assert {path.name for path in project.root.iterdir()} == {"a.py", ".git"}


def test_grown_index_knows_what_a_rebuilt_one_does(lived: Shop) -> None:
    lived.commit("Remember the readme")
    lived.change("Put it back", PAY)
    lived.must("list")
    with open_index(lived.root, lived.own_git_dir) as index:
        grown = index.dump()
    lived.index_path.unlink()
    lived.must("list")
    with open_index(lived.root, lived.own_git_dir) as index:
        rebuilt = index.dump()
    for table in ("states", "memory_files"):
        assert grown[table] == rebuilt[table]
        assert len(grown[table]) == 4
    assert set(rebuilt["verdicts"]) <= set(grown["verdicts"])
