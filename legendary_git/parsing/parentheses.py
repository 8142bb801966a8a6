"""Parentheses round one expression: what stands in them, and where they count though elsewhere they would not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legendary_git.parsing.rules import KeptParentheses, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def find_kept(node: Node, solid: Sequence[Node], entry: KeptParentheses, rules: Rules) -> Iterator[Node]:
    """The children in parentheses that count by one entry of the language's file; `solid` leaves out comments."""
    if entry.beside is not None and node.child_by_field_name(entry.beside) is None:
        return
    if any(operators and operator_of(node) not in operators for operators in (entry.operators, entry.under)):
        return
    for child in solid if entry.field is None else node.children_by_field_name(entry.field):
        if is_parenthesised(child, rules) and _holds(child, entry, rules):
            yield child


def is_parenthesised(node: Node, rules: Rules) -> bool:
    rule = rules.get(node.kind_id)
    return rule is not None and rule.parentheses


def is_ignored(node: Node, rules: Rules) -> bool:
    rule = rules.get(node.kind_id)
    return rule is not None and rule.ignored


def only_inside(parentheses: Node, rules: Rules) -> Node | None:
    """What stands in parentheses, if it is one."""
    held = [child for child in parentheses.children if child.is_named and not is_ignored(child, rules)]
    return held[0] if len(held) == 1 else None


def operator_of(node: Node) -> str | None:
    """The operator of an expression: that in the field of this name, else its one sign that is no word (`A | B`)."""
    operator = node.child_by_field_name("operator")
    if operator is None:
        operator = next((child for child in node.children if not child.is_named), None)
    return None if operator is None else operator.type


def _holds(node: Node, entry: KeptParentheses, rules: Rules) -> bool:
    """Whether parentheses, however many, are round a node of the types and with the operators that count."""
    inner: Node | None = node
    while inner is not None and is_parenthesised(inner, rules):
        inner = _first_inside(inner, rules)
    if inner is None or (entry.around and inner.type not in entry.around):
        return False
    if operator_of(inner) in entry.unless or (entry.holding and not _begins_with(inner, entry.holding, rules)):
        return False
    return not entry.operators or operator_of(inner) in entry.operators


def _begins_with(node: Node | None, types: Sequence[str], rules: Rules) -> bool:
    while node is not None and not is_parenthesised(node, rules):
        if any(child.type in types for child in node.children):
            return True
        node = _first_inside(node, rules)
    return False


def _first_inside(node: Node, rules: Rules) -> Node | None:
    return next((child for child in node.children if child.is_named and not is_ignored(child, rules)), None)
