"""Work that may take only so long, because an agent waits for it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from legendary_git.git.process_groups import in_groups_of_their_own
from legendary_git.usecases.call_time import MOST_SECONDS, TooLong, seconds_left


@contextmanager
def limited(seconds: float = MOST_SECONDS) -> Iterator[None]:
    """Raise TooLong in the block when the time is over, where the system can tell.

    All that is done for one answer has no more time than that answer. What git has started for us by then (a filter,
    say) is ended with it. Not to be used inside itself.
    """
    left = seconds_left(seconds)
    if left <= 0:
        raise TooLong

    def stop(number: int, frame: object) -> None:  # noqa: ARG001 - a handler is given both
        raise TooLong

    try:
        before = signal.signal(signal.SIGALRM, stop)
    except (ValueError, AttributeError):  # not the main thread, or a system without alarms
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, left)
    try:
        with in_groups_of_their_own():
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
