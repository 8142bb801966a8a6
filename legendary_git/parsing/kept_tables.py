"""The languages' files as they were parsed last, kept beside them as Python keeps its own compiled modules.

To load a parser of TOML and to parse one file takes as long as starting Python, and hooks of agents wait for it.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FOLDER = "__pycache__"


def read_table(path: str) -> dict[str, Any]:
    """What a TOML file says. Raises OSError where it is not there."""
    found = os.stat(path)
    stamp = (found.st_size, found.st_mtime_ns)
    kept = _kept_path(path)
    table = _read_kept(kept, stamp) if kept is not None else None
    if table is None:
        with open(path, "rb") as file:
            table = parse_toml(file.read())
        if kept is not None and not sys.dont_write_bytecode:
            _keep(kept, stamp, table)
    return table


def parse_toml(data: bytes) -> dict[str, Any]:
    import tomllib  # late: see above

    return tomllib.loads(data.decode("utf-8"))


def _kept_path(path: str) -> str | None:
    """Where it is kept; nowhere, where Python was told to keep its own somewhere else."""
    folder, name = os.path.split(path)
    tag = sys.implementation.cache_tag
    return None if sys.pycache_prefix or tag is None else os.path.join(folder, _FOLDER, f"{name}.{tag}.table")


def _read_kept(kept: str, stamp: tuple[int, int]) -> dict[str, Any] | None:
    try:
        with open(kept, "rb") as file:
            found, table = marshal.loads(file.read())  # noqa: S302 - as far to be trusted as the code beside it
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return table if found == stamp and isinstance(table, dict) else None


def _keep(kept: str, stamp: tuple[int, int], table: dict[str, Any]) -> None:
    """Where it cannot be written, the next one parses again."""
    scratch = f"{kept}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        with open(scratch, "wb") as file:
            file.write(marshal.dumps((stamp, table)))
        os.replace(scratch, kept)
    except (OSError, ValueError):
        return
