"""How a node's children count: which brackets and commas are redundant, and where layout has to be said aloud.

A formatter may add and drop parentheses, so they never count as such. Instead every expression whose extent they could
have changed says where it begins and ends, and every tuple says that it is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from legendary_git.parsing.rules import KeptParentheses, LooseTuple, NodeRule
from legendary_git.parsing.steps import (
    BREAK,
    CLOSE,
    DEDENT,
    DOCSTRING,
    DROP,
    END,
    GROUP,
    IGNORE,
    INDENT,
    KEPT,
    NODE,
    OPEN,
    TUPLE,
    UNGROUPED,
    UNTUPLED,
    VERBATIM,
    Step,
    wrap,
)

if TYPE_CHECKING:
    from tree_sitter import Node

Rules: TypeAlias = Mapping[int, NodeRule]


def expand(node: Node, rule: NodeRule, flags: int, rules: Rules) -> list[Step]:
    """The steps that a node with a rule is walked by."""
    if not rule.body:
        return _Expansion(node, rule, flags, rules).steps()
    steps = _body(node, rule, flags, rules)
    if rule.indented:
        return wrap(steps, (INDENT, DEDENT))
    return wrap(steps, GROUP) if rule.shaped else steps


def _body(node: Node, rule: NodeRule, flags: int, rules: Rules) -> list[Step]:
    """Statements, each with its end; the first may be a docstring."""
    steps: list[Step] = []
    child_flags = flags & VERBATIM | DOCSTRING
    broken = _broken(node, rule, rules)
    for child in node.children:
        of_child = rules.get(child.kind_id)
        if of_child is not None and (of_child.ignored or of_child.separator):
            steps.append((IGNORE if of_child.ignored else DROP, child, 0))
            continue
        steps.extend([(OPEN, BREAK, 0)] if child.id in broken else [])
        steps.append((NODE, child, child_flags))
        if child.is_named:
            steps.append((CLOSE, END, 0))
            child_flags &= ~DOCSTRING
    return steps


def _broken(node: Node, rule: NodeRule, rules: Rules) -> set[int]:
    """The parts of a node before which there is white space that counts; comments between are passed over."""
    broken: set[int] = set()
    rows, is_apart = 0, False
    for before, child in pairwise(node.children) if rule.breaks else ():
        rows = max(rows, child.start_point[0] - before.end_point[0])
        is_apart = is_apart or child.start_byte > before.end_byte
        of_child = rules.get(child.kind_id)
        if of_child is not None and of_child.ignored:
            continue
        if is_apart and any(rows >= one.lines and _begins(child, one.texts) for one in rule.breaks):
            broken.add(child.id)
        rows, is_apart = 0, False
    return broken


def _begins(node: Node, texts: Sequence[str]) -> bool:
    """Whether the first leaf of a node is one of the texts, or any will do."""
    while texts and node.child_count and (first := node.child(0)) is not None:
        node = first
    return not texts or node.type in texts


class _Expansion:
    """One node on its way to steps: which of its children are dropped, flagged, or have layout before or after them."""

    def __init__(self, node: Node, rule: NodeRule, flags: int, rules: Rules) -> None:
        self.node = node
        self.rule = rule
        self.rules = rules
        self.verbatim = rule.verbatim or bool(flags & VERBATIM)
        self.kept = bool(flags & KEPT)
        self.untupled = bool(flags & UNTUPLED)
        self.marks = [GROUP] if rule.group and not flags & UNGROUPED else []
        self.children = node.children
        self.solid = [child for child in self.children if not self._is_ignored(child)]
        self.inherited = self._inherited(flags)
        self.dropped: set[int] = set()
        self.flags: dict[int, int] = {}
        self.loose: tuple[int, int] | None = None
        self.broken = _broken(node, rule, rules)

    def steps(self) -> list[Step]:
        if not self.verbatim:
            self._drop_redundant()
            for kept in self.rule.kept:
                self._keep_parentheses(kept)
        for loose in self.rule.loose:
            self._mark_loose_tuple(loose)
        for name in self.rule.verbatim_fields:
            self.flags.update((child.id, VERBATIM) for child in self.node.children_by_field_name(name))
        if self.rule.flat:
            self._flatten()
        steps: list[Step] = []
        for child in self.children:
            steps.extend(self._child_steps(child))
        if self.rule.shaped and self._says_more_than_one():
            self.marks.append(GROUP)
        for mark in self.marks:
            steps = wrap(steps, mark)
        return steps

    def _says_more_than_one(self) -> bool:
        return sum(child.id not in self.dropped for child in self.solid) > 1

    def _inherited(self, flags: int) -> int:
        rule = self.rule
        inherited = VERBATIM if self.verbatim else 0
        inherited |= flags & DOCSTRING if rule.docstring_wrapper else 0
        return inherited | (UNTUPLED if rule.untupled or (rule.parentheses and self.untupled) else 0)

    def _child_steps(self, child: Node) -> list[Step]:
        if self._is_ignored(child):
            return [(IGNORE, child, 0)]
        if child.id in self.dropped:
            return [(DROP, child, 0)]
        step: Step = (NODE, child, self.inherited | self.flags.get(child.id, 0))
        broken: list[Step] = [(OPEN, BREAK, 0)] if child.id in self.broken else []
        if self.loose is None:
            return [*broken, step]
        before: list[Step] = [*broken, (OPEN, TUPLE[0], 0)] if child.id == self.loose[0] else broken
        after: list[Step] = [(CLOSE, TUPLE[1], 0)] if child.id == self.loose[1] else []
        return [*before, step, *after]

    def _drop_redundant(self) -> None:
        rule = self.rule
        if rule.tuple and _is_tuple(self.solid):
            self.marks.extend([] if self.untupled else [TUPLE])
            # `()` keeps its brackets: there is nothing else that would show that it is there.
            if len(self.solid) > 2 or self.solid[-1].type == ",":
                self._drop_brackets()
            # The comma of `(x,)` makes the tuple; a passage that ends within it shows nothing else of that.
            if self.untupled or sum(child.type == "," for child in self.solid) > 1 or not self._ends_in_comma():
                self._drop_trailing_comma()
        elif (rule.parentheses and not self.kept and self._holds_one()) or rule.optional_parentheses:
            self._drop_brackets()
        if rule.optional_comma:
            self._drop_trailing_comma()
        self._drop_edges()
        for child in self.solid if rule.droppable else ():
            if child.type in rule.droppable and not any(part.is_named and not part.is_extra for part in child.children):
                self.dropped.add(child.id)

    def _drop_brackets(self) -> None:
        self.dropped.update(child.id for child in self.solid if child.type in ("(", ")"))

    def _holds_one(self) -> bool:
        return sum(child.is_named for child in self.solid) <= 1

    def _drop_trailing_comma(self) -> None:
        """Never the comma after another or after the opening bracket: that one is a hole, `[,]`."""
        end = len(self.solid) - (len(self.solid) > 1 and self.solid[-1].type in _CLOSING)
        if end > 0 and self.solid[end - 1].type == "," and (end == 1 or self.solid[end - 2].type not in _OPENING):
            self.dropped.add(self.solid[end - 1].id)

    def _drop_edges(self) -> None:
        for edge, texts in ((0, self.rule.optional_first), (-1, self.rule.optional_last)):
            if texts and len(self.solid) > 1 and self.solid[edge].type in texts:
                self.dropped.add(self.solid[edge].id)

    def _ends_in_comma(self) -> bool:
        closed = self.solid[-1].type in (")", "]", "}")
        return self.solid[-2 if closed else -1].type == ","

    def _mark_loose_tuple(self, entry: LooseTuple) -> None:
        commas = [child for child in self.solid if child.type == ","]
        if not commas or (entry.parent is not None and not _has_parent(self.node, entry.parent)):
            return
        if entry.field is not None:
            parts = self.node.children_by_field_name(entry.field)
        else:
            parts = [child for child in self.solid if child.is_named and entry.kind in (child.type, None)]
        if not parts:
            return
        self.loose = (parts[0].id, parts[-1].id)
        if len(parts) > 1:
            self.dropped.update(comma.id for comma in commas if comma.start_byte >= parts[-1].end_byte)

    def _keep_parentheses(self, entry: KeptParentheses) -> None:
        if entry.beside is not None and self.node.child_by_field_name(entry.beside) is None:
            return
        if entry.operators and self._operator() not in entry.operators:
            return
        children = self.solid if entry.field is None else self.node.children_by_field_name(entry.field)
        for child in children:
            if self._is_parenthesised(child) and self._holds(child, entry):
                self.flags[child.id] = KEPT

    def _holds(self, node: Node, entry: KeptParentheses) -> bool:
        """Whether parentheses, however many, are round a node of the types and with the operators that count."""
        inner: Node | None = node
        while inner is not None and self._is_parenthesised(inner):
            inner = next((child for child in inner.children if child.is_named and not self._is_ignored(child)), None)
        if inner is None or (entry.around and inner.type not in entry.around):
            return False
        return not entry.operators or _operator_of(inner) in entry.operators

    def _flatten(self) -> None:
        left = self.solid[0] if self.solid else None
        if left is not None and left.kind_id == self.node.kind_id and _operator_of(left) == self._operator():
            self.flags[left.id] = UNGROUPED

    def _operator(self) -> str | None:
        return _operator_of(self.node)

    def _is_ignored(self, node: Node) -> bool:
        rule = self.rules.get(node.kind_id)
        return rule is not None and rule.ignored

    def _is_parenthesised(self, node: Node) -> bool:
        rule = self.rules.get(node.kind_id)
        return rule is not None and rule.parentheses


_OPENING = ("(", "[", "{", ",")
_CLOSING = (")", "]", "}")


def _is_tuple(solid: Sequence[Node]) -> bool:
    """A comma makes a tuple, and so does nothing at all between parentheses; `(x)` is no tuple."""
    return len(solid) == 2 or any(child.type == "," for child in solid)


def _operator_of(node: Node) -> str | None:
    operator = node.child_by_field_name("operator")
    return None if operator is None else operator.type


def _has_parent(node: Node, parent_type: str) -> bool:
    return node.parent is not None and node.parent.type == parent_type
