"""Definitions of one name in one scope: which of them are one symbol, and which are told apart by their order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.parsing.definitions import Definition
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.items import label_twins, name_items
from legendary_git.parsing.names import quote_segment
from legendary_git.parsing.source import Source

if TYPE_CHECKING:
    from tree_sitter import Node


def name_symbols(definitions: Sequence[Definition], grammar: Grammar, source: Source) -> tuple[Symbol, ...]:
    """Every symbol below the definitions, in the order in which they stand, each under a name of its own."""
    naming = _Naming(grammar, source)
    naming.place("", 0, definitions)
    return naming.run()


class _Naming:
    """Scopes by the prefix of what stands in them; one may be opened in several places: `A::f`, a second `impl A`."""

    def __init__(self, grammar: Grammar, source: Source) -> None:
        self.grammar = grammar
        self.source = source
        self.separator: str = grammar.language.symbols["separator"]
        self.quoted = grammar.language.symbols.get("quoted", False)
        self.hidden = grammar.language.symbols["hidden"]
        self.scopes: defaultdict[tuple[int, str], list[Definition]] = defaultdict(list)
        self.symbols: dict[str, Symbol] = {}

    def place(self, prefix: str, depth: int, definitions: Iterable[Definition]) -> None:
        """Put definitions in the scope of a prefix, or in those below it that their own names tell."""
        for one in definitions:
            inside = prefix + "".join(segment + self.separator for segment in one.path)
            at = depth + len(one.path)
            if one.kind in self.hidden:
                self.place(inside + one.name + self.separator, at + 1, one.inner)
            else:
                self.scopes[at, inside].append(one)

    def run(self) -> tuple[Symbol, ...]:
        # Outer scopes first: only they can still add to inner ones.
        while self.scopes:
            at = min(self.scopes)
            definitions = sorted(self.scopes.pop(at), key=lambda one: (one.start_byte, -one.end_byte))
            name_items(definitions, self.grammar.language.symbols)
            label_twins(definitions, self.grammar.language.symbols)
            for own_name, order, group in _groups(definitions, self.grammar):
                name = self._add(self._qualify(at[1], group[0]), order, own_name, group)
                self.place(name + self.separator, at[0] + 1, [part for one in group for part in one.inner])
        return tuple(sorted(self.symbols.values(), key=_position))

    def _qualify(self, prefix: str, one: Definition) -> str:
        if one.is_index:
            return prefix.removesuffix(self.separator) + one.name
        return prefix + (quote_segment(one.name) if self.quoted else one.name)

    def _add(self, plain_name: str, order: int, own_name: str, group: Sequence[Definition]) -> str:
        name = plain_name + (f"@{order}" if order > 1 else "")
        while name in self.symbols:  # the name of another scope's symbol, when a name holds the separator itself
            order += 1
            name = f"{plain_name}@{order}"
        self.symbols[name] = Symbol(name, own_name, Region(_spans(group, self.source)))
        return name


def _position(symbol: Symbol) -> tuple[int, int, str]:
    first = symbol.region.spans[0]
    return first.start, -first.end, symbol.name


def _spans(group: Sequence[Definition], source: Source) -> tuple[Span, ...]:
    bounds = sorted({(one.start_byte, one.end_byte) for one in group})
    return tuple(
        Span(start, end, LineRange(source.line_at(start), source.line_at(max(start, end - 1)))) for start, end in bounds
    )


def _groups(definitions: Iterable[Definition], grammar: Grammar) -> Iterable[tuple[str, int, list[Definition]]]:
    by_name: dict[str, list[Definition]] = {}
    for definition in definitions:
        by_name.setdefault(definition.name, []).append(definition)
    for name, twins in by_name.items():
        for order, group in enumerate(_together(twins, grammar), start=1):
            yield name, order, group


def _together(twins: Sequence[Definition], grammar: Grammar) -> list[list[Definition]]:
    """Twins in groups that belong together. A name that is assigned as well is one thing that is made in steps."""
    if any(twin.kind in grammar.language.symbols["variables"] for twin in twins):
        return [list(twins)]
    groups = [[twins[0]]]
    for before, twin in pairwise(twins):
        if _belong_together(before, twin, grammar):
            groups[-1].append(twin)
        else:
            groups.append([twin])
    return groups


def _belong_together(before: Definition, after: Definition, grammar: Grammar) -> bool:
    rules = grammar.language.symbols["together"]
    types = rules.get("decorators", ())
    own_name = rules.get("after_previous", "").replace("{name}", re.escape(after.name))
    return (
        any(before.kind in kinds and after.kind in kinds for kinds in rules.get("kinds", ()))
        or before.kind in rules.get("declarations", ())
        or _has_decorator(before, rules.get("before_next", ""), types)
        or _has_decorator(after, own_name, types)
        or _are_marked(before, after, rules.get("marked", ""), types)
        or _are_branches(before.node, after.node, rules.get("branches", ()))
    )


def _are_marked(before: Definition, after: Definition, pattern: str, node_types: Sequence[str]) -> bool:
    """Whether each stands under a condition of its own, so that one of them comes to be."""
    return _has_decorator(before, pattern, node_types) and _has_decorator(after, pattern, node_types)


def _has_decorator(definition: Definition, pattern: str, node_types: Sequence[str]) -> bool:
    return bool(pattern) and any(
        re.match(pattern, (child.text or b"").decode("utf-8", "replace")) is not None
        for child in (*definition.leading, *definition.node.children)
        if child.type in node_types
    )


def _are_branches(before: Node, after: Node, branches: Sequence[str]) -> bool:
    """Whether two nodes stand in different branches of one statement, so that only one of them comes to be."""
    one = _below_common(before, after)
    other = _below_common(after, before)
    return one != other and (one.type in branches or other.type in branches)


def _below_common(node: Node, other: Node) -> Node:
    """The ancestor of a node that is next below the innermost one that holds the other node too."""
    while (parent := node.parent) is not None:
        if parent.start_byte <= other.start_byte and other.end_byte <= parent.end_byte:
            break
        node = parent
    return node
