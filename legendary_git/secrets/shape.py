"""A secret that can be known by its form: words that must be there, and a pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

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
    """`pattern` is looked for only in a text that has one of `hints`: most texts have none, and pay nothing.

    The group named `value`, or else the whole match, is asked whether it is a placeholder, and then `holds`.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: str
    holds: Callable[[str], bool] | None = field(default=None, compare=False)

    def hits(self, text: str) -> Iterator[Hit]:
        if not any(hint in text for hint in self.hints):
            return
        for match in compiled(self.pattern).finditer(text):
            value = match["value"] if "value" in match.re.groupindex else match[0]
            if not is_placeholder(value) and (self.holds is None or self.holds(value)):
                yield Hit(self.kind, match.start(), match.end())


@lru_cache(maxsize=None)
def compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when first needed, as most patterns never are."""
    return re.compile(pattern)


def token(kind: str, prefix: str, rest: str, *hints: str) -> Shape:
    """One that begins with `prefix` (plain text), and is long enough when `rest` matches; what follows does not matter."""
    return Shape(kind, hints or (prefix,), _BEFORE + re.escape(prefix) + rest)


def exact(kind: str, pattern: str, *hints: str) -> Shape:
    """One that ends where `pattern` does: its form alone would be too little to go by."""
    return Shape(kind, hints, _BEFORE + pattern + _AFTER)
