"""The one door to betterleaks, the library of published shapes, which is loaded when a text is first looked through.

Text in, findings out: it is handed no path and no configuration, and validates nothing.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from legendary_git.domain.values import dataclass
from legendary_git.secrets.pieces import Piece, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from betterleaks import Finding

_CHOOSES = "BETTERLEAKS_LIB_PATH"
_LEAST_SPACE = 4 << 30
"""Of addresses. Go's runtime reserves nearly half of it, and ends the whole process where it cannot."""


@dataclass(frozen=True)
class Reported:
    """What the library says of a text. Lines and columns are counted from 1; `end` is the last character."""

    rule: str
    confidence: str
    start: tuple[int, int]
    end: tuple[int, int]
    value: str


@dataclass(frozen=True)
class Library:
    """The library, or why there is none."""

    version: str
    problem: str = ""
    scan: Callable[[str], list[Reported]] | None = None


@cache
def load_library() -> Library:
    """Loaded once. Nothing is raised: where it is missing, our own shapes do what they can alone."""
    if is_confined():
        return Library("", "not loaded: the address space of this process is limited (ulimit -v)")
    try:
        import betterleaks
    except ImportError as error:
        return Library("", f"not installed: {error}")
    try:
        with chosen_by_nobody():
            betterleaks.scan_string("")
    except (betterleaks.BetterleaksError, OSError, AttributeError) as error:
        return Library(betterleaks.__version__, f"does not load: {error}")

    def scan(text: str) -> list[Reported]:
        return [placed(one, piece) for piece in pieces(text) for one in betterleaks.scan_string(piece.text)]

    return Library(betterleaks.__version__, scan=scan)


def placed(one: Finding, piece: Piece) -> Reported:
    """What was found in a part of a text, where it stands in the whole of it."""
    at = one.location
    return Reported(
        one.rule_id,
        one.confidence,
        _place(at.start_line, at.start_column, piece),
        _place(at.end_line, at.end_column, piece),
        one.match.value,
    )


def _place(line: int, column: int, piece: Piece) -> tuple[int, int]:
    return line + piece.line - 1, column + piece.before if line <= 1 else column


def is_confined() -> bool:
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    return most != resource.RLIM_INFINITY and most < _LEAST_SPACE


@contextmanager
def chosen_by_nobody() -> Iterator[None]:
    """Without the variable that names a file to load as the library: it would run in every hook."""
    chosen = os.environ.pop(_CHOOSES, None)
    try:
        yield
    finally:
        if chosen is not None:
            os.environ[_CHOOSES] = chosen
