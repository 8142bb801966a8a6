"""Whose index is believed: the one that this clone made, and nothing that may have come with a commit.

It stands in the work tree, where whoever can push could put another one, or what SQLite would play into ours.
"""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

from legendary_git.errors import GitFailed
from legendary_git.git.environment import ask_git
from legendary_git.git.index import find_index_entries
from legendary_git.git.index_key import forget_index_key, make_index_key
from legendary_git.git.nearest import INDEX_KEY
from legendary_git.git.repository import Repository
from legendary_git.store.index import INDEX, Index
from legendary_git.store.places import BESIDE_INDEX


def is_index_tracked(repo: Repository) -> bool:
    """Whether git tracks the index, which it never should: whatever is written to it would be a change."""
    return INDEX in find_tracked(repo)


def find_tracked(repo: Repository) -> list[str]:
    """Of the index and what is beside it on disk, the files that git tracks."""
    here = [path for path in (INDEX, *BESIDE_INDEX) if os.path.lexists(repo.root / path)]
    try:
        return sorted(find_index_entries(repo, here))
    except GitFailed:  # git's own index is damaged, and tells nothing
        return []


def open_index(root: Path, state_dir: Path) -> Index:
    """The index of the work tree at `root`; `state_dir` is the folder in its git directory for what is ours.

    One in memory, where the file came with the clone, or where something lies beside it that SQLite would play into it
    and that may have come with a commit.
    """
    if any(_is_foreign(root, state_dir.parent, path) for path in BESIDE_INDEX):
        forget_index_key(state_dir)  # what is in the index by then may have been played in
        return Index.in_memory()
    if not (state_dir / INDEX_KEY).exists() and _is_in_git(root, state_dir.parent, INDEX):
        return Index.in_memory()  # it came with the clone: only to open it may take for ever
    key = make_index_key(state_dir) if (root / INDEX).parent.is_dir() else None
    return Index.open(root / INDEX, key)


def _is_foreign(root: Path, git_dir: Path, path: str) -> bool:
    """Whether there is a write-ahead log, which is never ours, or a journal that came with a commit.

    Ours is in none, so no object has its bytes; nor does a submodule hold it.
    """
    try:
        mode = os.lstat(root / path).st_mode
    except OSError:
        return False
    if path != BESIDE_INDEX[0] or not stat.S_ISREG(mode) or os.path.lexists((root / INDEX).with_name(".git")):
        return True
    return _is_in_git(root, git_dir, path)


def _is_in_git(root: Path, git_dir: Path, path: str) -> bool:
    """Whether git tracks a file that is on disk, or has its bytes as an object."""
    if not (root / path).is_file():
        return False

    def ask(*words: str) -> subprocess.CompletedProcess[bytes]:
        return ask_git([f"--git-dir={git_dir}", f"--work-tree={root}", "--literal-pathspecs", *words], root)

    if ask("ls-files", "-z", "--", path).stdout:
        return True
    oid = ask("hash-object", "--no-filters", "--", path).stdout.decode("ascii", "replace").strip()
    return bool(oid) and ask("cat-file", "-e", oid).returncode == 0
