"""One process at a time, for what must not change between looking and writing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from legendary_git.errors import StoreError

_PAUSE_SECONDS = 0.01


@contextmanager
def one_at_a_time(folder: Path, wait_seconds: float = 20.0) -> Iterator[None]:
    """Hold the lock on a folder, for which nothing is made; the system lets go of it when a process dies.

    Where folders cannot be locked there is no lock, and nobody is kept from writing. Raises StoreError where another
    process holds it for longer.
    """
    descriptor = _open(folder)
    if descriptor is None:
        yield
        return
    try:
        _lock(descriptor, time.monotonic() + wait_seconds)
        yield
    finally:
        os.close(descriptor)


def _open(folder: Path) -> int | None:
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:
        return None


def _lock(descriptor: int, until: float) -> None:
    try:
        import fcntl
    except ImportError:  # Windows has no flock
        return
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise StoreError("another process is writing memories", "run the command again") from None
            time.sleep(_PAUSE_SECONDS)
        except OSError:
            return  # a file system without locks
        else:
            return
