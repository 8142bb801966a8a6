"""Nothing that comes with a commit is taken for the index: it is in the git directory, of each work tree its own."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.agents.agent import Agent
from tests.project import PAY, Shop

GONE = PAY[PAY.index("def refund") :]
LIE = "update verdicts set reason = 'unchanged', first = 1, last = 5"
ANSWERS = [(), ("--base", "HEAD~2"), ("--worktree",), ("--at", "HEAD"), ("--jobs", "2")]


@pytest.fixture
def foreign(shop: Shop) -> Shop:
    """A shop without `charge`, in whose folder of memories an index is committed that calls it unchanged."""
    shop.change("Drop", GONE)
    assert shop.memory("check").code == 1
    lie = shop.root / ".legendary" / "index.db"
    shutil.copyfile(shop.index_path, lie)
    with closing(sqlite3.connect(lie)) as index:
        assert index.execute(LIE).rowcount > 0
        index.commit()
    shop.git("add", "-f", str(lie))
    shop.git("commit", "-q", "-m", "Add the index")
    return shop


def test_no_answer_comes_from_an_index_that_is_committed(foreign: Shop) -> None:
    before = (foreign.root / ".legendary" / "index.db").read_bytes()
    for words in ANSWERS:
        answer = foreign.memory("check", *words)
        assert (answer.code, " LG001 " in answer.out) == (1, True), words
    assert foreign.verdicts()[foreign.cents] == "orphaned"
    assert "[orphaned" in Agent(foreign.root).read("src/pay.py")
    assert (foreign.status, (foreign.root / ".legendary" / "index.db").read_bytes()) == ([], before)


def test_index_that_would_never_answer_is_not_opened(foreign: Shop) -> None:
    """As a pull may put one there: here it is a pipe, from which nothing ever comes."""
    (foreign.root / ".legendary" / "index.db").unlink()
    os.mkfifo(foreign.root / ".legendary" / "index.db")
    assert foreign.process("list").code == 0
    assert foreign.process("check").code == 1
    assert "[orphaned" in Agent(foreign.root).read("src/pay.py")


def test_lies_of_an_index_in_the_git_directory_are_believed_there_alone(shop: Shop) -> None:
    """What the tests above rest on: the same lie is told where it is our own."""
    shop.change("Drop", GONE)
    assert shop.memory("check").code == 1
    with closing(sqlite3.connect(shop.index_path)) as index:
        index.execute(LIE)
        index.commit()
    assert shop.memory("check").code == 0


def test_each_work_tree_keeps_an_index_of_its_own(shop: Shop, tmp_path: Path) -> None:
    other = replace(shop, root=tmp_path / "other")
    shop.git("worktree", "add", "-q", str(other.root))
    for one in (shop, other):
        one.must("list")
        before = one.index_path.read_bytes()
        assert one.must("list").err == ""
        assert one.index_path.read_bytes() == before
    found = sorted(str(path.relative_to(shop.root)) for path in shop.root.rglob("index.db"))
    assert found == [".git/legendary/index.db", ".git/worktrees/other/legendary/index.db"]
    shop.git("worktree", "remove", str(other.root))
    assert sorted(shop.root.rglob("index.db")) == [shop.index_path]


def test_index_of_a_work_tree_whose_git_dir_is_named(shop: Shop, tmp_path: Path) -> None:
    (shop.root / ".git").rename(tmp_path / "apart.git")
    env = {"GIT_DIR": str(tmp_path / "apart.git"), "GIT_WORK_TREE": str(shop.root)}
    index = tmp_path / "apart.git" / "legendary" / "index.db"
    shop.process("list", env=env)
    before = index.read_bytes()
    assert shop.process("list", env=env).err == ""
    assert index.read_bytes() == before


def test_index_is_not_believed_in_another_work_tree_of_its_git_dir(shop: Shop, tmp_path: Path) -> None:
    shop.must("list")
    other = tmp_path / "other"
    shutil.copytree(shop.root, other, ignore=shutil.ignore_patterns(".git"))
    env = {"GIT_DIR": str(shop.root / ".git"), "GIT_WORK_TREE": str(other)}
    there = replace(shop, root=other)
    assert "made for another folder; it has been rebuilt" in there.process("list", env=env).err
    assert there.process("list", env=env).err == ""


def test_index_of_a_submodule(shop: Shop, tmp_path: Path) -> None:
    outer = replace(shop, root=tmp_path / "outer")
    outer.root.mkdir()
    outer.git("init", "-q")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(shop.root), "inner")
    inner = replace(shop, root=outer.root / "inner")
    inner.must("list")
    assert (outer.root / ".git/modules/inner/legendary/index.db").is_file()
    assert Agent(inner.root).read("src/pay.py") != ""
    assert inner.must("list").err == ""


def test_answer_is_the_same_where_no_index_can_be_kept(shop: Shop) -> None:
    shop.change("Drop", GONE)
    shutil.rmtree(shop.root / ".git" / "legendary")
    (shop.root / ".git" / "legendary").write_text("in the way\n")  # stops the superuser as well
    answer = shop.must("list", "--json")
    assert {one["id"]: one["verdict"] for one in answer.json["memories"]}[shop.cents] == "orphaned"
    assert "[orphaned" in Agent(shop.root).read("src/pay.py")
    assert shop.status == []


def test_nothing_is_kept_where_nothing_is_remembered(shop: Shop) -> None:
    shutil.rmtree(shop.root / ".legendary")
    shutil.rmtree(shop.root / ".git" / "legendary")
    shop.memory("list")
    assert not shop.index_path.exists()
