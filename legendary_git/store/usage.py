"""What happened to memories in this clone: `usage.db` in git's common dir, shared by its work trees.

Nothing here is needed for an answer, and nothing is waited for: what cannot be written is not counted.
"""

from __future__ import annotations

import os

from legendary_git.store.places import is_in_the_way

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping
else:
    try:  # what `sqlite3` adds is not needed here, and takes as long to load as a sighting to be written
        import _sqlite3 as sqlite3
    except ImportError:
        import sqlite3

FILE = os.path.join("legendary", "usage.db")
_WAIT_SECONDS = 0.1
_FAILURES = (sqlite3.Error, UnicodeError, MemoryError, SystemError)
_TABLES = """
CREATE TABLE IF NOT EXISTS sightings (memory_id TEXT NOT NULL, at TEXT NOT NULL, session TEXT);
CREATE INDEX IF NOT EXISTS sightings_of ON sightings (memory_id, at);
"""
"""Tables are only ever added, each where it is first needed: the file outlives every version, and other versions use it
at the same time."""


class Seen:
    """How often a memory's errors were seen before, and when last (ISO 8601); `last` is None where never."""

    __slots__ = ("last", "times")

    def __init__(self, times: int, last: str | None) -> None:
        self.times = times
        self.last = last


def count_sightings(common_dir: str, memory_ids: Iterable[str]) -> Mapping[str, Seen]:
    """The sightings of some memories that are known; of one that was never seen, nothing."""
    found: dict[str, Seen] = {}
    connection = _open(common_dir, is_made=False)
    if connection is None:
        return found
    try:
        for memory_id in memory_ids:
            row = connection.execute("SELECT count(*), max(at) FROM sightings WHERE memory_id = ?", (memory_id,))
            times, last = row.fetchone()
            if times:
                found[memory_id] = Seen(int(times), str(last))
    except (*_FAILURES, ValueError):
        return found
    finally:
        connection.close()
    return found


def add_sightings(common_dir: str, memory_ids: Iterable[str], at: str, session: str | None) -> bool:
    """Keep that the errors of these memories were seen now; whether that could be kept."""
    connection = _open(common_dir, is_made=True)
    if connection is None:
        return False
    try:
        connection.executescript(_TABLES)
        rows = [(memory_id, at, session) for memory_id in memory_ids]
        with connection:
            connection.executemany("INSERT INTO sightings VALUES (?, ?, ?)", rows)
    except _FAILURES:
        return False
    finally:
        connection.close()
    return True


def _open(common_dir: str, *, is_made: bool) -> sqlite3.Connection | None:
    path = os.path.join(common_dir, FILE)
    try:
        if is_in_the_way(path) or os.path.islink(os.path.dirname(path)):
            return None
        if is_made:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        elif not os.path.isfile(path):
            return None
        connection = sqlite3.connect(path, timeout=_WAIT_SECONDS)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA synchronous = OFF")
    except (OSError, *_FAILURES):
        return None
    return connection
