"""The steps of a token walk: what a node is turned into, in order, before any of it becomes a token."""

from __future__ import annotations

from legendary_git.domain.annotations import Any, TypeAlias

Step: TypeAlias = tuple[int, Any, int]
"""What to do, with what, and how: `(NODE, node, flags)`, `(OPEN, bytes, 0)` and so on. A walk over a large file takes
hundreds of thousands of them, so that a plain tuple of plain numbers is worth its lack of grace."""

NODE = 0
"""Walk a node; flags are the ones below."""
OPEN = 1
"""A layout token that stands on the line of the next leaf."""
CLOSE = 2
"""A layout token that stands on the line of the leaf before it."""
DROP = 3
"""A node that is not counted but has its place: a redundant bracket or comma."""
IGNORE = 4
"""A node that is as good as white space: a comment."""
TOKEN = 5
"""A token that is ready."""
RESUME = 6
"""The byte where the text that is still to be accounted for begins."""

VERBATIM = 1
"""Parentheses and commas count as they stand."""
DOCSTRING = 2
"""A literal here is a docstring."""
UNGROUPED = 4
"""The node is part of the group that it stands in."""
KEPT = 8
"""The node's own parentheses count."""
UNTUPLED = 16
"""The node is a list, even where elsewhere it were a tuple."""
KEY = 32
"""A literal here is a name, however it is written."""
BARE = 64
"""The node's own brackets say nothing, if they stand round one thing."""
LOOSE_COMMA = 128
"""The node's last comma says nothing."""

GROUP = (b"(", b")")
TUPLE = (b"(,", b",)")
LOOSENED = (b"(~", b"~)")
LEXED = (b"(#", b"#)")
INDENT = b">"
DEDENT = b"<"
END = b";"
BREAK = b"/"
JOIN = b"\\"
BLANK = b"//"
SKIPPED = b"..."
NEXT = b"+"
SPACE = b"_"


def wrap(steps: list[Step], marks: tuple[bytes, bytes]) -> list[Step]:
    """The steps between an opening and a closing layout token."""
    return [(OPEN, marks[0], 0), *steps, (CLOSE, marks[1], 0)]
