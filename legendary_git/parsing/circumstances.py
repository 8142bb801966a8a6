"""What decides which of several definitions of one name comes to be: the conditions that they stand under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_FIELDS = ("condition", "guard", "left", "name", "parameter", "pattern", "right", "subject", "value")
"""Where grammars put what an `if` asks, a `case` looks for, an `#ifdef` names and a `for` runs over."""

_ENDS = (":", "then", "do", "{", "in")


def find_circumstances(nodes: Sequence[Node], branches: Sequence[str]) -> list[list[Node]]:
    """For each definition of one symbol, the heads of the statements that it stands in and not all of them do.

    That of the statement round all of them counts where one stands in a branch of it, `branches` being their types.
    """
    if len(nodes) < 2:
        return [[] for _ in nodes]
    ways = [_way_up(node) for node in nodes]
    common = next((node for node in ways[0] if all(node in way for way in ways[1:])), None)
    below = [next((node for node in way if node.parent == common), None) for way in ways]
    is_split = any(node is not None and node.type in branches for node in below) or _is_conditional(common, below)
    found = []
    for way in ways:
        inner = way[: way.index(common)] if common is not None and common in way else way
        outer = [common] if is_split and common is not None else []
        statements = [*inner[1:], *outer]
        heads = (part for statement in reversed(statements) for part in _head(statement, way, branches))
        found.append(list(heads))
    return found


def _way_up(node: Node) -> list[Node]:
    way = [node]
    while (parent := way[-1].parent) is not None:
        way.append(parent)
    return way


def _is_conditional(common: Node | None, below: Sequence[Node | None]) -> bool:
    """Whether the statement round all of them asks something, and they are not all in one part of it."""
    asks = common is not None and common.child_by_field_name("condition") is not None
    return asks and any(node != below[0] for node in below)


def _head(statement: Node, way: Sequence[Node], branches: Sequence[str]) -> Iterator[Node]:
    """The first word of a statement and what its fields say of when it runs; nothing of what is no statement."""
    fields = [statement.field_name_for_child(index) in _FIELDS for index in range(statement.child_count)]
    if any(fields):
        for child, is_said in zip(statement.children, fields, strict=True):
            if (is_said or child == statement.children[0]) and child not in way:
                yield child
    elif statement.type in branches:  # no field tells: all up to the word that ends the head
        yield from takewhile(lambda child: child not in way and child.type not in _ENDS, statement.children)
