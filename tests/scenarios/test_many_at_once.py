"""Many at once, in several work trees of one repository, some killed at any moment: nothing that was kept is lost.

In the normal run commands and hooks are forks of a process that has imported all of it; with `LEGENDARY_TEST_FULL=1`
each is an interpreter of its own.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from legendary_git.domain.memory import Memory
from legendary_git.git.hook_files import install
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.rebuild import rebuild
from legendary_git.usecases.workspace import open_workspace
from tests.history import History
from tests.project import Project
from tests.scenarios.answers import read
from tests.scenarios.crowd import Report, Worker, read_reports, work_at_once
from tests.scenarios.ground import open_repository
from tests.scenarios.oracle import empty_workspace
from tests.scenarios.warm import warm_python

# Read here, because the sealed environment of a test no longer has it.
_FULL = os.environ.get("LEGENDARY_TEST_FULL") == "1"
_PROCESSES, _OPERATIONS, _TREES = 8, 50, 4
_KILLING_CLIENT = """\
#!/bin/sh
case $(($$ % 5)) in 0) exec timeout -s KILL "0.$(($$ / 5 % 9 + 1))" {python} "$@" ;; *) exec {python} "$@" ;; esac
"""


@pytest.fixture
def python(tmp_path: Path, clock: None) -> Iterator[Path]:
    """What hooks hand over to; every now and then it is killed."""
    if _FULL:
        client = tmp_path / "python"
        client.write_text(_KILLING_CLIENT.format(python=shlex.quote(sys.executable)))
        client.chmod(0o755)
        yield client
    else:
        with warm_python(tmp_path / "warm", kills=True) as client:
            yield client


@pytest.fixture
def trees(tmp_path: Path, python: Path) -> list[Project]:
    """One repository with our hooks, and further work trees on branches of their own."""
    first = Project.start(tmp_path / "tree0")
    first.commit("Start", {"README": "A crowd.\n"})
    first.must("init")
    with closing(open_workspace(first.root).index):
        install(open_workspace(first.root).repo, python)
    first.commit("Start to remember")
    for number in range(1, _TREES):
        first.git("worktree", "add", "-q", "-b", f"b{number}", str(tmp_path / f"tree{number}"))
    return [Project(tmp_path / f"tree{number}", 5) for number in range(_TREES)]


def test_nothing_that_was_kept_is_lost(trees: list[Project], tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    workers = [
        Worker(number, trees[number % _TREES].root, scratch, starts_python=_FULL) for number in range(_PROCESSES)
    ]
    assert work_at_once(workers, _OPERATIONS) == _PROCESSES
    reports = read_reports(scratch)
    assert [line for report in reports for line in report.wrong] == []
    assert [report.done for report in reports] == [_OPERATIONS] * _PROCESSES
    assert sum(report.killed for report in reports) > 0
    for number, tree in enumerate(trees):
        check_records(tree, reports[number::_TREES])
        check_index(tree)
        check_leftovers(tree)
    assert trees[0].git("fsck", "--no-dangling", "--no-progress") == ""
    check_shared(trees[0])


def check_records(tree: Project, reports: list[Report]) -> None:
    """Each memory whose command answered is there, whole, in HEAD if it was committed; nothing else is new."""
    loaded = load_memories(empty_workspace(open_repository(tree.root)))
    assert loaded.invalid == ()
    found: dict[str, Memory] = {memory.id: memory for memory in loaded.valid}
    kept = {id_: text for report in reports for id_, text in report.kept.items()}
    assert {id_: found[id_].title for id_ in kept if id_ in found} == kept
    listed = tree.git("ls-tree", "-r", "--name-only", "HEAD").split()
    committed = [id_ for report in reports for id_ in report.committed]
    assert {found[id_].path for id_ in committed} <= set(listed)
    # A command that was killed may have written its memory without saying so; that is a whole one too.
    left = {f"?? {memory.path}" for memory in loaded.valid if memory.path not in listed}
    assert set(tree.status) == left


def check_index(tree: Project) -> None:
    """What it answers, and the rows of it that say what is so, are those of one that is made anew.

    Verdicts and origins of earlier commits need not be there: a hook that was killed, or waited for the lock for too
    long, has kept none. Those that are there are right.
    """
    kept = read(tree.root)
    workspace = open_workspace(tree.root)
    with closing(workspace.index) as index:
        before = index.dump()
        rebuild(workspace)
        after = index.dump()
    assert read(tree.root) == kept
    for table in ("memory_files", "states"):
        assert after[table] == before[table]
    for table in ("verdicts", "origins"):
        known, anew = by_key(before[table]), by_key(after[table])
        both = known.keys() & anew.keys()
        assert {key: known[key] for key in both} == {key: anew[key] for key in both}
        assert both or not anew, "nothing was compared"


def by_key(rows: Sequence[tuple[object, ...]]) -> dict[tuple[object, ...], tuple[object, ...]]:
    """Rows of a table whose first two columns are its key."""
    return {row[:2]: row[2:] for row in rows}


def check_leftovers(tree: Project) -> None:
    """What somebody left who was killed is taken away by the next who writes there."""
    tree.must("remember", "The last word")
    tree.commit("All of it", {"src/last.py": "last = 1\n"})
    repo = open_repository(tree.root)
    memories = tree.root / ".legendary/memories"
    assert [path.name for path in memories.iterdir() if not path.name.endswith(".md")] == []
    assert [path.name for path in memories.iterdir() if path.name.startswith(".")] == []
    found = {path.name for path in repo.state_dir.iterdir()}
    assert found == {"index.db", "watch"}, "a log, or what was being written"
    assert tree.status == []


def check_shared(tree: History) -> None:
    """No lock is left, and what was being put into the object database is known to git as something to throw away."""
    common = tree.root / ".git"
    assert [str(path) for path in common.rglob("*.lock")] == []
    tree.git("gc", "-q", "--prune=now")
    assert [path.name for path in (common / "objects").rglob("tmp_*")] == []
