"""Definitions of one name in one scope: which of them are one symbol, and which are told apart by their order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.parsing.definitions import Definition
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.source import Source

if TYPE_CHECKING:
    from tree_sitter import Node


def name_symbols(definitions: Sequence[Definition], grammar: Grammar, source: Source) -> tuple[Symbol, ...]:
    """Every symbol below the definitions, in the order in which they stand, each under a name of its own."""
    separator = grammar.language.symbols["separator"]
    symbols: list[Symbol] = []
    scopes: list[tuple[str, Iterable[Definition]]] = [("", definitions)]
    while scopes:
        prefix, inner = scopes.pop()
        for own_name, order, group in _groups(inner, grammar):
            name = prefix + own_name + (f"@{order}" if order > 1 else "")
            symbols.append(Symbol(name, own_name, Region(_spans(group, source))))
            scopes.append((name + separator, [part for definition in group for part in definition.inner]))
    return tuple(sorted(symbols, key=_position))


def _position(symbol: Symbol) -> tuple[int, int, str]:
    first = symbol.region.spans[0]
    return first.start, -first.end, symbol.name


def _spans(group: Sequence[Definition], source: Source) -> tuple[Span, ...]:
    bounds = sorted({(one.node.start_byte, one.node.end_byte) for one in group})
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
    own_name = rules["after_previous"].replace("{name}", re.escape(after.name))
    return (
        _has_decorator(before, rules["before_next"], rules["decorators"])
        or _has_decorator(after, own_name, rules["decorators"])
        or _are_branches(before.node, after.node, rules["branches"])
    )


def _has_decorator(definition: Definition, pattern: str, node_types: Sequence[str]) -> bool:
    return any(
        re.match(pattern, (child.text or b"").decode("utf-8", "replace")) is not None
        for child in definition.node.children
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
