"""Comments that a compiler or a tool obeys: they count, as other comments do not."""

from __future__ import annotations

import re
from collections.abc import Mapping

from legendary_git.parsing.grammar import Grammar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def is_obeyed(node: Node, grammar: Grammar) -> bool:
    """Whether a node is a comment that something obeys, as the language's file has it."""
    rule = grammar.rules.get(node.kind_id)
    return rule is not None and rule.ignored and find_order(node, grammar) is not None


def find_order(comment: Node, grammar: Grammar) -> bytes | None:
    """What a comment orders, without white space, which formatters even out; None where it is for people alone."""
    if grammar.obeyed is None:
        return None
    text = comment.text or b""
    orders = [found[0] for found in grammar.obeyed.finditer(text)]
    if orders:
        return b"".join(b"".join(orders).split())
    if (before := grammar.language.comments.get("before")) and _stands_before(comment, before):
        return b"\n".join(line.strip() for line in text.split(b"\n"))
    return None


def _stands_before(comment: Node, wanted: Mapping[str, str]) -> bool:
    """Whether a comment, or the run of comments that it begins, stands right above a node that is wanted."""
    row, sibling = comment.end_point[0], comment.next_sibling
    while sibling is not None and sibling.start_point[0] <= row + 1:
        if sibling.type != comment.type:
            pattern = wanted.get(sibling.type)
            return pattern is not None and re.match(pattern.encode(), sibling.text or b"") is not None
        row, sibling = sibling.end_point[0], sibling.next_sibling
    return False
