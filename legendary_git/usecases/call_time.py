"""The time that one answer to an agent may take in all, however many things are looked at for it.

Nothing is loaded for it: every push begins here, and hardly any needs it.
"""

from __future__ import annotations

import time

MOST_SECONDS = 4.0
_CATCHING_UP = 3.0
_TELLING = 0.7
"""Of the time for an answer, what is kept for telling it once everything is judged."""
_FOR_A_PERSON = 600.0
_PATIENCE = 1.0
_LEAST_PATIENCE = 0.02
"""Another process that only writes is done in less."""


class TooLong(BaseException):
    """The time is over; no handler of errors may take it for one."""

    def __init__(self) -> None:
        super().__init__("the time was over in which an agent has to have its answer")


_ends: list[float] = []
"""When the answer that is being made has to be there; nothing where nobody waits for one."""
_waits: list[float] = []
"""Until when it waits for what others have locked."""


def begin_call() -> None:
    """From now on an agent waits; what was begun before is over."""
    now = time.monotonic()
    _ends[:] = [now + MOST_SECONDS]
    _waits[:] = [now + min(_PATIENCE, MOST_SECONDS / 4)]


def end_call() -> None:
    """Nobody waits any more."""
    _ends.clear()
    _waits.clear()


def current_call() -> float | None:
    """What tells the answer that is being made from all others of this process; None where nobody waits for one."""
    return _ends[0] if _ends else None


def catching_up_seconds() -> float:
    """How long all memories may be read for an answer: some of its time has to be left for judging. A person waits."""
    if not _ends:
        return _FOR_A_PERSON
    return max(0.0, min(_CATCHING_UP, seconds_left(MOST_SECONDS) - (MOST_SECONDS - _CATCHING_UP)))


def lock_seconds(most: float) -> float:
    """How long a lock may be waited for, for which a person waits `most` seconds.

    An agent's answer waits for all locks together in its first second only: after that it is made without what is
    locked, and that takes time as well.
    """
    return min(most, max(_LEAST_PATIENCE, _waits[0] - time.monotonic())) if _waits else most


def judging_seconds() -> float:
    """How long judging may go on: something of the time is left to tell what came of it. A person waits."""
    return max(0.0, seconds_left(MOST_SECONDS) - _TELLING) if _ends else _FOR_A_PERSON


def rest_seconds() -> float:
    """How long the rest may take, once everything is judged. A person waits."""
    return seconds_left(_FOR_A_PERSON)


def seconds_left(most: float) -> float:
    """How long something may take that may take `most` seconds: no longer than the whole answer. Zero: it is over."""
    return max(0.0, min(most, *(end - time.monotonic() for end in _ends))) if _ends else most
