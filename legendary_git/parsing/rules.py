"""What each node type of a grammar means for the tokens: the `[tokens]` and `[strings]` tables, by node type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legendary_git.domain.annotations import Any, TypeAlias
from legendary_git.domain.values import dataclass, field
from legendary_git.parsing.language import Language


@dataclass(frozen=True, slots=True)
class LooseTuple:
    """Children of a node, by field, by type or all, that are a tuple as soon as a comma stands among them."""

    node: str
    parent: str | None = None
    field: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class KeptParentheses:
    """Parentheses below a node that count: in this field, beside that one, round these types, with these operators."""

    nodes: Sequence[str]
    field: str | None = None
    beside: str | None = None
    around: Sequence[str] = ()
    operators: Sequence[str] = ()
    holding: Sequence[str] = ()
    """Types that must stand somewhere along the operands that come first, up to other parentheses."""
    under: Sequence[str] = ()
    """Operators of which the node itself must have one."""
    unless: Sequence[str] = ()
    """Operators of what stands in the parentheses with which they do not count."""


@dataclass(frozen=True, slots=True)
class BareChildren:
    """Children of a node, of these types, in this field, whose brackets say nothing if they stand round one thing."""

    nodes: Sequence[str]
    of: Sequence[str]
    field: str | None = None
    leaf: bool = False
    """Only round a thing of no more than one part."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A first or last child that says nothing: its text, and the types that it must stand beside, if that matters."""

    nodes: Sequence[str]
    texts: Sequence[str]
    beside: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class LooseComma:
    """Children of a node whose last comma says nothing, if the node's first child reads like the pattern."""

    nodes: Sequence[str]
    of: Sequence[str]
    first: str


@dataclass(frozen=True, slots=True)
class Chain:
    """A branch that holds a statement `of` these types alone: only up to the field `through` is that in the branch."""

    nodes: Sequence[str]
    of: Sequence[str]
    through: str
    unless: Sequence[str] = ()
    """Types of children of the statement that say that it is one of its own."""


@dataclass(frozen=True, slots=True)
class Brackets:
    """Brackets of several spellings; none of them counts, unless the node's text matches a pattern."""

    nodes: Sequence[str]
    open: Sequence[str]
    close: Sequence[str]
    unless: str | None = None


@dataclass(slots=True)
class NodeRule:
    """What one node type means. A type that has no rule is walked through, and counts by its leaves."""

    ignored: bool = False
    body: bool = False
    indented: bool = False
    separator: bool = False
    number: bool = False
    group: bool = False
    flat: bool = False
    parentheses: bool = False
    tuple: bool = False
    untupled: bool = False
    optional_parentheses: bool = False
    optional_comma: bool = False
    verbatim: bool = False
    docstring_wrapper: bool = False
    literal: bool = False
    joined: bool = False
    prose: bool = False
    lexed: bool = False
    directive: bool = False
    signed: bool = False
    caseless: bool = False
    code_end: bool = False
    shaped: bool = False
    loosened: bool = False
    flow: bool = False
    blocks: frozenset[bytes] = frozenset()
    raw: frozenset[bytes] = frozenset()
    """Of a flow: the names of elements round which white space says nothing, and in which all of it counts."""
    markup: bool = False
    associative: list[str] = field(default_factory=list)
    """Operators whose operands are one group, however they are grouped."""
    bare_in: list[str] = field(default_factory=list)
    """Types of parents in which brackets round a single name say nothing."""
    key_fields: list[str] = field(default_factory=list)
    line_after: list[str] = field(default_factory=list)
    line_before: list[str] = field(default_factory=list)
    """Types of children after or before which a line end counts."""
    blank_after: list[str] = field(default_factory=list)
    blank_before: list[str] = field(default_factory=list)
    """Of a body: what a statement ends or begins with, after or before which a blank line counts."""
    optional_first: list[Edge] = field(default_factory=list)
    optional_last: list[Edge] = field(default_factory=list)
    bare: list[BareChildren] = field(default_factory=list)
    loose_commas: list[LooseComma] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    """Of a body: texts of statements after which a separator counts."""
    chains: list[Chain] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    """Texts of children that say nothing."""
    breaks: bool = False
    spaced: bool = False
    lopsided: bool = False
    trimmed: bool = False
    raw_before: bool = False
    """The white space before it counts, from the next line on."""
    joined_lines: bool = False
    """A line end that is escaped, without white space round it, makes one word of two children."""
    brackets: Brackets | None = None
    loose: list[LooseTuple] = field(default_factory=list)
    kept: list[KeptParentheses] = field(default_factory=list)
    verbatim_fields: list[str] = field(default_factory=list)
    droppable: list[str] = field(default_factory=list)
    """Types of children that are left out when nothing stands in them."""


