"""An index that came with a commit is nobody's: no verdict comes from it, and `check` leaves it as it is."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from legendary_git.store.index import INDEX
from legendary_git.store.places import LONGEST
from legendary_git.store.quick_look import Behind, QuickLook
from legendary_git.usecases.own_index import open_index
from tests.agents.agent import Agent
from tests.project import PAY, Shop

GONE = PAY[PAY.index("def refund") :]
LIE = "update verdicts set reason = 'unchanged', first = 1, last = 5"


@pytest.fixture
def foreign(shop: Shop) -> Shop:
    """A clone of a shop without `charge`, at the place of the first one, whose committed index calls it unchanged."""
    shop.change("Drop", GONE)
    assert shop.memory("check").code == 1
    with closing(sqlite3.connect(shop.index_path)) as index:
        assert index.execute(LIE).rowcount > 0
        index.commit()
    assert shop.memory("check").code == 0  # as long as it is the clone's own: it would have to be written here
    shop.git("add", "-f", INDEX)
    shop.git("commit", "-q", "-m", "Add the index")
    origin = shop.root.with_name("origin")
    shop.root.rename(origin)
    replace(shop, root=origin).git("clone", "-q", str(origin), str(shop.root))
    return shop


@pytest.mark.parametrize("words", [(), ("--base", "HEAD~2"), ("--worktree",), ("--at", "HEAD"), ("--jobs", "2")])
def test_check_asks_no_committed_index_and_leaves_it(foreign: Shop, words: tuple[str, ...]) -> None:
    before = foreign.index_path.read_bytes()
    answer = foreign.memory("check", *words)
    assert (answer.code, " LG001 " in answer.out) == (1, True)
    assert (foreign.status, foreign.index_path.read_bytes() == before) == ([], True)


def test_reads_leave_a_committed_index_as_it_is(foreign: Shop) -> None:
    before = foreign.index_path.read_bytes()
    answer = foreign.must("list", "--json")
    assert {one["id"]: one["verdict"] for one in answer.json["memories"]}[foreign.cents] == "orphaned"
    assert foreign.must("list").err == ""
    assert "[orphaned" in Agent(foreign.root).read("src/pay.py")
    assert (foreign.status, foreign.index_path.read_bytes() == before) == ([], True)


def test_agent_is_told_nothing_from_a_committed_index(foreign: Shop) -> None:
    assert "[orphaned" in Agent(foreign.root).read("src/pay.py")


def test_doctor_tells_how_to_take_the_index_out(foreign: Shop) -> None:
    answer = foreign.memory("doctor")
    cure = f"{INDEX} is tracked by git; it belongs to one clone\n  cure: git rm --cached {INDEX}"
    assert cure in answer.out, answer
    foreign.git("rm", "-q", "--cached", INDEX)
    assert "tracked by git" not in foreign.memory("doctor").out


def test_index_is_kept_by_its_own_clone_and_its_work_trees(shop: Shop, tmp_path: Path) -> None:
    other = replace(shop, root=tmp_path / "other")
    shop.git("worktree", "add", "-q", str(other.root))
    for one in (shop, other):
        one.must("list")
        before = one.index_path.read_bytes()
        assert one.must("list").err == ""
        assert one.index_path.read_bytes() == before
    keys = {path.read_text() for path in shop.root.glob(".git/**/legendary/index-key")}
    assert len(keys) == 2


def test_index_without_the_word_of_its_clone_is_made_anew_once(shop: Shop) -> None:
    shop.must("list")
    (shop.root / ".git/legendary/index-key").unlink()
    assert "made in another clone; it has been rebuilt" in shop.must("list").err
    assert shop.must("list").err == ""


def test_index_is_not_asked_where_the_word_cannot_be_kept(foreign: Shop) -> None:
    state = foreign.root / ".git" / "legendary"
    shutil.rmtree(state, ignore_errors=True)
    state.write_text("in the way\n")  # stops the superuser as well
    answer = foreign.must("list", "--json")
    assert {one["id"]: one["verdict"] for one in answer.json["memories"]}[foreign.cents] == "orphaned"
    assert answer.err == ""
    assert "[orphaned" in Agent(foreign.root).read("src/pay.py")
    assert foreign.status == []


def test_index_of_a_work_tree_whose_git_dir_is_named(shop: Shop, tmp_path: Path) -> None:
    (shop.root / ".git").rename(tmp_path / "apart.git")
    env = {"GIT_DIR": str(tmp_path / "apart.git"), "GIT_WORK_TREE": str(shop.root)}
    for _ in range(2):
        before = shop.index_path.read_bytes()
        assert shop.process("list", env=env).err == ""
    assert shop.index_path.read_bytes() == before
    (tmp_path / "apart.git/legendary/index-key").unlink()
    assert "made in another clone" in shop.process("list", env=env).err


def test_index_of_a_submodule(shop: Shop, tmp_path: Path) -> None:
    outer = replace(shop, root=tmp_path / "outer")
    outer.root.mkdir()
    outer.git("init", "-q")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(shop.root), "inner")
    inner = replace(shop, root=outer.root / "inner")
    inner.must("list")
    assert (outer.root / ".git/modules/inner/legendary/index-key").is_file()
    assert Agent(inner.root).read("src/pay.py") != ""
    assert inner.must("list").err == ""


def forge_log(index: Path, scratch: Path) -> bytes:
    """A write-ahead log that SQLite would play into an index, with lies in it."""
    copy = scratch / "copy.db"
    shutil.copyfile(index, copy)
    with closing(sqlite3.connect(copy)) as forged:
        forged.execute("pragma journal_mode = wal")
        forged.execute("pragma wal_autocheckpoint = 0")
        forged.execute(LIE)
        forged.commit()
        return copy.with_name("copy.db-wal").read_bytes()


def forge_journal(index: Path, scratch: Path) -> bytes:
    """A rollback journal that would put lies back into an index (sqlite.org/fileformat2.html, section 3)."""
    copy = scratch / "copy.db"
    shutil.copyfile(index, copy)
    with closing(sqlite3.connect(copy)) as forged:
        (size,) = forged.execute("pragma page_size").fetchone()
        forged.execute(LIE)
        forged.commit()
    data, nonce = copy.read_bytes(), 1
    pages = [data[at : at + size] for at in range(0, len(data), size)]
    head = bytes.fromhex("d9d505f920a163d7") + struct.pack(">5I", len(pages), nonce, len(pages), 512, size)
    sums = (nonce + sum(page[at] for at in range(size - 200, 0, -200)) for page in pages)
    rows = (
        struct.pack(">I", n) + page + struct.pack(">I", s)
        for n, (page, s) in enumerate(zip(pages, sums, strict=True), 1)
    )
    return head.ljust(512, b"\0") + b"".join(rows)


@pytest.mark.parametrize(("ending", "forge"), [("wal", forge_log), ("journal", forge_journal)])
def test_what_a_commit_puts_beside_the_index_is_not_played_into_it(
    shop: Shop, tmp_path: Path, ending: str, forge: Callable[[Path, Path], bytes]
) -> None:
    shop.change("Drop", GONE)
    assert shop.memory("check").code == 1
    beside = shop.index_path.with_name(f"index.db-{ending}")
    beside.write_bytes(forge(shop.index_path, tmp_path))
    shop.git("add", "-f", str(beside))
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "Add it")
    assert "[orphaned" in Agent(shop.root).read("src/pay.py")
    assert shop.verdicts()[shop.cents] == "orphaned"
    for words in ((), ("--base", "HEAD~2"), ("--worktree",), ("--jobs", "2")):
        answer = shop.memory("check", *words)
        assert (answer.code, " LG001 " in answer.out) == (1, True), words
    assert shop.status == []
    assert f"cure: git rm -f .legendary/index.db-{ending}\n" in shop.memory("doctor").out
    shop.git("rm", "-q", "--cached", str(beside))
    assert shop.memory("check").code == 1
    beside.unlink()
    assert shop.memory("check").code == 1


def test_journal_that_was_committed_once_is_not_played_into_the_index(shop: Shop, tmp_path: Path) -> None:
    shop.change("Drop", GONE)
    assert shop.memory("check").code == 1
    beside = shop.index_path.with_name("index.db-journal")
    beside.write_bytes(forge_journal(shop.index_path, tmp_path))
    shop.git("add", "-f", str(beside))
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "Add it")
    shop.git("reset", "-q", "HEAD~1")
    assert beside.exists()
    assert shop.memory("check", "--worktree").code == 1
    beside.unlink()
    assert shop.memory("check").code == 1


def test_journal_that_is_being_written_is_believed(shop: Shop) -> None:
    shop.must("list")
    with closing(sqlite3.connect(shop.index_path)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT OR REPLACE INTO meta VALUES ('x', 'y')")
        writer.execute("PRAGMA cache_spill = 1")
        shop.index_path.with_name("index.db-journal").touch()
        with open_index(shop.root, shop.root / ".git" / "legendary") as index:
            assert not index.is_in_memory
        writer.rollback()


ENDLESS = (
    "with recursive r(x) as (select 1 union all select x + 1 from r) select x as key, x as value from r where x < 0"
)


@pytest.mark.parametrize(
    "meta",
    [
        f"create view meta as {ENDLESS}",
        "create table meta (key text primary key, value as (printf('%.*c', 900000000, 'x'))) without rowid",
        "create table meta (key text primary key, value)",
    ],
    ids=["endless view", "computed column", "other table"],
)
def test_index_that_would_never_answer_is_asked_nothing(foreign: Shop, meta: str) -> None:
    with closing(sqlite3.connect(foreign.index_path)) as index:
        index.execute("drop table meta")
        index.execute(meta)
        if "printf" in meta:
            index.execute("insert into meta (key) values ('key')")
        index.commit()
    with pytest.raises(Behind):
        QuickLook(str(foreign.root), "word")
    assert "[orphaned" in Agent(foreign.root).read("src/pay.py")
    assert foreign.memory("check").code == 1
    foreign.must("list")
    assert foreign.must("list").err == ""


def test_value_that_is_huge_is_not_read(foreign: Shop) -> None:
    with closing(sqlite3.connect(foreign.index_path)) as index:
        index.execute("update meta set value = zeroblob(?) where key = 'tool'", (LONGEST[1] + 1,))
        index.commit()
    with pytest.raises(Behind):
        QuickLook(str(foreign.root), "word")
    assert "[orphaned" in Agent(foreign.root).read("src/pay.py")
    foreign.must("list")
    assert foreign.must("list").err == ""
