"""Where in a repository the memories are, and the index beside them; which index is one of ours."""

from __future__ import annotations

MEMORIES = ".legendary/memories"
INDEX = ".legendary/index.db"
BESIDE_INDEX = tuple(f"{INDEX}-{ending}" for ending in ("journal", "wal", "shm"))
"""What SQLite plays into an index when it opens it. Ours has a rollback journal alone, and that while it is written."""

CONFIG = ".legendary/config.toml"

APPLICATION_ID = 0x4C474D31
SCHEMA_VERSION = 4
