"""Words that a grammar cannot know, such as macros that stand for attributes: hidden from the parser, and counted.

The parser sees blanks in their place, so that nothing moves; text that no node covers counts as it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from legendary_git.domain.annotations import TypeAlias

Masked: TypeAlias = Sequence[tuple[int, int]]
"""Where each hidden passage begins and ends, in order."""

_BEGINNINGS = b"{};:>)"
"""What a statement or a declaration may follow."""


def mask(data: bytes, pattern: re.Pattern[bytes]) -> tuple[bytes, Masked]:
    """What the parser is to see of a file, of the same length, and where it sees less than there is.

    The pattern matches word by word. The text of its groups is hidden: of `first…` only where a statement begins; that
    of `enum` is read as this word. Matches without a group are passed over: comments, strings, other words.
    """
    seen = bytearray(data)
    masked: list[tuple[int, int]] = []
    before = b""
    for found in pattern.finditer(data):
        hidden = [] if found.lastgroup is None else [name for name, text in found.groupdict().items() if text]
        is_first = any(name.startswith("first") for name in hidden)
        for name in hidden if not is_first or before in _BEGINNINGS else ():
            start, end = found.span(name)
            seen[start:end] = _blanks(data[start:end], b"enum" if name == "enum" else b"")
            masked.append((start, end))
        before = before if is_first and before in _BEGINNINGS else _last_sign(found[0], before)
    return bytes(seen), masked


def start_with_masked(start: int, masked: Masked, data: bytes) -> int:
    """The byte at which what is hidden right before another one begins, or that itself."""
    index = bisect_right(masked, (start, 0)) - 1
    while index >= 0 and masked[index][1] <= start and data[masked[index][1] : start].isspace():
        start = masked[index][0]
        index -= 1
    return start


def _last_sign(word: bytes, before: bytes) -> bytes:
    """The last letter of a word; comments say nothing, and a directive begins anew."""
    if word.startswith((b"//", b"/*")):
        return before
    return b"" if word.lstrip().startswith(b"#") else word[-1:]


def _blanks(text: bytes, word: bytes) -> bytes:
    return word + re.sub(rb"[^\n]", b" ", text[len(word) :])
