"""Statements round definitions: one that is all a definition, one that makes several, one that gives several names."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node


def with_wrappers(node: Node, table: Mapping[str, Any]) -> Node:
    """The statement, the `export` and the like round a definition, as long as it is all that stands in them."""
    wrappers = table["wrappers"]
    while wrappers and (parent := node.parent) is not None and parent.type in wrappers:
        others = (child for child in parent.named_children if child != node and child.type not in table["leading"])
        if not all(child.is_extra for child in others):
            break
        node = parent
    return node


def read_parts(bare: Node, node: Node, table: Mapping[str, Any]) -> list[Node] | None:
    """The words that a statement begins with and one of its declarators: `var a = 1, b = 2` is `var a = 1; var b = 2`.

    `node` is the declarator `bare` itself, or the statement if that holds nothing else: then the comments in it are
    read as well. None for what is no such declarator.
    """
    headed = table.get("headed", ())
    if bare.parent is None or bare.parent.type not in headed:
        return None
    before: list[Node] = []
    after: list[Node] = []
    inner = bare
    while (parent := inner.parent) is not None and parent.type in (*headed, *table["wrappers"]):
        kind = inner.type
        before[:0] = takewhile(lambda child: child.type != kind, parent.children)  # noqa: B023 - it is used at once
        if node != bare:
            after += [child for child in parent.children if child.is_extra and child.start_byte >= inner.end_byte]
        inner = parent
    return [*before, bare, *after]


def parts_up_to(node: Node, name: Node) -> list[Node]:
    """What stands in a node up to the part that holds a name, with the comments on the line that this part ends on."""
    parts: list[Node] = []
    line: int | None = None
    for child in node.children:
        if line is not None and child.start_point[0] != line:
            break
        if child.is_extra if line is not None else (child.text or b"").strip(b"; \n") != b"":
            parts.append(child)
        if line is None and child.end_byte >= name.end_byte:
            line = child.end_point[0]
    return parts


def is_chained(node: Node, outer: Node, table: Mapping[str, Any]) -> bool:
    """Whether `outer` gives its name to the very value that `node` gives one to: `a = exports.b = f`."""
    chained = table.get("chained", ())
    while node != outer:
        parent = node.parent
        if parent is None or parent.type not in chained:
            return False
        node = parent
    return True
