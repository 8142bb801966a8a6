"""A secret that can be known by its form: words that must be there, and a pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from legendary_git.domain.values import dataclass, field
from legendary_git.secrets.placeholder import is_placeholder

_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"


@dataclass(frozen=True)
class Hit:
    """Where in a text a secret of a kind starts and ends."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True)
class Shape:
    """`pattern` is looked for in the lines that have one of `hints`; with `spans`, in the whole of a text that has one.

    The group named `value`, or else the whole match, is asked whether it is a placeholder, and then `holds`.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: str
    holds: Callable[[str], bool] | None = field(default=None, compare=False)
    spans: bool = False

    def hits(self, text: str) -> Iterator[Hit]:
        for start, end in self.places(text):
            for match in compiled(self.pattern).finditer(text, start, end):
                value = match["value"] if "value" in match.re.groupindex else match[0]
                if not is_placeholder(value) and (self.holds is None or self.holds(value)):
                    yield Hit(self.kind, match.start(), match.end())

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where to look: most texts have no hint, and cost one search each."""
        if not self.spans:
            yield from lines_with(self.hints, text)
        elif any(hint in text for hint in self.hints):
            yield 0, len(text)


def lines_with(hints: tuple[str, ...], text: str) -> Iterator[tuple[int, int]]:
    """The starts and ends of the lines that have one of `hints`; a line that has several comes once for each."""
    for hint in hints:
        at = text.find(hint)
        while at >= 0:
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield text.rfind("\n", 0, at) + 1, end
            at = text.find(hint, end)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when first needed, as most patterns never are."""
    return re.compile(pattern)


def token(kind: str, prefix: str, rest: str, *hints: str) -> Shape:
    """One that begins with `prefix` (plain text), and is long enough where `rest` matches; what follows is ignored."""
    return Shape(kind, hints or (prefix,), _BEFORE + re.escape(prefix) + rest)


def exact(kind: str, pattern: str, *hints: str) -> Shape:
    """One that ends where `pattern` does: its form alone would be too little to go by."""
    return Shape(kind, hints, _BEFORE + pattern + _AFTER)
