"""How far a long command is: one line on a terminal that is gone when the command has ended, and nowhere else."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_SOON_SECONDS = 1.0
"""Who waits less sees nothing, and does not wait for what draws it to be loaded."""
_OFTEN_SECONDS = 0.1

Told = Callable[[str, int, int], None]


@contextmanager
def progress(
    stream: TextIO | None = None, environ: Mapping[str, str] | None = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Told]:
    """A function to be told what is done, and how much of how much; it draws on stderr, if a person looks there."""
    line = _Line(stream or sys.stderr, clock) if _is_watched(stream or sys.stderr, environ or os.environ) else None
    try:
        yield line.tell if line is not None else _tell_nobody
    finally:
        if line is not None:
            line.end()


def _tell_nobody(doing: str, done: int, total: int) -> None:
    pass


def _is_watched(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether a line can be drawn and drawn over there. What CI keeps is a log, even where it looks like a terminal."""
    if environ.get("TERM", "") in ("dumb", "unknown") or environ.get("CI", "") not in ("", "0", "false"):
        return False
    return stream.isatty()


class _Line:
    """Drawn only from `tell`: without a thread of its own, so that processes can be forked meanwhile."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream = stream
        self._clock = clock
        self._next = clock() + _SOON_SECONDS
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def tell(self, doing: str, done: int, total: int) -> None:
        now = self._clock()
        if now < self._next:
            return
        self._next = now + _OFTEN_SECONDS
        if self._bar is None:
            self._bar = _begin(self._stream)
        if self._task is None:
            self._task = self._bar.add_task(doing, total=total)
        self._bar.update(self._task, description=doing, completed=done, total=total)
        self._bar.refresh()

    def end(self) -> None:
        """Take the line away."""
        if self._bar is not None:
            self._bar.stop()


def _begin(stream: TextIO) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    # NO_COLOR is known to it: then there is a bar without colour.
    console = Console(file=stream, stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    bar = Progress(*columns, console=console, auto_refresh=False, transient=True, redirect_stdout=False)
    bar.start()
    return bar
