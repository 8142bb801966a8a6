"""Where in a repository the memories are, and the index beside them; which index is one of ours."""

from __future__ import annotations

MEMORIES = ".legendary/memories"
INDEX = ".legendary/index.db"
CONFIG = ".legendary/config.toml"

APPLICATION_ID = 0x4C474D31
SCHEMA_VERSION = 4
