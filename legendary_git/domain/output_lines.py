"""The lines of a command's output, those put together again that a terminal or another process took apart."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTHS = frozenset({79, 80, 99, 100, 119, 120, 132, 160, 200})
"""How wide terminals are, and what tools take for one column less."""
_NARROWEST, _WIDEST = 40, 400
_FEW_LINES = 2000
_RARE = 100
_OFTEN = 3
_LONGEST = 2000
"""Of what is put together: twice the longest trigger, and each two of these overlap by half."""


def unwrapped(lines: list[str]) -> list[str]:
    """The lines that may have been broken, whole: only these, and beside what was printed.

    A line may have been broken where it is as long as a terminal is wide, or as the longest of all. One line of another
    process may stand between the two pieces. What did not belong together costs time, and means nothing.
    """
    lengths = list(map(len, lines))
    widths = _widths(lengths)
    full = [at for at, length in enumerate(lengths[:-1]) if length in widths]
    return [whole for first, last in _chains(full) for whole in _joined(lines, first, last)]


def _widths(lengths: list[int]) -> set[int]:
    """At which lengths lines may have been broken. Of a long output, what comes conspicuously often: at any length
    there are lines that just happen to have it.
    """
    widest = max(lengths, default=0)
    found = {widest} if _NARROWEST <= widest <= _WIDEST else set()
    if len(lengths) <= _FEW_LINES:
        return found | WIDTHS
    often = {width for width in WIDTHS if lengths.count(width) > len(lengths) // _RARE}
    return found.union(width for width in often if lengths.count(width) > _OFTEN * lengths.count(width - 3))


def _chains(full: list[int]) -> Iterator[tuple[int, int]]:
    """First and last of each series of full lines."""
    at = 0
    while at < len(full):
        first = at
        while at + 1 < len(full) and full[at + 1] == full[at] + 1:
            at += 1
        yield full[first], full[at]
        at += 1


def _joined(lines: list[str], first: int, last: int) -> Iterator[str]:
    pieces = lines[first : last + 2]
    step = max(2, _LONGEST // (2 * len(pieces[0])))
    for start in range(0, max(1, len(pieces) - step), step):
        yield "".join(pieces[start : start + 2 * step])
    if last + 2 < len(lines):
        yield f"{lines[last]}{lines[last + 2]}"
