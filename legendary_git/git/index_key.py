"""The word that binds an index to its clone, kept in the git directory, into which nothing can be committed.

An index beside the memories may have come with a commit, made by whoever could push it. One that was made here has the
word that is here and nowhere else.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from legendary_git.git.atomic import make_folder, write_atomically
from legendary_git.git.nearest import INDEX_KEY, read_index_key

_BYTES = 16


def make_index_key(state_dir: Path) -> str | None:
    """The word that is kept in `state_dir`, made where there is none; None where it cannot be made, or not be read.

    Of several processes that make one at once, all get the same.
    """
    path = state_dir / INDEX_KEY
    found = read_index_key(str(path))
    if found is None:
        with suppress(OSError):
            make_folder(state_dir)
            _make(path)
        found = read_index_key(str(path))
    return found


def forget_index_key(state_dir: Path) -> None:
    """Let no index that is there be believed any more."""
    with suppress(OSError):
        (state_dir / INDEX_KEY).unlink()


def _make(path: Path) -> None:
    word = os.urandom(_BYTES).hex()
    scratch = path.with_name(f".{path.name}-{word[:8]}")
    write_atomically(scratch, f"{word}\n".encode("ascii"), mode=_mode_in(path.parent))
    try:
        path.hardlink_to(scratch)
    except OSError:  # somebody was quicker; or what is there is no word, or this file system has no links
        if read_index_key(str(path)) is None:
            scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def _mode_in(folder: Path) -> int:
    """Others on the machine could put the word into an index of theirs."""
    shared = stat.S_ISGID | stat.S_IWGRP
    return 0o660 if folder.stat().st_mode & shared == shared else 0o600
