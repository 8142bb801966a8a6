"""What stands round a definition and belongs to it: attributes, orders to tools, the words of its statement."""

from __future__ import annotations

import re
from collections.abc import Mapping

from legendary_git.domain.annotations import Any
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.obeyed import is_obeyed
from legendary_git.parsing.siblings import is_last_on_line, node_after, node_before
from legendary_git.parsing.statements import read_head, statement_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def leading_of(node: Node, grammar: Grammar) -> list[Node]:
    """The siblings right before a node that belong to it, in their order; other comments among them are passed over.

    Before the first child of a body they stand before the body. A comment with a blank line after it is about the file.
    """
    leading: list[Node] = []
    table = grammar.language.symbols
    if grammar.obeyed is None and not table.get("leading") and not table.get("leading_if"):
        return leading
    row = node.start_point[0]
    sibling = node_before(node)
    while sibling is not None:
        rule = grammar.rules.get(sibling.kind_id)
        is_comment = rule is not None and rule.ignored
        if is_comment and (_is_of_another(sibling) or _last_row(sibling) < row - 1):
            break
        if _belongs(sibling, "leading", table) or is_obeyed(sibling, grammar):
            leading.append(sibling)
        elif not is_comment:
            break
        row = sibling.start_point[0]
        sibling = node_before(sibling)
    leading.reverse()
    return leading


def _last_row(comment: Node) -> int:
    """The row of a comment's last letter: a grammar may take the line end in."""
    return comment.end_point[0] - (comment.end_point[1] == 0 and comment.end_point[0] > comment.start_point[0])


def shared_of(bare: Node, node: Node, grammar: Grammar) -> list[Node]:
    """What a statement says of each of several that it defines: its first words, and the orders round it."""
    table = grammar.language.symbols
    head = read_head(bare, table)
    statement = statement_of(bare, table)
    if node != bare or statement is None:
        return head
    return [*leading_of(statement, grammar), *head, *_orders_beside(statement, grammar)]


def trailing_of(node: Node, kind: str, grammar: Grammar) -> list[Node]:
    """The siblings right after a node that belong to it; for a kind that opens a section, all up to where it ends."""
    trailing: list[Node] = []
    table = grammar.language.symbols
    ends = table.get("sections", {}).get(kind)
    sibling = node.next_sibling
    while sibling is not None and (_belongs(sibling, "trailing", table) if ends is None else sibling.type not in ends):
        trailing.append(sibling)
        sibling = sibling.next_sibling
    while trailing and (rule := grammar.rules.get(trailing[-1].kind_id)) is not None and rule.separator:
        trailing.pop()
    return trailing if ends is not None else [*trailing, *_orders_beside(trailing[-1] if trailing else node, grammar)]


def _is_of_another(comment: Node) -> bool:
    """Whether a comment is about what stands before it on its line, or, as a `#!`, about the file."""
    before = node_before(comment)
    is_beside = before is not None and before.end_point[0] == comment.start_point[0] and before.end_point[1] > 0
    return (comment.text or b"").startswith(b"#!") or (is_beside and is_last_on_line(comment))


def _belongs(sibling: Node, key: str, table: Mapping[str, Any]) -> bool:
    """Whether a sibling is of the types under a key, or of those under `<key>_if` and begins as it says there."""
    if sibling.type in table.get(key, ()):
        return True
    pattern = table.get(f"{key}_if", {}).get(sibling.type)
    return pattern is not None and re.match(pattern, (sibling.text or b"").decode("utf-8", "replace")) is not None


def _orders_beside(node: Node, grammar: Grammar) -> list[Node]:
    """The comments that a tool obeys on the line that a node ends on, after what only ends it.

    One behind which something else stands on that line is about that.
    """
    found: list[Node] = []
    is_ended = False
    sibling = node_after(node) if grammar.obeyed is not None else None
    while sibling is not None and sibling.start_point[0] == node.end_point[0]:
        if is_obeyed(sibling, grammar) and (not is_ended or is_last_on_line(sibling)):
            found.append(sibling)
        elif not sibling.is_extra:
            if sibling.is_named or (sibling.text or b"").strip() not in (b",", b";", b""):
                break
            is_ended = True
        sibling = node_after(sibling)
    return found
