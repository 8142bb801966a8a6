"""The bytes of a file of the work tree, read so that nothing on disk can make a reader wait or run out of memory."""

from __future__ import annotations

import os
import stat

MOST_BYTES = 16 * 1024 * 1024


class TooLarge(Exception):
    """The file has more bytes than are read here."""


def read_regular(abs_path: str) -> bytes | None:
    """The bytes of a regular file; None where there is none, or a link is in its place. Raises TooLarge."""
    data = _read(abs_path, getattr(os, "O_NOFOLLOW", 0), MOST_BYTES + 1)
    if data is not None and len(data) > MOST_BYTES:
        raise TooLarge
    return data


def read_named(path: str) -> bytes | None:
    """The bytes of what somebody named: a link is followed, a pipe read to its end. None: nothing is there.

    Raises TooLarge, and OSError where it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(data) > MOST_BYTES:
        raise TooLarge
    return data


def read_git_file(abs_path: str, most: int = MOST_BYTES) -> str:
    """The first `most` bytes of a file of git's own, as text; a link is followed. Empty where no regular file is.

    Git opens whatever stands there, and waits for a FIFO for ever where it does: one that it would not open, such as a
    `config.worktree` without the extension of that name, must not make us wait.
    """
    data = _read(abs_path, 0, most) or b""
    return data.decode("utf-8", "surrogateescape")


def _read(abs_path: str, flag: int, most: int) -> bytes | None:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | flag
    try:
        with os.fdopen(os.open(abs_path, flags), "rb") as file:
            return file.read(most) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    except (OSError, ValueError):
        return None
