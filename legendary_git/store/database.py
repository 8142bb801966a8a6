"""One SQLite connection that always answers: when the file cannot be used, a database in memory takes its place.

What is kept here can be had again from the files and from git, so no fault of the disk is worth failing for. The file
uses a rollback journal, never a write-ahead log: that one needs shared memory, which network file systems lack, and
switching to it fails at once when another process is there, whatever the time to wait.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from legendary_git.store.faults import FAILURES, Damaged, Fault, Identity, discard, find_fault, identify
from legendary_git.store.places import is_in_the_way
from legendary_git.store.schema import prepare

Connect = Callable[..., sqlite3.Connection]
Row = tuple[Any, ...]
_Result = TypeVar("_Result")


class Database:
    """Runs every statement of the index, and is the one place that meets SQLite's errors.

    `notice` is one line on what had to be given up, or None. `generation` counts how often the database was replaced
    after it was opened: what was read or written before may be missing then. `made_for` is stored in the file; one that
    was made for anything else is not trusted. Where `path` is None there is no file, and nothing is said of that.
    """

    def __init__(
        self,
        path: Path | None,
        made_for: str | bytes,
        wait_seconds: float,
        connect: Connect = sqlite3.connect,
    ) -> None:
        self.notice: str | None = None
        self.generation = 0
        self._path = path
        self._made_for = made_for
        self._wait_seconds = wait_seconds
        self._connect = connect
        self._in_memory = False
        self._was_reopened = False
        self._was_emptied = False
        self._in_transaction = False
        self._done: list[tuple[str, Sequence[Row]]] = []
        self._identity: Identity | None = None
        self._connection = self._open_in_memory(None) if path is None else self._open(path)

    @property
    def is_in_memory(self) -> bool:
        """Whether nothing that is written will be there next time."""
        return self._in_memory

    def read(self, sql: str, values: Row = ()) -> list[Row]:
        """All rows of a query."""
        return self._attempt(lambda connection: connection.execute(sql, values).fetchall())

    def read_or_none(self, sql: str, values: Row = ()) -> list[Row] | None:
        """All rows of a query, or None where the database had to be replaced, so that there is nothing left to ask."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except FAILURES as error:
            self._replace(error)
            return None

    def write(self, sql: str, rows: Sequence[Row] = ((),)) -> None:
        """Run a statement once for each row of values; outside a transaction, in one of its own."""
        if not rows:
            return
        if not self._in_transaction:
            with self.transaction():
                self.write(sql, rows)
            return
        self._attempt(lambda connection: _run(connection, sql, rows))
        self._done.append((sql, rows))

    def try_write(self, sql: str, rows: Sequence[Row]) -> None:
        """As `write`, for what may as well be missing: where it cannot be written at once, it is not."""
        if self._in_transaction or self._in_memory:
            self.write(sql, rows)
            return
        with suppress(*FAILURES):
            self._connection.execute("PRAGMA busy_timeout = 0")
            for row in rows:
                self._connection.execute(sql, row)
        with suppress(*FAILURES):
            self._connection.execute(f"PRAGMA busy_timeout = {1000 * self._wait_seconds:.0f}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All writes inside, or none; one inside another is part of it.

        Where the file is lost half way, what was written so far is written again to what takes its place.
        """
        if self._in_transaction:
            yield
            return
        self._attempt(lambda connection: connection.execute("BEGIN IMMEDIATE"))
        self._in_transaction = True
        try:
            yield
            self._attempt(lambda connection: connection.commit())
        except BaseException:
            with suppress(*FAILURES):
                self._connection.rollback()
            raise
        finally:
            self._in_transaction = False
            self._done = []

    def begin_anew(self) -> None:
        """As where SQLite had found the file damaged; what was emptied as it was opened is new. In no transaction."""
        if self._in_memory:
            self.close()  # what the file had may have been copied
            self.generation += 1
            self._connection = self._make_in_memory()
        elif not self._was_emptied:
            self._replace(Damaged("a row is not what was put"))

    def can(self, statement: str) -> bool:
        """Whether this SQLite can run a statement, which has then been run: False where a module is missing."""
        is_able = self._attempt(lambda connection: _can(connection, statement))
        if is_able and self._in_transaction:
            self._done.append((statement, ((),)))
        return is_able

    def close(self) -> None:
        with suppress(*FAILURES):
            self._connection.close()

    def __del__(self) -> None:
        """Python 3.13 warns of a connection that nobody has closed, where somebody asks for warnings."""
        with suppress(AttributeError):  # it could not be opened at all
            self.close()

    def _attempt(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        while True:
            try:
                return action(self._connection)
            except FAILURES as error:
                self._replace(error)

    def _replace(self, error: Exception) -> None:
        """Put another database in place of the one that failed and bring it to the same point; raises if there is none.

        Ends: a file is put right once and emptied once, after that there is only memory, and an error there is our own.
        """
        while True:
            fault = find_fault(error)
            if fault is None or self._in_memory:
                raise error
            self.close()
            self.generation += 1
            is_damaged = fault is Fault.DAMAGED
            is_mendable = is_damaged or (fault is Fault.ALTERED and not self._was_reopened)
            if self._path is not None and is_mendable and not self._was_emptied:
                self._connection = self._open_again(self._path, is_damaged=is_damaged)
            else:
                self._connection = self._open_in_memory(fault)
            try:
                self._repeat()
                return
            except FAILURES as again:
                error = again

    def _repeat(self) -> None:
        if self._in_transaction:
            self._connection.execute("BEGIN IMMEDIATE")
            for sql, rows in self._done:
                _run(self._connection, sql, rows)

    def _open(self, path: Path) -> sqlite3.Connection:
        try:
            if path.is_symlink():
                path.unlink()
            if is_in_the_way(path):
                return self._open_in_memory(Fault.UNWRITABLE)
            return self._open_file(path)
        except OSError:
            return self._open_in_memory(Fault.UNWRITABLE)
        except FAILURES as error:
            fault = find_fault(error)
            if fault is None:
                raise
            if fault in (Fault.DAMAGED, Fault.ALTERED):
                return self._open_again(path, is_damaged=True)
            return self._open_in_memory(fault)

    def _open_file(self, path: Path) -> sqlite3.Connection:
        self._identity = identify(path)
        connection = self._connect(path, timeout=self._wait_seconds, isolation_level=None)
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA synchronous = NORMAL")
            if (why := prepare(connection, self._made_for)) is not None:
                self.notice = f"{why}; it has been rebuilt"
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_again(self, path: Path, *, is_damaged: bool) -> sqlite3.Connection:
        """Throw a damaged file away and begin a new one; one that was altered is put right as it is opened."""
        self._was_reopened = True
        self._was_emptied = is_damaged
        try:
            if is_damaged:
                discard(path, self._identity, self._wait_seconds)
            connection = self._open_file(path)
        except OSError:
            return self._open_in_memory(Fault.UNWRITABLE)
        except FAILURES as error:
            return self._open_in_memory(find_fault(error) or Fault.DAMAGED)
        if is_damaged:
            self.notice = "the index was damaged; it has been rebuilt"
        return connection

    def _open_in_memory(self, fault: Fault | None) -> sqlite3.Connection:
        """A database in memory, filled with what can still be read of the file."""
        self._in_memory = True
        self.notice = f"{fault.value}; answering without it" if fault else None
        if self._path is not None and fault in (Fault.LOCKED, Fault.UNWRITABLE, Fault.FULL):
            with suppress(*FAILURES, OSError):
                return self._copy_file(self._path)
        return self._make_in_memory()

    def _make_in_memory(self) -> sqlite3.Connection:
        connection = self._connect(":memory:", isolation_level=None)
        prepare(connection, self._made_for)
        return connection

    def _copy_file(self, path: Path) -> sqlite3.Connection:
        """The file in memory, as an index for what this one is for. Raises one of FAILURES, or OSError."""
        if not path.is_file() or is_in_the_way(path):
            raise FileNotFoundError(path)
        target = self._connect(":memory:", isolation_level=None)
        try:
            with closing(self._connect(path, timeout=0)) as source:
                source.backup(target, progress=_stop_when_busy)
            prepare(target, self._made_for)
        except BaseException:
            target.close()
            raise
        return target


def _run(connection: sqlite3.Connection, sql: str, rows: Sequence[Row]) -> None:
    """SQLite's module takes only statements that change rows many times over."""
    if len(rows) == 1:
        connection.execute(sql, rows[0])
    else:
        connection.executemany(sql, rows)


def _can(connection: sqlite3.Connection, statement: str) -> bool:
    try:
        connection.execute(statement)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_AUTH):
            raise
        return False
    return True


def _stop_when_busy(status: int, _remaining: int, _total: int) -> None:
    """Without this, the copy would wait for a lock for as long as it is held."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise sqlite3.OperationalError("database is locked")
