"""What differs between two versions of some code, for a person to see: lines beside each other, changed tokens marked.

No verdict hangs on this: verdicts compare fingerprints, and this compares words and signs as they stand in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

_LEXEME = re.compile(r"\w+|[^\w\s]")
_LEXEME_OR_SPACE = re.compile(r"\w+|[^\w\s]|\s+")
_MOST_LEXEMES = 20_000
"""Above this many on one side, lines are compared first, which is coarser and much quicker."""
_MOST_PAIRS = 10_000
_ALIKE = 0.35
"""Lines that share less than this stand below each other, not side by side."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line, and whether the other version has something else there."""

    text: str
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of one version: its number from 1 within the text, and its pieces in order."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side; None where a version has no such line."""

    before: Line | None
    after: Line | None

    @property
    def is_changed(self) -> bool:
        """Whether anything in it is marked, or one side is missing."""
        if self.before is None or self.after is None:
            return True
        return any(piece.is_changed for line in (self.before, self.after) for piece in line.pieces)


def compare_texts(before: str, after: str) -> tuple[Row, ...]:
    """The two texts line by line. How a formatter lays code out is not marked, unless nothing else differs."""
    pattern = _LEXEME
    marks = _marks(before, after, pattern)
    if before != after and not any(marks[0]) and not any(marks[1]):
        pattern = _LEXEME_OR_SPACE
        marks = _marks(before, after, pattern, is_exact=True)
    old, new = _lines(before, marks[0], pattern), _lines(after, marks[1], pattern)
    return tuple(Row(*pair) for pair in _align(old, new))


def _marks(
    before: str, after: str, pattern: re.Pattern[str], *, is_exact: bool = False
) -> tuple[list[bool], list[bool]]:
    """For each lexeme of either text, whether it is changed."""
    old, new = _keys(before, pattern, is_exact=is_exact), _keys(after, pattern, is_exact=is_exact)
    marks = [True] * len(old), [True] * len(new)
    is_large = max(len(old), len(new)) > _MOST_LEXEMES
    for a, b, size in SequenceMatcher(None, old, new, autojunk=is_large).get_matching_blocks():
        marks[0][a : a + size] = [False] * size
        marks[1][b : b + size] = [False] * size
    for text, keys, flags in ((before, old, marks[0]), (after, new, marks[1])):
        _slide(keys, flags, _first_of_lines(text, pattern))
    return marks


def _slide(keys: Sequence[str], flags: list[bool], firsts: Sequence[bool]) -> None:
    """Let marked runs begin where a line does, if they can: of `a:` `if b:` it is `if b:` that was added to `a:`.

    A run may as well stand one further where it begins with what follows it; what is not marked stays the same.
    """
    end = 0
    while (start := _find(flags, True, end)) < len(flags):
        end = _find(flags, False, start)
        first, last = start, end
        while last < len(flags) and not firsts[first] and not flags[last] and keys[first] == keys[last]:
            first, last = first + 1, last + 1
        if first > start and firsts[first] and (last == len(flags) or not flags[last]):
            flags[start:last] = [False] * (first - start) + [True] * (last - first)
            end = last


def _find(flags: Sequence[bool], wanted: bool, start: int) -> int:
    return next((place for place in range(start, len(flags)) if flags[place] is wanted), len(flags))


def _first_of_lines(text: str, pattern: re.Pattern[str]) -> list[bool]:
    ends = [found.end() for found in pattern.finditer(text)]
    starts = [found.start() for found in pattern.finditer(text)]
    return ["\n" in text[end:start] or end == 0 for end, start in zip([0, *ends], starts, strict=False)]


def _keys(text: str, pattern: re.Pattern[str], *, is_exact: bool) -> list[str]:
    """What lexemes are compared by: formatters change one kind of quotes into the other."""
    return [found if is_exact or found != "'" else '"' for found in pattern.findall(text)]


def _lines(text: str, marks: Sequence[bool], pattern: re.Pattern[str]) -> list[Line]:
    """The lines of a text, cut where marks begin and end; blanks between two marked lexemes are marked with them."""
    flags = [False] * len(text)
    last_end: int | None = None
    for found, is_changed in zip(pattern.finditer(text), marks, strict=True):
        start = found.start()
        if is_changed:
            joins = last_end is not None and "\n" not in text[last_end:start]
            start = last_end if joins and last_end is not None else start
            flags[start : found.end()] = [True] * (found.end() - start)
        last_end = found.end() if is_changed else None
    return [Line(number, pieces) for number, pieces in enumerate(_cut(text, flags), start=1)]


def _cut(text: str, flags: Sequence[bool]) -> Iterator[tuple[Piece, ...]]:
    start = 0
    for line in text.split("\n"):
        pieces: list[Piece] = []
        for char, flag in zip(line, flags[start : start + len(line)], strict=True):
            if pieces and pieces[-1].is_changed == flag:
                pieces[-1] = Piece(pieces[-1].text + char, flag)
            else:
                pieces.append(Piece(char, flag))
        yield tuple(pieces)
        start += len(line) + 1


def _align(old: list[Line], new: list[Line]) -> Iterator[tuple[Line | None, Line | None]]:
    """Equal lines beside each other, between them those that are alike."""
    matcher = SequenceMatcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            yield from zip(old[a:b], new[c:d], strict=True)
        else:
            yield from _align_changed(old[a:b], new[c:d])


def _align_changed(old: list[Line], new: list[Line]) -> Iterator[tuple[Line | None, Line | None]]:
    if len(old) * len(new) > _MOST_PAIRS:
        yield from zip_longest(old, new)
        return
    row, column = 0, 0
    for a, b in _best_pairs(old, new):
        yield from zip_longest(old[row:a], new[column:b])
        yield old[a], new[b]
        row, column = a + 1, b + 1
    yield from zip_longest(old[row:], new[column:])


def _best_pairs(old: list[Line], new: list[Line]) -> list[tuple[int, int]]:
    """The pairs of alike lines, in order on both sides, that are alike the most in all."""
    degrees = [[_likeness(a, b) for b in new] for a in old]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for a in range(len(old) - 1, -1, -1):
        for b in range(len(new) - 1, -1, -1):
            paired = degrees[a][b] + best[a + 1][b + 1] if degrees[a][b] >= _ALIKE else 0.0
            best[a][b] = max(best[a + 1][b], best[a][b + 1], paired)
    pairs, a, b = [], 0, 0
    while a < len(old) and b < len(new):
        if degrees[a][b] >= _ALIKE and best[a][b] == degrees[a][b] + best[a + 1][b + 1]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            a += 1
        else:
            b += 1
    return pairs


def _likeness(one: Line, other: Line) -> float:
    """The share of words and signs that two lines have in common, whatever their order, 0 to 1."""
    left, right = _LEXEME.findall(one.text), _LEXEME.findall(other.text)
    if not left and not right:
        return 1.0
    rest, common = list(right), 0
    for lexeme in left:
        if lexeme in rest:
            rest.remove(lexeme)
            common += 1
    return 2 * common / (len(left) + len(right))
