"""The bytes of a file of the work tree, read so that nothing on disk can make a reader wait or run out of memory."""

from __future__ import annotations

import os
import stat

MOST_BYTES = 16 * 1024 * 1024


class TooLarge(Exception):
    """The file has more bytes than are read here."""


def read_regular(abs_path: str) -> bytes | None:
    """The bytes of a regular file; None where there is none, or a link is in its place. Raises TooLarge."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        with os.fdopen(os.open(abs_path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return None
    if len(data) > MOST_BYTES:
        raise TooLarge
    return data
