"""Children of a node that say nothing where they stand: a last comma, braces round one expression, a leading `|`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from legendary_git.parsing.rules import BareChildren, Edge, NodeRule
from legendary_git.parsing.steps import BARE, LOOSE_COMMA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

OPENING = ("(", "[", "{", "<", "|", ",")
CLOSING = (")", "]", "}", ">", "|")


def find_redundant(solid: Sequence[Node], rule: NodeRule, flags: int) -> Iterator[Node]:
    """Those of a node's children that say nothing. `solid` leaves out comments, `flags` is how its parent sees it."""
    if flags & BARE and _is_round_one_thing(solid):
        yield from (solid[0], solid[-1])
    for entries, edge, beside in ((rule.optional_first, 0, 1), (rule.optional_last, -1, -2)):
        if len(solid) > 1 and any(_is_edge(solid[edge], solid[beside], entry) for entry in entries):
            yield solid[edge]
    for child in solid if rule.droppable or rule.silent else ():
        if child.type in rule.silent or (child.type in rule.droppable and _is_empty(child)):
            yield child


def is_tuple(solid: Sequence[Node]) -> bool:
    """A comma makes a tuple, and so does nothing at all between parentheses; `(x)` is no tuple."""
    return len(solid) == 2 or any(child.type == "," for child in solid)


def find_last_comma(solid: Sequence[Node]) -> Node | None:
    """A comma after which nothing but a bracket comes; never one that makes a hole, as in `[,]` and `[a,,]`."""
    end = len(solid) - (len(solid) > 1 and solid[-1].type in CLOSING)
    if end > 0 and solid[end - 1].type == "," and (end == 1 or solid[end - 2].type not in OPENING):
        return solid[end - 1]
    return None


def child_flags(node: Node, solid: Sequence[Node], rule: NodeRule) -> Iterator[tuple[Node, int]]:
    """The children whose brackets or last comma say nothing here, with the flag that says so."""
    for bare in rule.bare:
        yield from ((child, BARE) for child in _bare_children(node, solid, bare))
    for loose in rule.loose_commas:
        if re.fullmatch(loose.first, _text(solid[0])) is not None:
            yield from ((child, LOOSE_COMMA) for child in solid if child.type in loose.of)


def _bare_children(node: Node, solid: Sequence[Node], entry: BareChildren) -> Iterator[Node]:
    for child in solid if entry.field is None else node.children_by_field_name(entry.field):
        if child.type in entry.of and not (entry.leaf and any(part.child_count > 1 for part in child.named_children)):
            yield child


def _is_round_one_thing(solid: Sequence[Node]) -> bool:
    """Whether brackets stand round one thing that has a value, and is no statement with an end of its own."""
    if len(solid) != 3 or solid[0].type not in OPENING or solid[2].type not in CLOSING:
        return False
    inner = solid[1].children
    return solid[1].is_named and not (inner and inner[-1].type == ";")


def _is_edge(child: Node, beside: Node, entry: Edge) -> bool:
    if entry.beside and beside.type not in entry.beside:
        return False
    return child.type in entry.texts or _text(child) in entry.texts


def _is_empty(node: Node) -> bool:
    return not any(part.is_named and not part.is_extra for part in node.children)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
