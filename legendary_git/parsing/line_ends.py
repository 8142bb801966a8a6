"""Where the end of a line ends a statement, for languages in which that depends on the word before it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_SEMICOLON = b";"
_CLOSING = (b")", b"}")


class LineEnds:
    """The leaves of a walk as they come, and whether a statement ends between two of them.

    It ends at a `;`, and at the end of a line after a leaf that `after` matches; neither says anything before the
    bracket that closes one of the node types `bodies`. Source of the rule: the Go specification, "Semicolons".
    """

    def __init__(self, after: re.Pattern[bytes], bodies: Sequence[str]) -> None:
        self._after = after
        self._bodies = bodies
        self._last = b""
        self._row = 0
        self._is_pending = False

    def is_end_before(self, node: Node, text: bytes) -> bool:
        """Whether a statement ends before a leaf, which is the last one from now on."""
        is_end = self._is_pending or (node.start_point[0] > self._row and self._after.fullmatch(self._last) is not None)
        self._last, self._row = text, node.end_point[0]
        self._is_pending = text == _SEMICOLON
        if self._is_pending:
            return False  # said before what comes next: `;` and a line end after it are one
        return is_end and not (text in _CLOSING and node.parent is not None and node.parent.type in self._bodies)

    def is_end_before_comment(self, node: Node) -> bool:
        """Whether a statement ends on a line before a comment's own."""
        if node.start_point[0] == self._row or not (self._is_pending or self._after.fullmatch(self._last)):
            return False
        self._last, self._is_pending = b"", False
        return True

    def skip(self, node: Node) -> None:
        """A node that is passed over: what counts is its last leaf."""
        while node.children:
            node = node.children[-1]
        self.is_end_before(node, node.text or b"")


def read_line_ends(table: Mapping[str, str | Sequence[str]] | None) -> LineEnds | None:
    """What a language's file says in `line_ends`."""
    if table is None:
        return None
    return LineEnds(re.compile(str(table["after"]).encode(), re.DOTALL), table["bodies"])
