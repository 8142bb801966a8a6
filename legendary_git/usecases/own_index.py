"""The index of a work tree: in its git directory, where no commit can put one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from legendary_git.git.atomic import make_folder, make_shared_file
from legendary_git.git.nearest import Nearest
from legendary_git.store.index import INDEX, Index
from legendary_git.usecases.call_time import lock_seconds

_WAIT_SECONDS = 2.0


def open_index(root: Path, git_dir: Path) -> Index:
    """The index of the work tree at `root`, whose own git directory is `git_dir`; made where there is none yet.

    It is in memory where nothing is remembered, and where none can be kept.
    """
    if not (root / ".legendary").is_dir():
        return Index.in_memory()
    path = git_dir / INDEX
    with suppress(OSError):  # the index says itself that it cannot be kept
        make_folder(path.parent)
        make_shared_file(path)
    return Index.open(path, root, wait_seconds=lock_seconds(_WAIT_SECONDS))


def begin_anew(near: Nearest) -> None:
    """Empty the index of a work tree, in which something was found that nobody put there."""
    with open_index(Path(near.root), Path(near.git_dir)) as index:
        index.begin_anew()