_FLAGS = {
    "ignored": "ignored",
    "bodies": "body",
    "indented": "indented",
    "separators": "separator",
    "numbers": "number",
    "groups": "group",
    "flat": "flat",
    "parentheses": "parentheses",
    "tuples": "tuple",
    "untupled": "untupled",
    "optional_parentheses": "optional_parentheses",
    "optional_commas": "optional_comma",
    "verbatim": "verbatim",
    "docstring_wrappers": "docstring_wrapper",
    "prose": "prose",
    "lexed": "lexed",
    "directives": "directive",
    "signed": "signed",
    "caseless": "caseless",
    "loosened": "loosened",
    "flows": "flow",
    "markup": "markup",
    "breaks": "breaks",
    "spaced": "spaced",
    "lopsided": "lopsided",
    "trimmed": "trimmed",
    "raw_before": "raw_before",
    "joined_lines": "joined_lines",
    "code_ends": "code_end",
}
_STRING_FLAGS = {"literals": "literal", "joined": "joined"}
Rules: TypeAlias = Mapping[int, NodeRule]
"""By the grammar's id of the node type."""
_Said: TypeAlias = Edge | BareChildren | Chain | LooseComma | KeptParentheses

_LISTS = (
    ("associative", "associative", "operators"),
    ("key_fields", "key_fields", "field"),
    ("line_after", "line_after", "types"),
    ("line_before", "line_before", "types"),
    ("blank_after", "blank_after", "types"),
    ("blank_before", "blank_before", "types"),
    ("silent", "silent", "texts"),
    ("ended", "ended", "texts"),
)
"""Keys whose entries say something of several `nodes`: the rule's field, and which of the entry's keys goes there."""
_SINGLE = (
    ("verbatim_fields", "node", "verbatim_fields", "field"),
    ("bare_names", "node", "bare_in", "parent"),
    ("optional_when_empty", "parent", "droppable", "node"),
)
"""Keys whose entries say something of the one node that the second names."""
_OBJECTS: Sequence[tuple[str, str, type[_Said]]] = (
    ("kept_parentheses", "kept", KeptParentheses),
    ("optional_first", "optional_first", Edge),
    ("optional_last", "optional_last", Edge),
    ("optional_brackets", "bare", BareChildren),
    ("chains", "chains", Chain),
    ("optional_commas_in", "loose_commas", LooseComma),
)
"""Keys whose entries say several things of several `nodes`, and at will of their children, `of` those types."""


def rules_of(language: Language) -> dict[str, NodeRule]:
    """The rule of every node type that the language's file names."""
    rules: dict[str, NodeRule] = {}
    _set_flags(rules, language.tokens, _FLAGS)
    _set_flags(rules, language.strings, _STRING_FLAGS)
    tokens = language.tokens
    for node_type in tokens.get("flows", ()):
        rule = _rule(rules, node_type)
        rule.blocks = frozenset(name.encode() for name in tokens.get("blocks", ()))
        rule.raw = frozenset(name.encode() for name in tokens.get("raw_elements", ()))
    for entry in tokens.get("loose_tuples", ()):
        _rule(rules, entry["node"]).loose.append(LooseTuple(**entry))
    for entry in tokens.get("brackets", ()):
        for node_type in entry["nodes"]:
            _rule(rules, node_type).brackets = Brackets(**entry)
    for key, field_name, said in _LISTS:
        for entry in tokens.get(key, ()):
            for node_type in entry["nodes"]:
                getattr(_rule(rules, node_type), field_name).extend(_listed(entry[said]))
    for key, of, field_name, said in _SINGLE:
        for entry in tokens.get(key, ()):
            getattr(_rule(rules, entry[of]), field_name).append(entry[said])
    for key, field_name, kind in _OBJECTS:
        for entry in tokens.get(key, ()):
            _set_objects(rules, field_name, kind(**entry))
    return rules


def _set_flags(rules: dict[str, NodeRule], table: Mapping[str, Any], flags: Mapping[str, str]) -> None:
    for key, flag in flags.items():
        for node_type in table.get(key, ()):
            setattr(_rule(rules, node_type), flag, True)


def _listed(said: str | Sequence[str]) -> Sequence[str]:
    return [said] if isinstance(said, str) else said


def _set_objects(rules: dict[str, NodeRule], field_name: str, said: _Said) -> None:
    for node_type in said.nodes:
        getattr(_rule(rules, node_type), field_name).append(said)
    for node_type in getattr(said, "of", ()):
        _rule(rules, node_type)


def _rule(rules: dict[str, NodeRule], node_type: str) -> NodeRule:
    return rules.setdefault(node_type, NodeRule())
