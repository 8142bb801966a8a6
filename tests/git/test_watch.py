"""The file that hooks compare with."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.git.watch import watch_path, write_watch
from tests.git.bench import find
from tests.history import History


def test_write_watch_commit_then_paths(history: History) -> None:
    repo = find(history)
    write_watch(repo, "a" * 40, ["b.py", "caf\udce9.py", "b.py"])
    path = history.root / ".git" / "legendary" / "watch"
    assert watch_path(repo) == path
    assert path.read_bytes() == b"a" * 40 + b"\nb.py\ncaf\xe9.py\n"


def test_write_watch_without_a_commit(history: History) -> None:
    repo = find(history)
    write_watch(repo, None, [])
    assert watch_path(repo).read_bytes() == b"-\n"


@pytest.mark.parametrize(("paths", "always"), [(["a.py"], True), (["a.py", "new\nline"], False)])
def test_write_watch_always(history: History, paths: list[str], always: bool) -> None:
    repo = find(history)
    write_watch(repo, "a" * 40, paths, always=always)
    assert watch_path(repo).read_bytes() == b"a" * 40 + b"\n*\na.py\n"


def test_write_watch_leaves_nothing_beside_it(history: History) -> None:
    repo = find(history)
    for number in range(3):
        write_watch(repo, None, [str(number)])
    assert list(repo.state_dir.iterdir()) == [watch_path(repo)]


def test_write_watch_is_each_worktrees_own(history: History, tmp_path: Path) -> None:
    history.commit("first")
    history.git("worktree", "add", "-q", str(tmp_path / "linked"))
    assert watch_path(find(tmp_path / "linked")) == history.root / ".git" / "worktrees" / "linked" / "legendary/watch"


def test_write_watch_that_fails_keeps_the_old_one(history: History) -> None:
    repo = find(history)
    repo.state_dir.write_bytes(b"")
    with pytest.raises(OSError, match="legendary"):
        write_watch(repo, None, [])
