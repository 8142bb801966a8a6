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


@dataclass(frozen=True, slots=True)
class Break:
    """White space that counts before a part of a node: so many line ends, none for any at all; where it begins so."""

    nodes: Sequence[str]
    lines: int = 1
    texts: Sequence[str] = ()


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
    caseless: bool = False
    shaped: bool = False
    optional_first: list[str] = field(default_factory=list)
    optional_last: list[str] = field(default_factory=list)
    """Texts of a first or last child that says nothing."""
    loose: list[LooseTuple] = field(default_factory=list)
    kept: list[KeptParentheses] = field(default_factory=list)
    breaks: list[Break] = field(default_factory=list)
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
    "caseless": "caseless",
}
_STRING_FLAGS = {"literals": "literal", "joined": "joined"}


def rules_of(language: Language) -> dict[str, NodeRule]:
    """The rule of every node type that the language's file names."""
    rules: dict[str, NodeRule] = {}
    _set_flags(rules, language.tokens, _FLAGS)
    _set_flags(rules, language.strings, _STRING_FLAGS)
    for entry in language.tokens.get("loose_tuples", ()):
        _rule(rules, entry["node"]).loose.append(LooseTuple(**entry))
    for entry in language.tokens.get("kept_parentheses", ()):
        kept = KeptParentheses(**entry)
        for node_type in kept.nodes:
            _rule(rules, node_type).kept.append(kept)
    for entry in language.tokens.get("breaks", ()):
        for node_type in entry["nodes"]:
            _rule(rules, node_type).breaks.append(Break(**entry))
    for entry in language.tokens.get("verbatim_fields", ()):
        _rule(rules, entry["node"]).verbatim_fields.append(entry["field"])
    for key in ("optional_first", "optional_last"):
        for entry in language.tokens.get(key, ()):
            for node_type in entry["nodes"]:
                getattr(_rule(rules, node_type), key).extend(entry["texts"])
    for entry in language.tokens.get("optional_when_empty", ()):
        _rule(rules, entry["parent"]).droppable.append(entry["node"])
    return rules


def _set_flags(rules: dict[str, NodeRule], table: Mapping[str, Any], flags: Mapping[str, str]) -> None:
    for key, flag in flags.items():
        for node_type in table.get(key, ()):
            setattr(_rule(rules, node_type), flag, True)


def _rule(rules: dict[str, NodeRule], node_type: str) -> NodeRule:
    return rules.setdefault(node_type, NodeRule())
