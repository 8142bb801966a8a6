"""Take a field out of a payload, of which nothing can be relied on."""

from __future__ import annotations

from legendary_git.agents.event import Payload


def field(payload: Payload, *names: str) -> object:
    """What stands under these names, one below the other; None where one of them is missing or is no object."""
    found: object = payload
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def text(payload: Payload, *names: str) -> str:
    """The text that stands there; empty for anything else."""
    found = field(payload, *names)
    return found if isinstance(found, str) else ""
