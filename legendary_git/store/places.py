"""Where in a repository the memories are, and the index beside them."""

from __future__ import annotations

MEMORIES = ".legendary/memories"
INDEX = ".legendary/index.db"
CONFIG = ".legendary/config.toml"
