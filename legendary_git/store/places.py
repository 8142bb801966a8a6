"""Where the memories are in a work tree, and the index in its git directory; which index is one of ours."""

from __future__ import annotations

import os
import stat

MEMORIES = ".legendary/memories"
INDEX = "legendary/index.db"
"""Below the work tree's own git directory, into which nothing comes with a commit: who made it is who works here."""

CONFIG = ".legendary/config.toml"

APPLICATION_ID = 0x4C474D31
SCHEMA_VERSION = 6

BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database."""


def is_in_the_way(path: str | os.PathLike[str]) -> bool:
    """Whether at a database's path, or beside it, there is anything but a file.

    SQLite would open it all the same: a pipe is then waited for until somebody writes into it.
    """
    name = os.fspath(path)
    return any(_is_no_file(f"{name}{suffix}") for suffix in ("", *BESIDE))


def _is_no_file(name: str) -> bool:
    try:
        return not stat.S_ISREG(os.lstat(name).st_mode)
    except (OSError, ValueError):
        return False
