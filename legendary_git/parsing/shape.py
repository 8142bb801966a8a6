"""How a node's children count: which brackets and commas are redundant, and where layout has to be said aloud.

A formatter may add and drop parentheses, so they never count as such. Instead every expression whose extent they could
have changed says where it begins and ends, and every tuple says that it is one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from legendary_git.parsing.chains import find_chained
from legendary_git.parsing.flow import spaces_before
from legendary_git.parsing.gaps import Gaps, broken_lines, ends_blank, has_blank_lines, same_brackets
from legendary_git.parsing.parentheses import find_kept, is_ignored, is_parenthesised, only_inside, operator_of
from legendary_git.parsing.redundant import child_flags, find_last_comma, find_redundant, is_tuple
from legendary_git.parsing.rules import LooseTuple, NodeRule, Rules
from legendary_git.parsing.steps import (
    BLANK,
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
    KEY,
    LOOSE_COMMA,
    LOOSENED,
    NODE,
    OPEN,
    SPACE,
    TUPLE,
    UNGROUPED,
    UNTUPLED,
    VERBATIM,
    Step,
    wrap,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def expand(node: Node, rule: NodeRule, flags: int, rules: Rules) -> list[Step]:
    """The steps that a node with a rule is walked by."""
    if (chained := find_chained(node, rule, rules)) is not None:
        return _Expansion(chained[0], rules[chained[0].kind_id], 0, rules).chained_steps(node, chained[1])
    if not rule.body:
        return _Expansion(node, rule, flags, rules).steps()
    steps = _body(node, flags, rules, {*same_brackets(node, rule), *_lone_separators(node, rule, rules)})
    if rule.indented:
        return wrap(steps, (INDENT, DEDENT))
    return wrap(steps, GROUP) if rule.shaped else steps


def _lone_separators(node: Node, rule: NodeRule, rules: Rules) -> Iterator[int]:
    """The separators that say nothing: all, but for those that keep a word from being one with what follows."""
    before = ""
    for child in node.children:
        child_rule = rules.get(child.kind_id)
        if child_rule is not None and child_rule.separator:
            if before not in rule.ended:
                yield child.id
        elif child_rule is None or not child_rule.ignored:
            before = (child.text or b"").decode("utf-8", "replace") if rule.ended else ""


def _body(node: Node, flags: int, rules: Rules, dropped: Collection[int] = ()) -> list[Step]:
    """Statements, each with its end; the first may be a docstring."""
    steps: list[Step] = []
    child_flags = flags & VERBATIM | DOCSTRING
    for child in node.children:
        rule = rules.get(child.kind_id)
        if child.id in dropped:
            steps.append((DROP, child, 0))
            continue
        if rule is not None and rule.ignored:
            steps.append((IGNORE, child, 0))
            continue
        steps.append((NODE, child, child_flags))
        if child.is_named:
            steps.append((CLOSE, END, 0))
            if ends_blank(child, rules):
                steps.append((CLOSE, BLANK, 0))
            child_flags &= ~DOCSTRING
    return steps


class _Expansion:
    """One node on its way to steps: which of its children are dropped, flagged, or have layout before or after them."""

    def __init__(self, node: Node, rule: NodeRule, flags: int, rules: Rules) -> None:
        self.node = node
        self.rule = rule
        self.rules = rules
        self.verbatim = rule.verbatim or bool(flags & VERBATIM)
        self.kept = bool(flags & KEPT)
        self.untupled = bool(flags & UNTUPLED)
        self.given = flags
        self.ungrouped = bool(flags & UNGROUPED)
        self.marks = [GROUP] if rule.group and not self.ungrouped else []
        self.children = node.children
        self.solid = [child for child in self.children if not self._is_ignored(child)]
        self.inherited = self._inherited(flags)
        self.dropped: set[int] = set()
        self.flags: dict[int, int] = {}
        self.loose: tuple[int, int] | None = None

    def steps(self) -> list[Step]:
        self._read_children()
        steps: list[Step] = []
        spaces = spaces_before(self.node, self.solid, self.rule) if self.rule.flow else set()
        broken = broken_lines(self.solid, self.rule)
        gaps = Gaps(self.node, self.rule, self.rules)
        for before, child in zip([None, *self.children], self.children, strict=False):
            if before is not None:
                steps.extend(gaps.marks(before, child))
            if child.id in spaces:
                steps.append((CLOSE, SPACE, 0))
            if child.id in broken:
                steps.append((CLOSE, BREAK, 0))
            steps.extend(self._child_steps(child))
        if self.rule.shaped and not self.ungrouped and self._says_more_than_one():
            self.marks.append(GROUP)
        if self.rule.loosened and has_blank_lines(self.node):
            self.marks.append(LOOSENED)
        for mark in self.marks:
            steps = wrap(steps, mark)
        return steps

    def chained_steps(self, branch: Node, end: int) -> list[Step]:
        """The steps of a branch that holds this node alone: up to a byte those of the branch, then what follows it."""
        self._read_children()
        kept = [child for child in branch.children if child != self.node]
        first: list[Step] = [(IGNORE if self._is_ignored(child) else DROP, child, 0) for child in kept]
        for child in self.children:
            if child.start_byte < end:
                first.extend(self._child_steps(child))
        rest = (child for child in self.children if child.start_byte >= end)
        return [*wrap(first, GROUP), *(step for child in rest for step in self._child_steps(child))]

    def _read_children(self) -> None:
        """Find which children are dropped, flagged or part of a tuple or a group."""
        if not self.verbatim:
            self._drop_redundant()
            kept = (child for entry in self.rule.kept for child in find_kept(self.node, self.solid, entry, self.rules))
            self.flags.update((child.id, KEPT) for child in kept)
            self.flags.update((child.id, flag) for child, flag in child_flags(self.node, self.solid, self.rule))
        for loose in self.rule.loose:
            self._mark_loose_tuple(loose)
        for name in self.rule.verbatim_fields:
            self.flags.update((child.id, VERBATIM) for child in self.node.children_by_field_name(name))
        self.flags.update(
            (child.id, KEY) for name in self.rule.key_fields for child in self.node.children_by_field_name(name)
        )
        if self.rule.flat:
            self._flatten()
        if self.rule.associative and (operator := operator_of(self.node)) in self.rule.associative:
            self._associate(operator)

    def _says_more_than_one(self) -> bool:
        return sum(child.id not in self.dropped for child in self.solid) > 1

    def _inherited(self, flags: int) -> int:
        rule = self.rule
        inherited = VERBATIM if self.verbatim else 0
        inherited |= flags & DOCSTRING if rule.docstring_wrapper else 0
        inherited |= flags & UNGROUPED if rule.parentheses else 0
        return inherited | (UNTUPLED if rule.untupled or (rule.parentheses and self.untupled) else 0)

    def _child_steps(self, child: Node) -> list[Step]:
        if self._is_ignored(child):
            return [(IGNORE, child, 0)]
        if child.id in self.dropped:
            return [(DROP, child, 0)]
        step: Step = (NODE, child, self.inherited | self.flags.get(child.id, 0))
        if self.loose is None:
            return [step]
        before: list[Step] = [(OPEN, TUPLE[0], 0)] if child.id == self.loose[0] else []
        after: list[Step] = [(CLOSE, TUPLE[1], 0)] if child.id == self.loose[1] else []
        return [*before, step, *after]

    def _drop_redundant(self) -> None:
        rule = self.rule
        if rule.tuple and is_tuple(self.solid):
            self.marks.extend([] if self.untupled else [TUPLE])
            # `()` keeps its brackets: there is nothing else that would show that it is there.
            if len(self.solid) > 2 or self.solid[-1].type == ",":
                self._drop_brackets()
            # The comma of `(x,)` makes the tuple; a passage that ends within it shows nothing else of that.
            if self.untupled or sum(child.type == "," for child in self.solid) > 1 or not self._ends_in_comma():
                self._drop_trailing_comma()
        elif (rule.parentheses and not self.kept and self._holds_one()) or rule.optional_parentheses:
            self._drop_brackets()
        if rule.optional_comma or self.given & LOOSE_COMMA:
            self._drop_trailing_comma()
        if rule.bare_in and self._is_one_name():
            self._drop_brackets()
        self.dropped.update(child.id for child in find_redundant(self.solid, rule, self.given))

    def _drop_brackets(self) -> None:
        self.dropped.update(child.id for child in self.solid if child.type in ("(", ")"))

    def _holds_one(self) -> bool:
        return sum(child.is_named for child in self.solid) <= 1

    def _drop_trailing_comma(self) -> None:
        if (comma := find_last_comma(self.solid)) is not None:
            self.dropped.add(comma.id)

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
        # The comma of a tuple of one is a part of it, as it is between parentheses.
        self.loose = (parts[0].id, (parts if len(parts) > 1 else commas)[-1].id)
        if len(parts) > 1:
            self.dropped.update(comma.id for comma in commas if comma.start_byte >= parts[-1].end_byte)

    def _flatten(self) -> None:
        left = self.solid[0] if self.solid else None
        if left is not None and left.kind_id == self.node.kind_id and operator_of(left) == operator_of(self.node):
            self.flags[left.id] = UNGROUPED

    def _associate(self, operator: str | None) -> None:
        """Operands that have the same operator are part of this group, in parentheses too."""
        for child in self.solid:
            inner: Node | None = child
            while inner is not None and is_parenthesised(inner, self.rules):
                inner = only_inside(inner, self.rules)
            if inner is not None and inner.kind_id == self.node.kind_id and operator_of(inner) == operator:
                self.flags[child.id] = UNGROUPED

    def _is_one_name(self) -> bool:
        """Whether nothing stands between the brackets but a word, and the node is where they may be left out."""
        held: Node | None = self.node
        while held is not None and held.child_count:
            held = only_inside(held, self.rules)
            if held is not None and sum(not self._is_ignored(child) for child in held.children) > 1:
                return False
        return held is not None and any(_has_parent(self.node, parent) for parent in self.rule.bare_in)

    def _is_ignored(self, node: Node) -> bool:
        return is_ignored(node, self.rules)


def _has_parent(node: Node, parent_type: str) -> bool:
    return node.parent is not None and node.parent.type == parent_type
