from __future__ import annotations

import os
from pathlib import Path

from legendary_git.git.exclude import exclude
from legendary_git.git.repository import Repository
from tests.history import History

PATTERN = "/.legendary/index.db*"


def test_exclude_hides_the_file_in_every_work_tree(history: History, tmp_path: Path) -> None:
    history.commit("one", {"a.txt": "a\n"})
    history.git("worktree", "add", "-q", str(tmp_path / "linked"))
    exclude(Repository.find(tmp_path / "linked", os.environ), PATTERN)
    for root in (history.root, tmp_path / "linked"):
        (root / ".legendary").mkdir()
        (root / ".legendary" / "index.db").touch()
        assert History(root).git("status", "--porcelain") == ""


def test_exclude_twice_writes_once_and_keeps_what_was_there(history: History) -> None:
    path = history.root / ".git" / "info" / "exclude"
    path.write_text("*.orig", encoding="utf-8")
    for _ in range(2):
        exclude(Repository.find(history.root, os.environ), PATTERN)
    assert path.read_text(encoding="utf-8") == f"*.orig\n{PATTERN}\n"


def test_exclude_where_it_cannot_be_written_is_silent(history: History) -> None:
    path = history.root / ".git" / "info"
    (path / "exclude").unlink()
    path.rmdir()
    path.write_text("in the way", encoding="utf-8")
    exclude(Repository.find(history.root, os.environ), PATTERN)
    assert path.read_text(encoding="utf-8") == "in the way"
