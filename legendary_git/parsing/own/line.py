"""Logical lines: those that a backslash at their end continues are one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.domain.annotations import NamedTuple


class Line(NamedTuple):
    """A logical line: its bytes from `start` to `end`, the last line end not counted."""

    start: int
    end: int
    text: bytes


def logical_lines(data: bytes, continued: bytes = rb"\\\n") -> Iterator[Line]:
    """Each logical line of a file. `continued` is the pattern of a line's end that is none."""
    ends = re.compile(continued + rb"|\n")
    start = at = 0
    while at < len(data):
        found = ends.search(data, at)
        if found is None:
            yield Line(start, len(data), data[start:])
            return
        at = found.end()
        if found[0] == b"\n":
            yield Line(start, found.start(), data[start : found.start()])
            start = at
    if start < len(data):
        yield Line(start, len(data), data[start:])
