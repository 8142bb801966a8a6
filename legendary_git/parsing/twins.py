"""Definitions of one name in one scope: which of them are one symbol, and which are told apart by their order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.parsing.circumstances import find_circumstances
from legendary_git.parsing.conditions import Directives, are_alternatives, find_directives, lines_between
from legendary_git.parsing.definitions import Definition
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.items import label_twins, name_items
from legendary_git.parsing.names import quote_segment
from legendary_git.parsing.signatures import group_by_signature
from legendary_git.parsing.source import Source

TYPE_CHECKING = False
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
        self.directives = find_directives(source.data, grammar.language.symbols["together"].get("conditions"))
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
            for called, order, group in _groups(definitions, self.grammar, self.directives):
                self._find_circumstances(group)
                name = self._add(self._qualify(at[1], called, group[0]), order, group[0].name, group)
                self.place(name + self.separator, at[0] + 1, [part for one in group for part in one.inner])
        return tuple(sorted(self.symbols.values(), key=_position))

    def _find_circumstances(self, group: Sequence[Definition]) -> None:
        if len(group) < 2:
            return
        group[0].directives = lines_between(
            self.directives, self.source.data, group[0].start_byte, group[-1].start_byte
        )
        if self.grammar.query is not None:
            branches = self.grammar.language.symbols["together"].get("branches", ())
            found = find_circumstances([one.node for one in group], branches)
            for one, heads in zip(group, found, strict=True):
                one.circumstances = heads

    def _qualify(self, prefix: str, called: str, one: Definition) -> str:
        if one.is_index:
            return prefix.removesuffix(self.separator) + called
        return prefix + (quote_segment(called) if self.quoted else called)

    def _add(self, plain_name: str, order: int, own_name: str, group: Sequence[Definition]) -> str:
        name = plain_name + (f"@{order}" if order > 1 else "")
        while name in self.symbols:  # the name of another scope's symbol, when a name holds the separator itself
            order += 1
            name = f"{plain_name}@{order}"
        self.symbols[name] = Symbol(name, own_name, Region(_spans(group, self.source), is_symbol=True))
        return name


def _position(symbol: Symbol) -> tuple[int, int, str]:
    first = symbol.region.spans[0]
    return first.start, -first.end, symbol.name


def _spans(group: Sequence[Definition], source: Source) -> tuple[Span, ...]:
    found = {(one.start_byte, source.text_end(one.start_byte, one.end_byte)) for one in group}
    bounds = _outermost(sorted(found, key=lambda bound: (bound[0], -bound[1])))
    return tuple(
        Span(start, end, LineRange(source.line_at(start), source.line_at(max(start, end - 1)))) for start, end in bounds
    )


def _outermost(bounds: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that lie in no other one: `typedef struct s {…} s` is two of one name, and one passage."""
    kept: list[tuple[int, int]] = []
    for bound in bounds:
        if not kept or bound[1] > kept[-1][1]:
            kept.append(bound)
    return kept


def _groups(
    definitions: Iterable[Definition], grammar: Grammar, directives: Directives
) -> Iterable[tuple[str, int, list[Definition]]]:
    by_name: dict[str, list[Definition]] = {}
    for one in definitions:
        called = one.name if one.arity is None else f"{one.name}/{one.arity}"
        by_name.setdefault(called, []).append(one)
    for name, twins in by_name.items():
        for order, group in enumerate(_together(twins, grammar, directives), start=1):
            yield name, order, group


def _together(twins: Sequence[Definition], grammar: Grammar, directives: Directives) -> list[list[Definition]]:
    """Twins in groups that belong together. A name that is assigned as well is one thing that is made in steps."""
    if any(twin.kind in grammar.language.symbols["variables"] for twin in twins):
        return [list(twins)]
    rules = grammar.language.symbols["together"]
    if "signature" not in rules:
        return _neighbours(twins, grammar, directives)
    signed = [twin for twin in twins if twin.kind in rules["signed"]]
    unsigned = [twin for twin in twins if twin.kind not in rules["signed"]]
    groups = [*group_by_signature(signed, rules), *_neighbours(unsigned, grammar, directives)]
    return sorted(groups, key=lambda group: group[0].start_byte)


def _neighbours(twins: Sequence[Definition], grammar: Grammar, directives: Directives) -> list[list[Definition]]:
    groups = [[twin] for twin in twins[:1]]
    for before, twin in pairwise(twins):
        divided = are_alternatives(directives, before.end_byte, twin.start_byte)
        if divided or _belong_together(before, twin, grammar):
            groups[-1].append(twin)
        else:
            groups.append([twin])
    return groups


def _belong_together(before: Definition, after: Definition, grammar: Grammar) -> bool:
    rules = grammar.language.symbols["together"]
    types = rules.get("decorators", ())
    own_name = rules.get("after_previous", "").replace("{name}", re.escape(after.name))
    return (
        _are_of_one(before, after, rules.get("kinds", ()))
        or (before.kind != after.kind and _are_of_one(before, after, rules.get("across", ())))
        or before.kind in rules.get("declarations", ())
        or _has_decorator(before, rules.get("before_next", ""), types)
        or _has_decorator(after, own_name, types)
        or _are_marked(before, after, rules.get("marked", ""), types)
        or _are_branches(before.node, after.node, rules.get("branches", ()))
    )


def _are_of_one(before: Definition, after: Definition, lists: Sequence[Sequence[str]]) -> bool:
    return any(before.kind in kinds and after.kind in kinds for kinds in lists)


def _are_marked(before: Definition, after: Definition, pattern: str, node_types: Sequence[str]) -> bool:
    """Whether each stands under a condition of its own, so that one of them comes to be."""
    return bool(pattern) and all(
        any(_has_decorator(scope, pattern, node_types) for scope in _scopes_apart(one, other))
        for one, other in ((before, after), (after, before))
    )


def _scopes_apart(one: Definition, other: Definition) -> Iterator[Definition]:
    """A definition and the scopes round it that are not round the other one too: conditions stand on any of them."""
    shared = list(_scopes(other))
    return takewhile(lambda scope: scope not in shared, _scopes(one))


def _scopes(one: Definition | None) -> Iterator[Definition]:
    while one is not None:
        yield one
        one = one.outer


def _has_decorator(definition: Definition, pattern: str, node_types: Sequence[str]) -> bool:
    return bool(pattern) and any(
        re.match(pattern, (child.text or b"").decode("utf-8", "replace")) is not None
        for child in (*definition.leading, *definition.node.children)
        if child.type in node_types
    )


def _are_branches(before: Node, after: Node, branches: Sequence[str]) -> bool:
    """Whether two stand in different branches of one statement, or one under a condition of its own."""
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
