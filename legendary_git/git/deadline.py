"""Until when a repository may be asked, where others decide what is in it: on a server, all who may push."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from legendary_git.errors import OverLimit

_ends: list[float] = []


@contextmanager
def until(moment: float) -> Iterator[None]:
    """In the block, nothing is asked any more after a moment of `time.monotonic`: OverLimit is raised instead."""
    _ends.append(moment)
    try:
        yield
    finally:
        _ends.pop()


def seconds_left() -> float | None:
    """How long something may take, zero where the time is over; None: nobody has set an end."""
    return max(0.0, min(_ends) - time.monotonic()) if _ends else None


def refuse_late() -> None:
    """Raises OverLimit where the time is over."""
    if seconds_left() == 0.0:
        raise late()


def late() -> OverLimit:
    """The error that says that the time is over."""
    return OverLimit("the time for it was over", "Try again, with less at once.")
