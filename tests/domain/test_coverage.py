"""Which anchors are about at least the code that others are about."""

from __future__ import annotations

import pytest

from legendary_git.domain.coverage import Extent, covers
from legendary_git.domain.region import LineRange, Region, Span

TEXT = "a.py"


def symbol(name: str, *spans: tuple[int, int, int, int], path: str = TEXT) -> Extent:
    """Each span: bytes from, to, lines first, last."""
    found = tuple(Span(start, end, LineRange(first, last)) for start, end, first, last in spans)
    return Extent(path, f"{path}::{name}", Region(found, is_symbol=True))


def lines(first: int, last: int) -> Extent:
    return Extent(TEXT, f"{TEXT}:{first}-{last}", Region((Span(first * 10, last * 10 + 9, LineRange(first, last)),)))


WHOLE = Extent(TEXT, TEXT, Region((Span(0, 300, LineRange(1, 30)),)), is_whole=True)
CLASS = symbol("A", (100, 200, 10, 20))
METHOD = symbol("A.f", (110, 150, 11, 15))
OTHER = symbol("B", (201, 290, 21, 29))
GONE = Extent(TEXT, f"{TEXT}::gone")


@pytest.mark.parametrize(
    ("wide", "narrow", "is_covered"),
    [
        pytest.param(WHOLE, CLASS, True, id="the file its symbols"),
        pytest.param(WHOLE, lines(3, 4), True, id="the file its lines"),
        pytest.param(WHOLE, GONE, True, id="the file what is gone from it"),
        pytest.param(CLASS, METHOD, True, id="the class its methods"),
        pytest.param(METHOD, METHOD, True, id="itself"),
        pytest.param(METHOD, CLASS, False, id="not a method its class"),
        pytest.param(CLASS, WHOLE, False, id="not a class its file"),
        pytest.param(lines(1, 30), WHOLE, False, id="not all lines of today the file"),
        pytest.param(CLASS, OTHER, False, id="not a neighbour"),
        pytest.param(lines(9, 16), METHOD, True, id="lines a symbol in them"),
        pytest.param(lines(12, 16), METHOD, False, id="not lines a symbol that begins above"),
        pytest.param(METHOD, lines(12, 13), True, id="a symbol lines in it"),
        pytest.param(lines(3, 9), lines(4, 9), True, id="lines fewer lines"),
        pytest.param(lines(4, 9), lines(3, 9), False, id="not lines more lines"),
        pytest.param(CLASS, GONE, False, id="not a class what is gone"),
        pytest.param(GONE, GONE, True, id="what is gone itself"),
        pytest.param(
            symbol("f", (0, 9, 1, 1), (20, 29, 3, 3)),
            symbol("g", (2, 5, 1, 1), (22, 25, 3, 3)),
            True,
            id="all passages",
        ),
        pytest.param(symbol("f", (0, 9, 1, 1)), symbol("g", (2, 5, 1, 1), (22, 25, 3, 3)), False, id="not one of two"),
        pytest.param(symbol("f", (0, 9, 1, 1)), symbol("g", (10, 19, 1, 1)), False, id="not a neighbour on one line"),
    ],
)
def test_covers(wide: Extent, narrow: Extent, is_covered: bool) -> None:
    assert covers(wide, narrow) is is_covered


def test_covers_nothing_of_another_file() -> None:
    whole = Extent("b.py", "b.py", WHOLE.region, is_whole=True)
    assert not covers(whole, CLASS)
