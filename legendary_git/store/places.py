"""Where the memories are in a work tree, and the index in its git directory; which index is one of ours."""

from __future__ import annotations

MEMORIES = ".legendary/memories"
INDEX = "legendary/index.db"
"""Below the work tree's own git directory, into which nothing comes with a commit: who made it is who works here."""

CONFIG = ".legendary/config.toml"

APPLICATION_ID = 0x4C474D31
SCHEMA_VERSION = 5
