"""What SQLite's errors mean for an index, and throwing a damaged one away."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import Enum
from pathlib import Path

_FILES = ("-journal", "-wal", "-shm", "")
"""The database last: as long as it is there nobody begins a new one, whose journal would be taken for this one's."""
_PAUSE_SECONDS = 0.01


class Fault(Enum):
    """Why the file cannot be used, as a notice says it."""

    LOCKED = "the index is in use by another process"
    DAMAGED = "the index is damaged and could not be rebuilt"
    ALTERED = "the index is not as it was made"
    UNWRITABLE = "the index cannot be written"
    FULL = "the index cannot be written: the disk is full"
    LINKED = "the index's folder is a symbolic link"


_FAULT_OF = {
    sqlite3.SQLITE_BUSY: Fault.LOCKED,
    sqlite3.SQLITE_LOCKED: Fault.LOCKED,
    sqlite3.SQLITE_PROTOCOL: Fault.LOCKED,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_FORMAT: Fault.DAMAGED,
    # Our own statements are right, so a table that they do not find was taken away.
    sqlite3.SQLITE_ERROR: Fault.ALTERED,
    sqlite3.SQLITE_READONLY: Fault.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: Fault.UNWRITABLE,
    sqlite3.SQLITE_PERM: Fault.UNWRITABLE,
    sqlite3.SQLITE_IOERR: Fault.UNWRITABLE,
    sqlite3.SQLITE_NOLFS: Fault.UNWRITABLE,
    sqlite3.SQLITE_FULL: Fault.FULL,
}


def find_fault(error: sqlite3.Error) -> Fault | None:
    """The fault of the file behind an error; None where the statement itself is at fault.

    Source of the codes: sqlite.org/rescode.html; the low byte is the primary code.
    """
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
    """Delete a damaged database and what SQLite keeps beside it, unless another process has already replaced it.

    `judged` is the file that was found damaged; one that has changed since goes only if it is damaged as well. Raises
    OSError where it cannot be deleted, sqlite3.OperationalError where another process keeps the folder locked.
    """
    with _folder_lock(path.parent, wait_seconds):
        if path.is_dir() and not path.is_symlink():
            raise IsADirectoryError(f"{path} is a folder")
        found = identify(path)
        if found is None:
            return  # somebody else deleted it, and may begin a new one at any moment, for which nobody needs the lock
        if found == judged or not _is_sound(path):
            for suffix in _FILES:
                Path(f"{path}{suffix}").unlink(missing_ok=True)


def _is_sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return False
            # SQLite before 3.44 does not look into the search table, whose damage is just as final.
            connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
            return True
    except sqlite3.Error as error:
        # No search table yet, or no module for it, is no damage; nor is a lock.
        return find_fault(error) in (Fault.LOCKED, Fault.ALTERED)


@contextmanager
def _folder_lock(folder: Path, wait_seconds: float) -> Iterator[None]:
    """Keep other processes of ours from deleting at the same time; the system releases it when a process dies."""
    try:
        import fcntl
    except ImportError:  # Windows has no flock, and there a file that is in use cannot be deleted anyway
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        until = time.monotonic() + wait_seconds
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise sqlite3.OperationalError("the index's folder is locked") from None
                time.sleep(_PAUSE_SECONDS)
        yield
    finally:
        os.close(descriptor)
