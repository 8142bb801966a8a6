"""Trees that stand for more paths than anybody has, and objects that are too large: told, and not walked through."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.errors import ObjectMissing, OverLimit
from legendary_git.git import gitcmd, libgit, tree_changes
from legendary_git.git.object_database import MOST_BYTES
from tests.git.bench import find
from tests.history import History

DEEP = 9


def bomb(history: History, folder: str) -> str:
    """A commit with ten to the power of DEEP files below a folder, made of as many trees as it is deep."""
    blob = history.git("hash-object", "-w", "--stdin", stdin=b"x = 1\n")
    tree = history.git("mktree", stdin="".join(f"100644 blob {blob}\ta{n}.py\n" for n in range(10)).encode())
    for _ in range(DEEP - 1):
        tree = history.git("mktree", stdin="".join(f"040000 tree {tree}\td{n}\n" for n in range(10)).encode())
    for name in reversed(folder.split("/")):
        tree = history.git("mktree", stdin=f"040000 tree {tree}\t{name}\n".encode())
    return history.git("commit-tree", "-p", "HEAD", "-m", "Bomb", tree)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with the limit that users have, in less time."""
    monkeypatch.setattr(tree_changes, "MOST_ENTRIES", 2_000)


def test_tree_of_more_files_than_anybody_has_is_told(history: History, few: None) -> None:
    history.commit("One", {"a.py": "x = 1\n"})
    before = history.head
    commit = bomb(history, "lib/deep")
    repo = find(history)
    with pytest.raises(OverLimit, match="a tree of more than 2000 files and folders is too large to be looked through"):
        repo.files(commit)
    with pytest.raises(OverLimit):
        repo.changes(before, commit)
    with pytest.raises(OverLimit):
        repo.changes(before, commit)  # found out once
    assert repo.changes(commit, commit) == ()
    assert repo.entry(commit, "lib/deep/" + "d1/" * (DEEP - 1) + "a3.py") is not None
    assert repo.files_in(commit, "lib/deep") == {}
    assert set(repo.entries(commit, "lib/deep")) == {f"d{n}" for n in range(10)}


def test_trees_that_are_the_same_on_both_sides_count_for_nothing(history: History, few: None) -> None:
    history.commit("One", {"a.py": "x = 1\n"})
    commit = bomb(history, "lib/deep")
    blob = history.git("hash-object", "-w", "--stdin", stdin=b"y = 1\n")
    listed = history.git("ls-tree", commit)
    tree = history.git("mktree", stdin=f"{listed}\n100644 blob {blob}\tb\n".encode())
    more = history.git("commit-tree", "-p", commit, "-m", "More", tree)
    (change,) = find(history).changes(commit, more)
    assert change.path == "b"


def test_path_that_no_system_takes_is_told(history: History) -> None:
    history.commit("One", {"a.py": "x = 1\n"})
    before = history.head
    blob = history.git("hash-object", "-w", "--stdin", stdin=b"x = 1\n")
    tree = history.git("mktree", stdin=f"100644 blob {blob}\ta.py\n".encode())
    for _ in range(20):
        tree = history.git("mktree", stdin=f"040000 tree {tree}\t{'n' * 250}\n".encode())
    commit = history.git("commit-tree", "-p", "HEAD", "-m", "Deep", tree)
    repo = find(history)
    with pytest.raises(OverLimit, match="a path of more than 4096 bytes is too large"):
        repo.changes(before, commit)


def test_content_over_the_limit_is_no_evidence(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    history.commit("One", {"a.bin": b"x" * 1_001, "b.bin": b"x" * 1_000})
    repo = find(history)
    large, small = (entry.oid for _, entry in sorted(repo.files(history.head).items()))
    assert repo.read_blob(large) == b"x" * 1_001
    for module in (libgit, gitcmd):
        monkeypatch.setattr(module, "MOST_BYTES", 1_000)
    assert repo.read_blob(large) is None
    assert repo.blob_size(large) == 1_001
    assert repo.kind(large) == "blob"
    assert repo.read_blob(small) == b"x" * 1_000
    assert MOST_BYTES > 10_000_000


def test_kind_of_what_is_here_and_of_what_is_not(history: History, tmp_path: Path) -> None:
    history.commit("One", {"a.py": "x = 1\n"})
    history.git("tag", "-a", "-m", "t", "v1")
    repo = find(history)
    names = {"HEAD": "commit", "HEAD^{tree}": "tree", "HEAD:a.py": "blob", "v1": "tag"}
    assert {name: repo.kind(history.git("rev-parse", name)) for name in names} == names
    assert repo.kind("0" * 39 + "1") is None
    assert repo.kind("HEAD") is None


def raw_tree(history: History, *entries: tuple[bytes, bytes, str]) -> str:
    """A tree of the bytes that these entries come to, in whatever order: mode, name, id."""
    data = b"".join(mode + b" " + name + b"\0" + bytes.fromhex(oid) for mode, name, oid in entries)
    return history.git("hash-object", "-t", "tree", "-w", "--stdin", "--literally", stdin=data)


@pytest.fixture
def blob(history: History) -> str:
    history.commit("One", {"a.py": "x = 1\n"})
    return history.git("hash-object", "-w", "--stdin", stdin=b"y = 1\n")


def committed(history: History, tree: str, more: bytes = b"") -> str:
    who = b"A <a@example.org> 1767225600 +0000\n"
    data = b"tree " + tree.encode() + b"\nauthor " + who + b"committer " + who + more + b"\nOdd\n"
    return history.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=data)


def test_entry_is_found_in_whatever_order_a_tree_has_them(history: History, blob: str) -> None:
    names = [b"z.py", b".hidden", b"m.py", b"b.py", b"a.py", b"y.py"]
    tree = raw_tree(history, *((b"100644", name, blob) for name in names))
    commit = committed(history, raw_tree(history, (b"40000", b"z", tree), (b"40000", b"a", tree)))
    repo = find(history)
    for folder in ("a", "z"):
        assert [repo.entry(commit, f"{folder}/{name.decode()}") is not None for name in names] == [True] * len(names)
        assert repo.entry(commit, f"{folder}/x.py") is None


@pytest.mark.parametrize("data", [b"garbage", b"100644 a.py\0abc", b"10x644 a.py\0" + b"\1" * 20, b""], ids=repr)
def test_tree_that_cannot_be_read_is_told_from_one_that_is_not_here(history: History, blob: str, data: bytes) -> None:
    tree = history.git("hash-object", "-t", "tree", "-w", "--stdin", "--literally", stdin=data)
    repo = find(history)
    if not data:
        assert repo.files(committed(history, tree)) == {}
        return
    with pytest.raises(OverLimit, match=f"the tree {tree} cannot be read"):
        repo.files(committed(history, tree))
    with pytest.raises(OverLimit):
        repo.entry(committed(history, tree), "a.py")
    with pytest.raises(ObjectMissing) as caught:
        repo.files(committed(history, "1" * len(tree)))
    assert not isinstance(caught.value, OverLimit)


def test_commit_in_an_encoding_of_no_name_is_read(history: History, blob: str) -> None:
    commit = committed(history, raw_tree(history, (b"100644", b"a.py", blob)), b"encoding \xff\xfe\n")
    found = find(history).commit(commit)
    assert found is not None
    assert (found.subject, found.author) == ("Odd", "A <a@example.org>")
    assert list(find(history).files(commit)) == ["a.py"]
