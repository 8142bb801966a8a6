"""Definitions in a tree: found by the language's query, each with the scope that it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from legendary_git.parsing.grammar import Grammar

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(eq=False, slots=True)
class Definition:
    """One definition: its name, the kind that the query gives it, its node with all that belongs to it."""

    name: str
    kind: str
    node: Node
    inner: list[Definition] = field(default_factory=list)
    """The definitions that stand in it, in their order."""


@dataclass(frozen=True, slots=True)
class _Found:
    kind: str
    node: Node
    name: Node


def find_definitions(root: Node, grammar: Grammar) -> list[Definition]:
    """The outermost definitions of a tree, in their order, each with those inside it; locals of functions left out."""
    outermost: list[Definition] = []
    enclosing: list[Definition] = []
    for found in _widest(_matches(root, grammar)):
        while enclosing and enclosing[-1].node.end_byte <= found.node.start_byte:
            enclosing.pop()
        definition = _define(found, enclosing, grammar)
        if definition is not None:
            _siblings(enclosing, outermost, grammar).append(definition)
            enclosing.append(definition)
    return outermost


def _define(found: _Found, enclosing: Sequence[Definition], grammar: Grammar) -> Definition | None:
    table = grammar.language.symbols
    node = found.node
    if found.kind in table["variables"]:
        scope = _scope(enclosing, grammar)
        if scope is not None and scope.kind in table["closed"]:
            return None
        if enclosing and enclosing[-1].kind in table["variables"]:
            node = enclosing[-1].node  # `a = b = 1` is one statement that binds both
    text = found.name.text or b""
    return Definition(text.decode("utf-8", "replace"), found.kind, node)


def _siblings(enclosing: Sequence[Definition], outermost: list[Definition], grammar: Grammar) -> list[Definition]:
    scope = _scope(enclosing, grammar)
    return outermost if scope is None else scope.inner


def _scope(enclosing: Sequence[Definition], grammar: Grammar) -> Definition | None:
    scopes = grammar.language.symbols["scopes"]
    return next((definition for definition in reversed(enclosing) if definition.kind in scopes), None)


def _widest(found: Iterator[_Found]) -> list[_Found]:
    """One for each name, the widest, in the order in which they stand, an outer one before what it holds."""
    widest: dict[int, _Found] = {}
    for one in found:
        known = widest.get(one.name.start_byte)
        if known is None or one.node.end_byte - one.node.start_byte > known.node.end_byte - known.node.start_byte:
            widest[one.name.start_byte] = one
    return sorted(widest.values(), key=lambda one: (one.node.start_byte, -one.node.end_byte, one.name.start_byte))


def _matches(root: Node, grammar: Grammar) -> Iterator[_Found]:
    from tree_sitter import QueryCursor  # late, as in load_grammar

    for _, captures in QueryCursor(grammar.query).matches(root):
        names = captures.pop("name", [])
        for pattern in captures.pop("names", ()):
            names.extend(_bound_names(pattern, grammar))
        for kind, nodes in captures.items():
            for name in names:
                yield _Found(kind, nodes[0], name)


def _bound_names(pattern: Node, grammar: Grammar) -> Iterator[Node]:
    """The names that a pattern binds: those in it that are not part of an attribute, a subscript or the like."""
    table = grammar.language.symbols
    pending = [pattern]
    while pending:
        node = pending.pop()
        if node.type in table["names"]:
            yield node
        elif node.type in table["name_containers"]:
            pending.extend(node.children)
