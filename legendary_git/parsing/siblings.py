"""What stands beside a node in the text, wherever the tree puts it: before or after a body, outside a statement."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def node_before(node: Node) -> Node | None:
    """What stands right before a node, or before what begins with it."""
    return _beside(node, attrgetter("prev_sibling"), attrgetter("start_byte"))


def node_after(node: Node) -> Node | None:
    """What stands right after a node, or after what ends with it."""
    return _beside(node, attrgetter("next_sibling"), attrgetter("end_byte"))


def is_last_on_line(node: Node) -> bool:
    """Whether nothing but comments stands after a node on its line."""
    row, after = node.end_point[0], node_after(node)
    while after is not None and after.is_extra and after.start_point[0] == row:
        after = node_after(after)
    return after is None or after.start_point[0] > row or not (after.text or b"").strip()


def _beside(node: Node, sibling_of: Callable[[Node], Node | None], edge_of: Callable[[Node], int]) -> Node | None:
    while (sibling := sibling_of(node)) is None:
        parent = node.parent
        if parent is None or edge_of(parent) != edge_of(node):
            return None
        node = parent
    return sibling
