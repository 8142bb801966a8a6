"""A long text in parts, for an engine that cannot be stopped and takes longer than the length of its lines lets expect.

The library looks at what is around each match, so that a line of a hundred thousand characters takes it a hundred times
as long as the same text in short ones. Between two parts whoever waits can go away.
"""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.values import dataclass

LONGEST = 4_000
"""Characters of a part. No text that people write for one reason is longer."""
OVERLAP = 400
"""Characters of a part that the next one begins with: no token is longer, and a name stands near its value."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text, and where it begins: its line counted from 1, and the characters before it in that line."""

    text: str
    line: int = 1
    before: int = 0


def pieces(text: str) -> Iterator[Piece]:
    """The text itself where it is short, else parts of it that overlap, cut between lines wherever that is possible."""
    start, line = 0, 1
    while True:
        end = _end(text, start)
        yield Piece(text[start:end], line, start - (text.rfind("\n", 0, start) + 1))
        if end == len(text):
            return
        following = _start(text, start, end)
        line += text.count("\n", start, following)
        start = following


def _end(text: str, start: int) -> int:
    if len(text) - start <= LONGEST:
        return len(text)
    end = text.rfind("\n", start + OVERLAP, start + LONGEST)
    return start + LONGEST if end < 0 else end + 1


def _start(text: str, start: int, end: int) -> int:
    """Where the next part begins: with the last lines of this one as far as they are short, and after its beginning."""
    lines = text.find("\n", max(start, end - OVERLAP - 1), end - 1)
    following = lines + 1 if lines >= 0 else end - OVERLAP
    return max(following, start + 1)
