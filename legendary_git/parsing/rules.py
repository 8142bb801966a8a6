"""What each node type of a grammar means for the tokens: the `[tokens]` and `[strings]` tables, by node type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
    caseless: bool = False
    shaped: bool = False
    markup: bool = False
    associative: list[str] = field(default_factory=list)
    """Operators whose operands are one group, however they are grouped."""
    bare_in: list[str] = field(default_factory=list)
    """Types of parents in which brackets round a single name say nothing."""
    key_fields: list[str] = field(default_factory=list)
    line_after: list[str] = field(default_factory=list)
    line_before: list[str] = field(default_factory=list)
    """Types of children after or before which a line end counts."""
    optional_first: list[str] = field(default_factory=list)
    optional_last: list[str] = field(default_factory=list)
    """Texts of a first or last child that says nothing."""
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
    "caseless": "caseless",
    "markup": "markup",
}
_STRING_FLAGS = {"literals": "literal", "joined": "joined"}


_LISTS = (
    ("associative", "associative", "operators"),
    ("key_fields", "key_fields", "field"),
    ("line_after", "line_after", "types"),
    ("line_before", "line_before", "types"),
    ("optional_first", "optional_first", "texts"),
    ("optional_last", "optional_last", "texts"),
)
"""Keys whose entries say something of several `nodes`: the rule's field, and which of the entry's keys goes there."""
_SINGLE = (
    ("verbatim_fields", "node", "verbatim_fields", "field"),
    ("bare_names", "node", "bare_in", "parent"),
    ("optional_when_empty", "parent", "droppable", "node"),
)
"""Keys whose entries say something of the one node that the second names."""


def rules_of(language: Language) -> dict[str, NodeRule]:
    """The rule of every node type that the language's file names."""
    rules: dict[str, NodeRule] = {}
    _set_flags(rules, language.tokens, _FLAGS)
    _set_flags(rules, language.strings, _STRING_FLAGS)
    tokens = language.tokens
    for entry in tokens.get("loose_tuples", ()):
        _rule(rules, entry["node"]).loose.append(LooseTuple(**entry))
    for entry in tokens.get("kept_parentheses", ()):
        kept = KeptParentheses(**entry)
        for node_type in kept.nodes:
            _rule(rules, node_type).kept.append(kept)
    for key, field_name, said in _LISTS:
        for entry in tokens.get(key, ()):
            for node_type in entry["nodes"]:
                getattr(_rule(rules, node_type), field_name).extend(_listed(entry[said]))
    for key, of, field_name, said in _SINGLE:
        for entry in tokens.get(key, ()):
            getattr(_rule(rules, entry[of]), field_name).append(entry[said])
    return rules


def _set_flags(rules: dict[str, NodeRule], table: Mapping[str, Any], flags: Mapping[str, str]) -> None:
    for key, flag in flags.items():
        for node_type in table.get(key, ()):
            setattr(_rule(rules, node_type), flag, True)


def _listed(said: str | Sequence[str]) -> Sequence[str]:
    return [said] if isinstance(said, str) else said


def _rule(rules: dict[str, NodeRule], node_type: str) -> NodeRule:
    return rules.setdefault(node_type, NodeRule())
