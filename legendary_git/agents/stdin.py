"""Read a payload from standard input, whatever stands there."""

from __future__ import annotations

import os
import select
import sys
import time

from legendary_git.agents.json_text import parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BYTES = 32 * 1024 * 1024
MOST_SECONDS = 2.0
HEAD = "LEGENDARY_HEAD"
"""In the environment: what an installed hook has read of standard input before it started us."""
_CHUNK = 1 << 20


def read_payload() -> dict[str, Any] | None:
    """The JSON object on standard input; None for anything else: nothing, a terminal, a list, more than MOST_BYTES.

    What has not come within MOST_SECONDS is not waited for: an input that is never closed stops no agent.
    """
    data = _take_head() + _read(MOST_BYTES, MOST_SECONDS)
    try:
        found = parse_json(data) if data else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _take_head() -> bytes:
    """Taken out of the environment: no program that we start needs it."""
    return os.fsencode(os.environ.pop(HEAD, ""))


def _read(most_bytes: int, most_seconds: float) -> bytes:
    try:
        descriptor = sys.stdin.fileno()
        if os.isatty(descriptor):
            return b""
    except (AttributeError, OSError, ValueError):  # closed from the start
        return b""
    until = time.monotonic() + most_seconds
    chunks: list[bytes] = []
    size = 0
    while size <= most_bytes:
        try:
            if not select.select([descriptor], [], [], max(0.0, until - time.monotonic()))[0]:
                break
            chunk = os.read(descriptor, _CHUNK)
        except (OSError, ValueError):
            return b""
        if not chunk:
            break
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks) if size <= most_bytes else b""
