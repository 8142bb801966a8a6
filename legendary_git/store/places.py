"""Where in a repository the memories are, and the index beside them; which index is one of ours."""

from __future__ import annotations

MEMORIES = ".legendary/memories"
INDEX = ".legendary/index.db"
BESIDE_INDEX = tuple(f"{INDEX}-{ending}" for ending in ("journal", "wal", "shm"))
"""What SQLite plays into an index when it opens it. Ours has a rollback journal alone, and that while it is written."""

META = "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID"
"""The table that tells whose an index is: to the letter, for a view or a column that is computed may never end."""

LONGEST = (0, 64 * 1024 * 1024)
"""For `Connection.setlimit`: SQLITE_LIMIT_LENGTH, and the most bytes of a value. A memory has a megabyte at most."""

CONFIG = ".legendary/config.toml"

APPLICATION_ID = 0x4C474D31
SCHEMA_VERSION = 4
