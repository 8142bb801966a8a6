"""Statements round definitions: one that is all a definition, one that makes several, one that gives several names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from legendary_git.domain.annotations import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def with_wrappers(node: Node, table: Mapping[str, Any]) -> Node:
    """The statement, the `export` and the like round a definition, as long as it is all that stands in them."""
    wrappers = table["wrappers"]
    while wrappers and (parent := node.parent) is not None and parent.type in wrappers:
        others = (child for child in _named_children(parent) if child != node and child.type not in table["leading"])
        if not all(child.is_extra for child in others):
            break
        node = parent
    return node


def only_declarator(node: Node, table: Mapping[str, Any]) -> Node:
    """The declarator of a statement that is captured whole and has but one, without brackets; else the node itself."""
    if node.type not in table.get("headed", ()):
        return node
    solid = (child for child in _children(node) if child.type == "(" or (child.is_named and not child.is_extra))
    first, second = next(solid, node), next(solid, None)
    return first if first.type != "(" and second is None else node


def read_head(bare: Node, table: Mapping[str, Any]) -> list[Node]:
    """What a statement begins with and says of each of its declarators: `var a = 1, b = 2` is `var a = 1; var b = 2`.

    Of siblings of one type (`let rec f … and g …`), what leads the first and is said of all of them. Empty for what is
    no such declarator, and for the first of such siblings, whose own it is.
    """
    if _is_headed(bare, table):
        around = reversed(list(_around(bare, table)))
        return [node for inner, parent in around for node in _before(inner, parent) if node.text != b"("]
    types, parent = table.get("shared", ()), bare.parent
    if not types or parent is None:
        return []
    is_first = next((child for child in _children(parent) if child.type == bare.type), bare) == bare
    return [] if is_first else [child for child in _before(bare, parent) if child.type in types]


def statement_of(bare: Node, table: Mapping[str, Any]) -> Node | None:
    """The statement of a declarator with what is wrapped round it; None for what is no declarator."""
    return list(_around(bare, table))[-1][1] if _is_headed(bare, table) else None


def read_parts(bare: Node, node: Node, table: Mapping[str, Any]) -> list[Node] | None:
    """A declarator without its statement, which is the definition's `node` if nothing else stands in it.

    Then the comments in the statement belong to it as well. None for what is no such declarator.
    """
    if not _is_headed(bare, table):
        return None
    if node == bare:
        return [bare]
    after = (child for inner, parent in _around(bare, table) for child in parent.children if _follows(child, inner))
    return [bare, *(child for child in after if child.is_extra)]


def _is_headed(bare: Node, table: Mapping[str, Any]) -> bool:
    return bare.parent is not None and bare.parent.type in table.get("headed", ())


def _around(bare: Node, table: Mapping[str, Any]) -> Iterator[tuple[Node, Node]]:
    """The statement of a declarator and what is wrapped round that, each with what it holds of it, from the inside."""
    types = (*table.get("headed", ()), *table["wrappers"])
    while (parent := bare.parent) is not None and parent.type in types:
        yield bare, parent
        bare = parent


def _before(node: Node, parent: Node) -> Iterator[Node]:
    """What stands before the first child of a node's type."""
    return takewhile(lambda child: child.type != node.type, _children(parent))


def _children(node: Node) -> Iterator[Node]:
    """A node's children one by one: a statement may define thousands, each of which asks for the first of them."""
    return filter(None, map(node.child, range(node.child_count)))


def _named_children(node: Node) -> Iterator[Node]:
    return filter(None, map(node.named_child, range(node.named_child_count)))


def _follows(child: Node, other: Node) -> bool:
    return child.start_byte >= other.end_byte


def parts_up_to(node: Node, name: Node) -> list[Node]:
    """What stands in a node up to the part that holds a name, with the comments on the line that this part ends on."""
    parts: list[Node] = []
    comments: list[Node] = []
    line: int | None = None
    for child in node.children:
        if line is not None and child.start_point[0] != line:
            break
        if child.is_extra:
            comments.append(child)
        elif line is None and (child.text or b"").strip(b"; \n") != b"":
            is_own = child.end_byte >= name.end_byte
            # Comments beside or before another part are about that one.
            last = parts[-1].end_point[0] if parts else -1
            own = [comment for comment in comments if is_own and comment.start_point[0] > last]
            parts += [*own, child]
            comments = []
            line = child.end_point[0] if is_own else None
    return [*parts, *comments] if line is not None else parts


def is_chained(node: Node, outer: Node, table: Mapping[str, Any]) -> bool:
    """Whether `outer` gives its name to the very value that `node` gives one to: `a = exports.b = f`."""
    chained = table.get("chained", ())
    while node != outer:
        parent = node.parent
        if parent is None or parent.type not in chained:
            return False
        node = parent
    return True
