"""Where white space between a node's children says something, and where its brackets do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from legendary_git.parsing.rules import NodeRule, Rules
from legendary_git.parsing.steps import BREAK, CLOSE, JOIN, OPEN, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


class Gaps:
    """The white space between the children of one node, whose text is asked for once: children may be many."""

    def __init__(self, node: Node, rule: NodeRule, rules: Rules) -> None:
        self._node = node
        self._rule = rule
        self._rules = rules

    @cached_property
    def _text(self) -> bytes:
        return self._node.text or b""

    def marks(self, before: Node, after: Node) -> list[Step]:
        """What the white space between two children says: a line that ends without an escape, or that it is."""
        rule = self._rule
        after_rule = self._rules.get(after.kind_id)
        if after_rule is not None and after_rule.raw_before:
            return [(OPEN, b"?" + self._between(before, after).partition(b"\n")[2], 0)]
        if not (rule.breaks or rule.spaced or rule.lopsided or rule.joined_lines):
            return []
        gap = self._between(before, after)
        if rule.joined_lines and gap == b"\\\n":
            return [(CLOSE, JOIN, 0)]
        is_broken = rule.breaks and b"\n" in gap.replace(b"\\\n", b"")
        is_marked = (
            is_broken or (rule.spaced and gap) or (rule.lopsided and not gap and self._is_lopsided(before, after))
        )
        return [(CLOSE, BREAK, 0)] if is_marked else []

    def _is_lopsided(self, operator: Node, right: Node) -> bool:
        """Whether white space stands before the operator, of which it is known that none stands after it."""
        children = self._node.children
        return right == children[-1] and operator != children[0] and bool(self._between(children[0], operator))

    def _between(self, before: Node, after: Node) -> bytes:
        start = self._node.start_byte
        return self._text[before.end_byte - start : after.start_byte - start]


def broken_lines(solid: Sequence[Node], rule: NodeRule) -> Sequence[int]:
    """The children, comments aside, on a new line where that ends a statement, though the grammar reads on."""
    if not (rule.line_after or rule.line_before):
        return ()
    return [
        child.id
        for before, child in pairwise(solid)
        if (before.type in rule.line_after or child.type in rule.line_before)
        and child.start_point[0] > before.end_point[0]
    ]


def ends_blank(statement: Node, rules: Rules) -> bool:
    """Whether a blank line after a statement says that the next one does not go on with it."""
    body = statement.parent
    rule = None if body is None else rules.get(body.kind_id)
    if body is None or rule is None or not (rule.blank_after or rule.blank_before):
        return False
    before, after, is_blank = statement, statement.next_sibling, False
    while after is not None:
        is_blank = is_blank or after.start_point[0] - before.end_point[0] > 1
        if (known := rules.get(after.kind_id)) is None or not known.ignored:
            return is_blank and (_is_edge(statement, -1, rule.blank_after) or _is_edge(after, 0, rule.blank_before))
        is_blank = is_blank or any(not line.strip() for line in (after.text or b"").split(b"\n"))
        before, after = after, after.next_sibling
    return False


def _is_edge(node: Node, edge: int, types: Sequence[str]) -> bool:
    """Whether a node of the types is what another begins with (0) or ends with (-1)."""
    while node.type not in types:
        if not node.child_count:
            return False
        node = node.children[edge]
    return bool(types)


def has_blank_lines(node: Node) -> bool:
    """Whether a blank line stands before a child or a grandchild that is not the first."""
    lines = (node.text or b"").split(b"\n")
    later = (part for child in node.named_children for part in (child, *child.named_children) if not part.is_extra)
    rows = (part.start_point[0] - node.start_point[0] for part in later if part.type != "block_continuation")
    return any(row > 0 and not lines[row - 1].strip(b" \t>") for row in rows)


def same_brackets(node: Node, rule: NodeRule) -> Sequence[int]:
    """The brackets at a node's edges that say what others would say as well."""
    entry = rule.brackets
    if entry is None or node.child_count < 2:
        return ()
    first, last = node.children[0], node.children[-1]
    if first.type == entry.open[0] and _has(node, entry.unless):
        return ()
    return (first.id, last.id) if first.type in entry.open and last.type in entry.close else ()


def _has(node: Node, pattern: str | None) -> bool:
    return pattern is not None and re.search(pattern.encode(), node.text or b"") is not None
