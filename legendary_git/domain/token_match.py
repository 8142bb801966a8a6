"""Which words and signs of a text another version still has: what stands between them changed.

They are words and signs as they stand in the text, whatever its language; fingerprints and verdicts use others.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, pairwise

from legendary_git.domain.annotations import TypeAlias

Block: TypeAlias = tuple[int, int, int]
"""What both versions have: where it begins in the old one, where in the new one, and how many lexemes it is long."""

_LEXEME = re.compile(r"\w+|[^\w\s]")
_LEXEME_OR_SPACE = re.compile(r"\w+|[^\w\s]|\s+")
_ENOUGH = 8
"""Equal lines with so many lexemes are taken for the same lines; `else:` and `)` stand everywhere."""
_EXACT_LIMIT = 1_000_000
"""Above this many pairs of lexemes between two such runs, those that stand all over are not used to compare them."""


class Lexemes:
    """A text as words and signs. `is_exact`: blanks count too, and which quotes a string has."""

    def __init__(self, text: str, *, is_exact: bool = False) -> None:
        found = list((_LEXEME_OR_SPACE if is_exact else _LEXEME).finditer(text))
        self.text = text
        self.spans = [one.span() for one in found]
        self.keys = [one[0] if is_exact or one[0] != "'" else '"' for one in found]
        self.starts = [0]
        """The number of lexemes before each line, and in all. A lexeme is of the line that it begins in."""
        places = [start for start, _ in self.spans]
        for end in accumulate(len(line) + 1 for line in text.split("\n")):
            self.starts.append(bisect_left(places, end, lo=self.starts[-1]))

    @property
    def lines(self) -> list[tuple[str, ...]]:
        return [tuple(self.keys[start:end]) for start, end in pairwise(self.starts)]

    def line_of(self, place: int) -> int:
        return bisect_right(self.starts, place) - 1

    def marked(self, flags: list[bool]) -> list[bool]:
        """What is changed, character by character, given that for each lexeme; blanks between two such go with them."""
        _slide(self.keys, flags, set(self.starts))
        found = [False] * len(self.text)
        last_end: int | None = None
        for (start, end), is_changed in zip(self.spans, flags, strict=True):
            joins = is_changed and last_end is not None and "\n" not in self.text[last_end:start]
            first = last_end if joins and last_end is not None else start
            found[first:end] = [is_changed] * (end - first)
            last_end = end if is_changed else None
        return found


def match(old: Lexemes, new: Lexemes) -> list[Block]:
    """What both texts have, in order, without what is alike by chance."""
    return _without_islands(_match(old, new))


def split_lexemes(text: str) -> list[str]:
    """The words and signs of a text."""
    return _LEXEME.findall(text)


def _match(old: Lexemes, new: Lexemes) -> list[Block]:
    """The blocks of lexemes that both have, in order.

    Runs of equal lines that say enough to be the same ones are taken as they are, since the rest costs its square.
    """
    lines = old.lines
    found: list[Block] = []
    a, b = 0, 0
    for line, other, count in SequenceMatcher(None, lines, new.lines, autojunk=False).get_matching_blocks():
        size = sum(map(len, lines[line : line + count]))
        if size >= _ENOUGH or not count:
            next_a, next_b = old.starts[line], new.starts[other]
            found += _match_gap(old.keys[a:next_a], new.keys[b:next_b], a, b)
            found.append((next_a, next_b, size))
            a, b = next_a + size, next_b + size
    return found


def _match_gap(old: Sequence[str], new: Sequence[str], first_old: int, first_new: int) -> list[Block]:
    is_large = len(old) * len(new) > _EXACT_LIMIT
    blocks = SequenceMatcher(None, old, new, autojunk=is_large).get_matching_blocks()
    return [(a + first_old, b + first_new, size) for a, b, size in blocks]


def _without_islands(blocks: Sequence[Block]) -> list[Block]:
    """Without what is alike by chance: a bracket or a word between changes that are more than twice as long."""
    kept = [(0, 0, 0)]
    for place, (a, b, size) in enumerate(blocks):
        last_a, last_b, last_size = kept[-1]
        changed = max(a - last_a - last_size, b - last_b - last_size)
        next_a, next_b, _ = blocks[place + 1] if place + 1 < len(blocks) else (a + size, b + size, 0)
        changed_next = max(next_a - a - size, next_b - b - size)
        if 2 * size >= min(changed, changed_next):
            kept.append((a, b, size))
    return kept


def _slide(keys: Sequence[str], flags: list[bool], firsts: Collection[int]) -> None:
    """Let marked runs begin where a line does, if they can: of `a:` `if b:` it is `if b:` that was added to `a:`.

    A run may as well stand one further where it begins with what follows it; what is not marked stays the same.
    """
    end = 0
    while (start := _find(flags, True, end)) < len(flags):
        end = _find(flags, False, start)
        first, last = start, end
        while last < len(flags) and first not in firsts and not flags[last] and keys[first] == keys[last]:
            first, last = first + 1, last + 1
        if first > start and first in firsts and (last == len(flags) or not flags[last]):
            flags[start:last] = [False] * (first - start) + [True] * (last - first)
            end = last


def _find(flags: Sequence[bool], wanted: bool, start: int) -> int:
    return next((place for place in range(start, len(flags)) if flags[place] is wanted), len(flags))
