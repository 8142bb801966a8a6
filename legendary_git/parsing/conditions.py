"""Conditional compilation where a grammar shows its directives as mere lines: which definitions are alternatives."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from legendary_git.domain.annotations import TypeAlias

Directives: TypeAlias = Sequence[tuple[int, bytes]]
"""Where each directive of a file stands, and its word: `if`, `endif`, or one that begins another branch."""


def find_directives(data: bytes, pattern: str | None) -> Directives:
    """The directives of a file in their order; the pattern's group is the word."""
    if pattern is None:
        return ()
    return [(found.start(), found[1]) for found in re.finditer(pattern.encode(), data, re.MULTILINE)]


def are_alternatives(directives: Directives, start: int, end: int) -> bool:
    """Whether code that ends at one byte and code that starts at another are in different branches of one condition."""
    depth = 0
    first = bisect_left(directives, (start, b""))
    for _, word in directives[first : bisect_left(directives, (end, b""), lo=first)]:
        if word == b"if":
            depth += 1
        elif word == b"endif":
            depth -= 1
        elif depth == 0:
            return True
        if depth < 0:
            return False
    return False


def lines_between(directives: Directives, data: bytes, start: int, end: int) -> list[bytes]:
    """The directives between two bytes, and before them those of the conditions that are open at the first."""
    open_conditions: list[list[int]] = []
    found: list[int] = []
    for at, word in directives[: bisect_left(directives, (end, b""))]:
        if at >= start and not found:
            found = [one for condition in open_conditions for one in condition]
        if at >= start:
            found.append(at)
        elif word == b"if":
            open_conditions.append([at])
        elif open_conditions and word == b"endif":
            open_conditions.pop()
        elif open_conditions:
            open_conditions[-1].append(at)
    ends = (data.find(b"\n", at) for at in found)
    return [b" ".join(data[at : end if end >= 0 else len(data)].split()) for at, end in zip(found, ends, strict=True)]
