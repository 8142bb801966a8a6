"""Comments that a compiler or a tool obeys: they count, as other comments do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legendary_git.parsing.grammar import Grammar

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
    orders = [found[0] for found in grammar.obeyed.finditer(comment.text or b"")]
    return b"".join(b"".join(orders).split()) if orders else None
