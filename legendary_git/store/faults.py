"""What SQLite's errors mean for an index, and throwing a damaged one away."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from enum import Enum
from functools import partial
from pathlib import Path

from legendary_git.store.places import BESIDE
from legendary_git.store.turns import folder_lock, take

FAILURES = (sqlite3.Error, UnicodeDecodeError, MemoryError, SystemError)
"""What Python's module raises for the state that a file is in.

It takes the names that a damaged schema puts into SQLite's messages for UTF-8, and sizes that it gives to values for
true ones.
"""
_PENDING_BYTE, _LOCKED_BYTES = 0x40000000, 512


class Fault(Enum):
    """Why the file cannot be used, as a notice says it."""

    LOCKED = "the index is in use by another process"
    DAMAGED = "the index is damaged and could not be rebuilt"
    ALTERED = "the index is not as it was made"
    UNWRITABLE = "the index cannot be written"
    FULL = "the index cannot be written: the disk is full"


class Damaged(sqlite3.DatabaseError):
    """What SQLite has nothing against, and cannot be what was written."""


_FAULT_OF = {
    sqlite3.SQLITE_BUSY: Fault.LOCKED,
    sqlite3.SQLITE_LOCKED: Fault.LOCKED,
    sqlite3.SQLITE_PROTOCOL: Fault.LOCKED,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_FORMAT: Fault.DAMAGED,
    sqlite3.SQLITE_TOOBIG: Fault.DAMAGED,
    sqlite3.SQLITE_INTERNAL: Fault.DAMAGED,
    # Our own statements are right, so a table that they do not find was taken away.
    sqlite3.SQLITE_ERROR: Fault.ALTERED,
    sqlite3.SQLITE_READONLY: Fault.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: Fault.UNWRITABLE,
    sqlite3.SQLITE_PERM: Fault.UNWRITABLE,
    sqlite3.SQLITE_IOERR: Fault.UNWRITABLE,
    sqlite3.SQLITE_NOLFS: Fault.UNWRITABLE,
    sqlite3.SQLITE_FULL: Fault.FULL,
}


def find_fault(error: Exception) -> Fault | None:
    """The fault of the file behind one of `FAILURES`; None where the statement itself is at fault.

    Source of the codes: sqlite.org/rescode.html; the low byte is the primary code.
    """
    if isinstance(error, MemoryError):  # which may be the process's own want
        return Fault.UNWRITABLE
    if isinstance(error, Damaged) or not isinstance(error, sqlite3.Error):
        return Fault.DAMAGED
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        text = str(error)
        if "Could not decode" in text:
            return Fault.DAMAGED
        return Fault.LOCKED if "locked" in text else None
    return _FAULT_OF.get(code & 0xFF)


Identity = tuple[int, int, int]


def identify(path: Path) -> Identity | None:
    """Which file stands at a path, to be taken before it is opened; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def discard(path: Path, judged: Identity | None, wait_seconds: float) -> None:
    """Empty a damaged database and delete what SQLite keeps beside it, unless another process has already done so.

    `judged` is the file that was found damaged; one that has changed since goes only if it is damaged as well. Raises
    OSError where it cannot be emptied, sqlite3.OperationalError where another process keeps it or the folder locked.

    The file stays the one it was. Were it deleted, a process that had it open would take the journal of the next one
    for its own, and roll that back into what nobody sees any more.
    """
    until = time.monotonic() + wait_seconds
    with folder_lock(path.parent, until) as is_ours:
        if not is_ours:
            raise sqlite3.OperationalError("the index's folder is locked")
        while (found := identify(path)) is not None and (found == judged or not _is_sound(path)):
            if _empty(path, found, until):
                return


def _empty(path: Path, judged: Identity, until: float) -> bool:
    """Empty the file while nobody is in it; False, with nothing done, where it is not what was judged any more."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        _lock_database(descriptor, until)
        if identify(path) != judged:
            return False
        for suffix in BESIDE:
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)
    return True


def _lock_database(descriptor: int, until: float) -> None:
    """Take the bytes that SQLite locks for a writer who lets nobody read (sqlite.org/lockingv3.html)."""
    try:
        import fcntl
    except ImportError:  # on Windows a file that is in use cannot be emptied anyway
        return
    lock = partial(fcntl.lockf, descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCKED_BYTES, _PENDING_BYTE)
    if not take(lock, until):
        raise sqlite3.OperationalError("the index is locked")


def _is_sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return False
            # SQLite before 3.44 does not look into the search table, whose damage is just as final.
            connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
            return True
    except FAILURES as error:
        # No search table yet, or no module for it, is no damage; nor is a lock.
        return find_fault(error) in (Fault.LOCKED, Fault.ALTERED)
