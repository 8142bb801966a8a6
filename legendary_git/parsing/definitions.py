"""Definitions in a tree: found by the language's query, each with the scope that it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from legendary_git.domain.annotations import Any, cast
from legendary_git.domain.values import dataclass, field
from legendary_git.parsing.bindings import find_matches
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.items import NAMELESS, open_paths
from legendary_git.parsing.names import read_heading, read_segments
from legendary_git.parsing.reaches import Reach, find_reaches
from legendary_git.parsing.segments import join_pieces, split_name
from legendary_git.parsing.statements import is_chained, only_declarator, parts_up_to, read_parts, with_wrappers
from legendary_git.parsing.surroundings import leading_of, shared_of, trailing_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

    from legendary_git.parsing.own.node import OwnNode


@dataclass(eq=False, slots=True)
class Definition:
    """One definition: its name, the kind that the query gives it, its node with all that belongs to it."""

    name: str
    kind: str
    node: Node
    parts: list[Node] | None = None
    """What is read of the node where that is not all of it in one piece."""
    ends_with_parts: bool = False
    """Whether it ends where the last of these does: what stands after that in its node says nothing of it."""
    path: tuple[str, ...] = ()
    """The scopes that its own name tells (`A::f`, a Go receiver), outermost first."""
    arity: int | None = None
    """How many parameters it has, where that is a part of its name."""
    leading: list[Node] = field(default_factory=list)
    """What belongs to it and stands before its node: attributes, comments that a tool obeys."""
    shared: list[Node] = field(default_factory=list)
    """What one statement begins with and says of each that it defines: `rec`, `export const`."""
    circumstances: list[Node] = field(default_factory=list)
    """What decides that it comes to be and not another one of its symbol."""
    directives: list[bytes] = field(default_factory=list)
    """The lines that decide it where they are no nodes."""
    trailing: list[Node] = field(default_factory=list)
    """What belongs to it and stands after its node: the text of a heredoc, all that a `package Foo;` holds."""
    masked_start: int | None = None
    """Where what is hidden from the parser before it begins."""
    inner: list[Definition] = field(default_factory=list)
    """The definitions that stand in it, in their order."""
    reach: Reach | None = None
    """What it holds where that is no node: a section up to the next one."""
    order: int | None = None
    """The place of a list's item in its list, where the tree does not tell it."""
    is_index: bool = False
    """Whether its name is its place in a list."""
    outer: Definition | None = None
    """The scope that it stands in."""

    @property
    def nodes(self) -> list[Node]:
        whole = [self.node] if self.reach is None else self.reach.nodes
        return [*self.leading, *(whole if self.parts is None else self.parts), *self.trailing]

    @property
    def start_byte(self) -> int:
        if self.masked_start is not None:
            return self.masked_start
        return self.leading[0].start_byte if self.leading else self.node.start_byte

    @property
    def end_byte(self) -> int:
        if self.trailing:
            return self.trailing[-1].end_byte
        if self.parts is not None and self.ends_with_parts:
            return self.parts[-1].end_byte
        return self.node.end_byte if self.reach is None else self.reach.end


@dataclass(frozen=True, slots=True)
class _Found:
    kind: str
    node: Node
    bare: Node
    """The node without what was wrapped round it."""
    name: Node | None
    given: str | None
    """The name that the query gives to what has none of its own."""
    path: tuple[str, ...] = ()
    pattern: int = 0
    """The place of its pattern in the query: of two that match one node, the first says what it is."""
    arity: int | None = None

    @property
    def at(self) -> tuple[int, int]:
        """What tells definitions apart: the place of their names; of a list's items, which end together, their own."""
        if self.name is not None:
            return self.name.start_byte, -1
        return self.node.end_byte, self.node.start_byte if self.given == NAMELESS else -2


def find_definitions(root: Node, grammar: Grammar) -> list[Definition]:
    """The outermost definitions of a tree, in their order, each with those inside it; locals of functions left out."""
    table = grammar.language.symbols
    outermost: list[Definition] = []
    enclosing: list[Definition] = []
    widest = _widest(_matches(root, grammar))
    reaches = find_reaches([found.node for found in widest], grammar)
    for found in widest:
        while enclosing and enclosing[-1].end_byte <= found.node.start_byte:
            enclosing.pop()
        definition = _define(found, enclosing, grammar)
        if definition is not None:
            definition.reach = reaches.get(definition.node.id)
            definition.outer = _scope(definition.node, enclosing, grammar)
            (outermost if definition.outer is None else definition.outer.inner).append(definition)
            if not any(is_chained(found.bare, one.node, grammar.language.symbols) for one in enclosing):
                enclosing.append(definition)
    return open_paths(outermost, table) if "paths" in table else outermost


