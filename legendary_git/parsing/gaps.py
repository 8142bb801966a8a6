"""Where white space between a node's children says something, and where its brackets do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from legendary_git.parsing.rules import NodeRule
from legendary_git.parsing.steps import BREAK, CLOSE, Step

if TYPE_CHECKING:
    from tree_sitter import Node


def marks_between(node: Node, rule: NodeRule, before: Node, after: Node) -> list[Step]:
    """What the white space between two children of a node says: a line that ends without an escape, or that it is."""
    if not (rule.breaks or rule.spaced or rule.lopsided):
        return []
    gap = _gap(node, before, after)
    is_broken = rule.breaks and b"\n" in gap.replace(b"\\\n", b"")
    is_marked = is_broken or (rule.spaced and gap) or (rule.lopsided and not gap and _is_lopsided(node, before, after))
    return [(CLOSE, BREAK, 0)] if is_marked else []


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


def same_brackets(node: Node, rule: NodeRule) -> Sequence[int]:
    """The brackets at a node's edges that say what others would say as well."""
    entry = rule.brackets
    if entry is None or node.child_count < 2:
        return ()
    first, last = node.children[0], node.children[-1]
    if first.type == entry.open[0] and _has(node, entry.unless):
        return ()
    return (first.id, last.id) if first.type in entry.open and last.type in entry.close else ()


def _is_lopsided(node: Node, operator: Node, right: Node) -> bool:
    """Whether white space stands before the operator, of which it is known that none stands after it."""
    children = node.children
    return right == children[-1] and operator != children[0] and bool(_gap(node, children[0], operator))


def _has(node: Node, pattern: str | None) -> bool:
    return pattern is not None and re.search(pattern.encode(), node.text or b"") is not None


def _gap(node: Node, before: Node, after: Node) -> bytes:
    start = node.start_byte
    return (node.text or b"")[before.end_byte - start : after.start_byte - start]
