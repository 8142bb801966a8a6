"""The commits that a push brings, and those that it begins at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from legendary_git.errors import GitFailed
from legendary_git.git.new_history import NewHistory
from legendary_git.git.repository import Repository
from tests.git.bench import absent_id, clone
from tests.history import History


class Pushing:
    """A clone that works on, and its server, which gets the objects and moves no branch."""

    def __init__(self, history: History, folder: Path) -> None:
        self.base = history.commit("base", {"a": "a"})
        self.later = history.commit("later", {"a": "b"})
        self.server = clone(history.root, folder / "server.git", "--bare")
        self.work = history

    def on(self, start: str) -> str:
        """A commit whose parent is `start`."""
        self.work.git("switch", "-q", "--detach", start)
        return self.work.commit(f"work {self.work.commits}")

    def merged(self, *parents: str) -> str:
        words = [word for parent in parents for word in ("-p", parent)]
        self.work.commits += 1
        return self.work.git("commit-tree", f"{parents[0]}^{{tree}}", *words, "-m", f"merge {self.work.commits}")

    def origins(self, *tips: str) -> list[tuple[str, ...]]:
        self.server.git("fetch", "-q", str(self.work.root), *tips)
        history = NewHistory(Repository.find(self.server.root, os.environ, may_be_bare=True), tips)
        return [history.origins(tip) for tip in tips]


@pytest.fixture
def pushing(history: History, tmp_path: Path) -> Pushing:
    return Pushing(history, tmp_path)


def test_origins_of_commits_one_after_the_other(pushing: Pushing) -> None:
    first = pushing.on(pushing.later)
    second = pushing.on(first)
    assert pushing.origins(first, second) == [(pushing.later,), (pushing.later,)]


def test_origins_of_a_commit_that_a_branch_has_is_itself(pushing: Pushing) -> None:
    assert pushing.origins(pushing.later, pushing.base) == [(pushing.later,), (pushing.base,)]


def test_origins_of_a_branch_from_earlier_on(pushing: Pushing) -> None:
    assert pushing.origins(pushing.on(pushing.base)) == [(pushing.base,)]


def test_origins_of_a_merge_are_the_latest(pushing: Pushing) -> None:
    side = pushing.on(pushing.base)
    assert pushing.origins(pushing.merged(side, pushing.later)) == [(pushing.later,)]


def test_origins_of_a_merge_of_two_branches_begin_with_the_first_parent(pushing: Pushing) -> None:
    side = pushing.on(pushing.base)
    pushing.server.git("fetch", "-q", str(pushing.work.root), f"{side}:refs/heads/side")
    new = pushing.on(side)
    assert pushing.origins(pushing.merged(new, pushing.later)) == [(side, pushing.later)]
    assert pushing.origins(pushing.merged(pushing.later, new)) == [(pushing.later, side)]


def test_origins_of_an_unrelated_history_are_none(pushing: Pushing) -> None:
    pushing.work.git("switch", "-q", "--orphan", "pages")
    assert pushing.origins(pushing.work.commit("pages", {"b": "b"})) == [()]


def test_origins_where_no_branch_is(history: History, tmp_path: Path) -> None:
    head = history.commit("base", {"a": "a"})
    empty = History.start(tmp_path / "empty.git", "--bare")
    empty.git("fetch", "-q", str(history.root), head)
    repo = Repository.find(empty.root, os.environ, may_be_bare=True)
    assert NewHistory(repo, [head]).origins(head) == ()
    assert NewHistory(repo, []).origins(head) == (head,)


def test_new_history_of_an_absent_commit(history: History) -> None:
    history.commit("base", {"a": "a"})
    with pytest.raises(GitFailed):
        NewHistory(Repository.find(history.root, os.environ, may_be_bare=True), [absent_id()])