def _define(found: _Found, enclosing: Sequence[Definition], grammar: Grammar) -> Definition | None:
    table = grammar.language.symbols
    node = found.node
    scope = _scope(node, enclosing, grammar)
    if scope is not None and found.kind in _locals_of(scope.kind, table):
        return None
    if found.kind in table["variables"] and enclosing and enclosing[-1].kind in table["variables"]:
        node = enclosing[-1].node  # `a = b = 1` is one statement that binds both
    path, name = _split(found, table)
    if not name:
        return None
    bare = only_declarator(found.bare, table)
    cut = found.name if bare == found.bare and node.type in table.get("cut", ()) else None
    return Definition(
        name=name,
        kind=found.kind,
        node=node,
        parts=parts_up_to(node, cut) if cut is not None else read_parts(bare, node, table),
        ends_with_parts=cut is not None,
        path=(*found.path, *path),
        arity=found.arity,
        leading=leading_of(node, grammar),
        shared=shared_of(bare, node, grammar),
        trailing=trailing_of(node, found.kind, grammar),
    )


def _locals_of(scope_kind: str, table: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The kinds of definitions in a scope that are nobody else's business."""
    return table.get("locals", table["variables"]) if scope_kind in table["closed"] else ()


def _split(found: _Found, table: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """The path and the name in a name as it stands in the code."""
    if found.given is not None:
        return (), found.given
    if found.name is None:
        return (), ""
    if "segments" in table:
        return read_segments(found.name, table)
    if "name_markup" in table:
        return (), read_heading(found.name, table["name_markup"])
    return split_name((found.name.text or b"").decode("utf-8", "replace"), table)


def _scope(node: Node, enclosing: Sequence[Definition], grammar: Grammar) -> Definition | None:
    """The innermost scope around a node; what one statement defines beside it (`a = f, b = g`, `a = b = f`) is none."""
    table = grammar.language.symbols
    around = (one for one in reversed(enclosing) if one.kind in table["scopes"] and one.node != node)
    return next((one for one in around if not is_chained(node, one.node, table)), None)


def _widest(found: Iterator[_Found]) -> list[_Found]:
    """One for each name, the widest, in the order in which they stand, an outer one before what it holds."""
    widest: dict[tuple[int, int], _Found] = {}
    for one in found:
        known = widest.get(one.at)
        if known is None or _rank(one) < _rank(known):
            widest[one.at] = one
    return sorted(widest.values(), key=lambda one: (one.node.start_byte, -one.node.end_byte, one.at[0]))


def _rank(one: _Found) -> tuple[int, int]:
    return one.node.start_byte - one.node.end_byte, one.pattern


def _matches(root: Node, grammar: Grammar) -> Iterator[_Found]:
    if grammar.query is None:
        yield from _own_matches(root)
        return
    table = grammar.language.symbols
    for pattern, captures in find_matches(grammar.query, root):
        names: list[Node | None] = [*captures.pop("name", [])]
        path = tuple(
            segment
            for node in captures.pop("within", ())
            for part in [split_name((node.text or b"").decode("utf-8", "replace"), table)]
            for segment in (*part[0], part[1])
        )
        for bound in captures.pop("names", ()):
            names.extend(_bound_names(bound, grammar))
        given = grammar.given_names.get(pattern)
        if pieces := captures.pop("piece", ()):
            names, given = [pieces[-1]], join_pieces(pieces)
        elif names:
            given = None
        counted = captures.pop("arity", ())
        for kind, nodes in captures.items():
            if kind.startswith("_"):
                continue  # used by a predicate of the query alone
            arity = sum(_count(node, grammar) for node in counted) if kind in table.get("arity", ()) else None
            node = with_wrappers(nodes[0], table)
            called = given or table["given"].get(kind)
            for name in names or ([None] if called is not None else []):
                yield _Found(kind, node, nodes[0], name, None if names and not given else called, path, pattern, arity)


def _count(node: Node, grammar: Grammar) -> int:
    """The parts of a node, its comments not counted."""
    rules = (grammar.rules.get(child.kind_id) for child in node.named_children)
    return sum(rule is None or not rule.ignored for rule in rules)


def _own_matches(root: Node) -> Iterator[_Found]:
    """What the nodes of our own parsers say that they define."""
    top: OwnNode = cast("OwnNode", root)
    for node in top.walk():
        if node.defines is not None:
            for name in node.names:
                yield _Found(node.defines, cast("Node", node), cast("Node", node), cast("Node", name), None)


def _bound_names(pattern: Node, grammar: Grammar) -> Iterator[Node]:
    """The names that a pattern binds: those in it that are not part of an attribute, a subscript or the like."""
    table = grammar.language.symbols
    pending = [pattern]
    while pending:
        node = pending.pop()
        if node.type in table["names"]:
            yield node
        elif (field_name := table["name_fields"].get(node.type)) is not None:
            pending.extend(node.children_by_field_name(field_name))
        elif node.type in table["name_containers"]:
            pending.extend(node.children)
