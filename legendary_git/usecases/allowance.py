"""How long judging may take, where somebody else decides how much there is to judge: on a server."""

from __future__ import annotations

import time

from legendary_git.git.deadline import late


class Allowance:
    """So many seconds from now on, of a wall clock that all processes of a machine share; None: without an end."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds if seconds is not None else None

    @property
    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    @property
    def last_moment(self) -> float | None:
        """When all has to end: what is left to do when the time for judging is over gets as much again."""
        return self._end + (self.seconds or 0.0) if self._end is not None else None

    def refuse_late(self) -> None:
        """Raises OverLimit where the time is over."""
        if self.is_over:
            raise late()


UNLIMITED = Allowance()
