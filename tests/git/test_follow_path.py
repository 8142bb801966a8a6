from __future__ import annotations

import os

from legendary_git.git.follow_path import follow_path
from legendary_git.git.repository import Repository
from tests.history import History

TEXT = "".join(f"line {n} of the file\n" for n in range(20))
OTHER = "".join(f"another text, its line {n}\n" for n in range(20))


def test_follow_path_through_a_move_and_a_later_rewrite(history: History) -> None:
    first = history.commit("one", {"a.txt": TEXT})
    history.commit("move", {"a.txt": None, "lib/b.txt": TEXT})
    last = history.commit("rewrite", {"lib/b.txt": OTHER})
    repo = Repository.find(history.root, os.environ)
    assert repo.renames(first, last) == {}
    assert follow_path(repo, first, last, "a.txt") == "lib/b.txt"


def test_follow_path_through_two_moves(history: History) -> None:
    first = history.commit("one", {"a[1].txt": TEXT})
    history.commit("move", {"a[1].txt": None, "b.txt": TEXT})
    history.commit("rewrite", {"b.txt": OTHER})
    last = history.commit("move again", {"b.txt": None, "c.txt": OTHER})
    assert follow_path(Repository.find(history.root, os.environ), first, last, "a[1].txt") == "c.txt"


def test_follow_path_of_a_deleted_file_is_nowhere(history: History) -> None:
    first = history.commit("one", {"a.txt": TEXT, "z.txt": "z\n"})
    last = history.commit("delete", {"a.txt": None})
    assert follow_path(Repository.find(history.root, os.environ), first, last, "a.txt") is None


def test_follow_path_through_a_move_that_came_by_a_merge(history: History) -> None:
    first = history.commit("one", {"a.txt": TEXT, "z.txt": "z\n"})
    history.git("switch", "-q", "-c", "side")
    history.commit("move", {"a.txt": None, "b.txt": TEXT})
    history.git("switch", "-q", "main")
    history.commit("other", {"z.txt": "y\n"})
    history.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    last = history.commit("rewrite", {"b.txt": OTHER})
    assert follow_path(Repository.find(history.root, os.environ), first, last, "a.txt") == "b.txt"
