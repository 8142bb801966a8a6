"""What differs between two versions of some code, for a person to see: lines beside each other, changed tokens marked.

No verdict hangs on this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from legendary_git.domain.token_match import Block, Lexemes, match, split_lexemes
from legendary_git.domain.values import dataclass

_MOST_PAIRS = 10_000
"""Above this many pairs of lines they are not compared each with each."""
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
    sides = Lexemes(before), Lexemes(after)
    blocks = match(*sides)
    if before != after and all(sum(size for *_, size in blocks) == len(side.keys) for side in sides):
        sides = Lexemes(before, is_exact=True), Lexemes(after, is_exact=True)
        blocks = match(*sides)
    marks = [[True] * len(side.keys) for side in sides]
    for *places, size in blocks:
        for flags, place in zip(marks, places, strict=True):
            flags[place : place + size] = [False] * size
    old, new = (_cut(side.text, side.marked(flags)) for side, flags in zip(sides, marks, strict=True))
    return tuple(Row(*pair) for pair in _align(old, new, _pair_lines(*sides, blocks)))


def _cut(text: str, flags: Sequence[bool]) -> list[Line]:
    """The lines of a text, cut where marks begin and end."""
    start, found = 0, []
    for number, line in enumerate(text.split("\n"), start=1):
        pieces: list[Piece] = []
        for char, flag in zip(line, flags[start : start + len(line)], strict=True):
            if pieces and pieces[-1].is_changed == flag:
                pieces[-1] = Piece(pieces[-1].text + char, flag)
            else:
                pieces.append(Piece(char, flag))
        found.append(Line(number, tuple(pieces)))
        start += len(line) + 1
    return found


def _pair_lines(old: Lexemes, new: Lexemes, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """The pairs of lines, in order on both sides, that have the most lexemes in common in all."""
    shared: Counter[tuple[int, int]] = Counter()
    for a, b, size in blocks:
        shared.update((old.line_of(a + step), new.line_of(b + step)) for step in range(size))
    pairs = sorted(shared)
    best: list[tuple[int, int]] = []  # for each pair: the most in all up to it, and the number of the pair at which
    before: list[int] = []
    for number, (a, b) in enumerate(pairs):
        last = next((n for n in range(number - 1, -1, -1) if pairs[n][0] < a and pairs[n][1] < b), -1)
        before.append(best[last][1] if last >= 0 else -1)
        total = shared[a, b] + (best[last][0] if last >= 0 else 0)
        best.append(max((total, number), best[-1]) if best else (total, number))
    chain, number = [], best[-1][1] if best else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _align(
    old: list[Line], new: list[Line], pairs: Sequence[tuple[int, int]]
) -> Iterator[tuple[Line | None, Line | None]]:
    """These pairs beside each other, between them lines that are alike."""
    row, column = 0, 0
    for a, b in (*pairs, (len(old), len(new))):
        yield from _align_changed(old[row:a], new[column:b])
        if a < len(old):
            yield old[a], new[b]
        row, column = a + 1, b + 1


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
    left, right = split_lexemes(one.text), split_lexemes(other.text)
    if not left and not right:
        return 1.0
    rest, common = list(right), 0
    for lexeme in left:
        if lexeme in rest:
            rest.remove(lexeme)
            common += 1
    return 2 * common / (len(left) + len(right))
