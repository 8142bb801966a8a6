"""The memories that were read for the answer that is being made, where no index keeps them: once is enough."""

from __future__ import annotations

from legendary_git.domain.memory import Memory
from legendary_git.usecases.call_time import current_call

_read: dict[tuple[float, str], tuple[Memory, ...]] = {}


def find_read(root: str) -> tuple[Memory, ...] | None:
    """The memories of a work tree; None where they were not read for this answer, or nobody waits for one."""
    call = current_call()
    return _read.get((call, root)) if call is not None else None


def keep_read(root: str, memories: tuple[Memory, ...]) -> None:
    """Keep them until the next answer."""
    call = current_call()
    _read.clear()
    if call is not None:
        _read[call, root] = memories
