"""The derived index: everything that can be had again from the files and from git, so that it need not be.

It is never needed for a right answer. A row is either right or not there, and an index that cannot be used is replaced
without a word of complaint but `notice`.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from legendary_git.store.database import Connect, Database, Row
from legendary_git.store.disk_id_rows import DiskIdRows
from legendary_git.store.memory_rows import MemoryRows
from legendary_git.store.places import INDEX as INDEX
from legendary_git.store.schema import QUICK
from legendary_git.store.search_rows import SearchRows
from legendary_git.store.state_rows import StateRows
from legendary_git.store.texts import pack
from legendary_git.store.verdict_rows import VerdictRows

_DUMPED = {
    "memory_files": "path, size, mtime_ns, ctime_ns, ino, digest, id, front, body, line, message, sum",
    "heads": "*",
    "anchored": "*",
    "triggers": "memory, nth, plain, form, bits",
    "verdicts": "*",
    "origins": "*",
    "disk_ids": "path, size, mtime_ns, ctime_ns, ino, blob",
    "states": "*",
    "transitions": 'memory_id, anchor, before, after, "commit", at, author, subject',
}


class Index(MemoryRows, VerdictRows, DiskIdRows, StateRows, SearchRows):
    """One open index. Use it in one thread; close it, or use it in `with`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, path: Path, root: Path, *, wait_seconds: float = 2.0, connect: Connect = sqlite3.connect) -> Index:
        """Open the index at `path`, or make one there; never raises for the state that the file or the disk is in.

        One that is missing, damaged, of another version, or made for another work tree than that at `root` is begun
        anew; where that cannot be, or another process keeps it locked for longer than `wait_seconds`, one in memory
        takes its place and `notice` says so.
        """
        return cls(Database(path, pack(os.path.realpath(root)), wait_seconds, connect))

    @classmethod
    def in_memory(cls) -> Index:
        """An index of which no file is ever made or read."""
        return cls(Database(None, "", 0, sqlite3.connect))

    @property
    def notice(self) -> str | None:
        """One line on what had to be given up since the index was opened; None if nothing."""
        return self._database.notice or self._search_notice

    @property
    def generation(self) -> int:
        """Raised when the index had to be begun anew while it was open: what was put into it may be gone."""
        return self._database.generation

    @property
    def is_in_memory(self) -> bool:
        """Whether what is put into this index is gone when it is closed."""
        return self._database.is_in_memory

    def transaction(self) -> AbstractContextManager[None]:
        """All that is put inside, or nothing; keep it short, other processes wait for it."""
        return self._database.transaction()

    def begin_anew(self) -> None:
        """Forget all: a row was found that is not what was put, so no other can be relied on either."""
        self._database.begin_anew()

    def forget_derived(self) -> None:
        """Forget all that the files and git can tell again; what was seen as it happened is kept."""
        with self.transaction():
            for table in ("verdicts", "origins", "disk_ids", "memory_files", "word_queue", *QUICK):
                self._database.write(f"DELETE FROM {table}")
            self._database.write("DELETE FROM meta WHERE key IN ('warm', 'tokenizer', 'folder')")

    def dump(self) -> dict[str, list[Row]]:
        """All rows but for when they were seen: equal for two indexes that know the same."""
        return {
            table: sorted(self._database.read(f"SELECT {columns} FROM {table}"), key=repr)
            for table, columns in _DUMPED.items()
        }

    def close(self) -> None:
        """Close the file; what was put is there already."""
        self._database.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
