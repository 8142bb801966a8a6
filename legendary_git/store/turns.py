"""One process at a time, for what must not change between looking and writing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from legendary_git.errors import StoreError

_PAUSE_SECONDS = 0.01


@contextmanager
def one_at_a_time(folder: Path, wait_seconds: float = 20.0) -> Iterator[None]:
    """Hold the lock on a folder, for which nothing is made, while memories are compared and written.

    Where folders cannot be locked nobody is kept from writing. Raises StoreError where another process holds it for
    longer.
    """
    with ExitStack() as held:
        try:
            is_ours = held.enter_context(folder_lock(folder, time.monotonic() + wait_seconds))
        except OSError:
            is_ours = True
        if not is_ours:
            raise StoreError("another process is writing memories", "run the command again")
        yield


@contextmanager
def folder_lock(folder: Path, until: float) -> Iterator[bool]:
    """Lock a folder until the context ends, or the process dies; False where another one holds it until `until`.

    Raises OSError where it cannot be opened or locked. Windows has no such locks, and there nobody is waited for.
    """
    try:
        import fcntl
    except ImportError:
        yield True
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield take(partial(fcntl.flock, descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB), until)
    finally:
        os.close(descriptor)


def take(lock: Callable[[], object], until: float) -> bool:
    """Try a lock that does not wait, until it is taken or `until` (of the monotonic clock) is over: False."""
    while True:
        try:
            lock()
        except (BlockingIOError, PermissionError):  # fcntl(2): EAGAIN or EACCES
            if time.monotonic() >= until:
                return False
            # The system has no lock that waits for a while only.
            time.sleep(_PAUSE_SECONDS)
        else:
            return True
