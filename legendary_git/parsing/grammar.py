"""Grammars: a language's parser, its symbol query and its rules by the grammar's own numbers, loaded once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, cast

from legendary_git.parsing.language import Language, load_language
from legendary_git.parsing.rules import NodeRule, rules_of

if TYPE_CHECKING:
    import tree_sitter
    from tree_sitter_language_pack import SupportedLanguage


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language, ready to parse. `rules` has the rule of a node type by its `kind_id`."""

    language: Language
    identity: str
    parser: tree_sitter.Parser
    query: tree_sitter.Query
    rules: Mapping[int, NodeRule]


@cache
def load_grammar(name: str) -> Grammar | None:
    """The grammar of a language; None where the language is not known here, or its grammar is not there or not fit.

    Not fit: built for another version of the parser, or without node types that the symbol query names.
    """
    language = load_language(name)
    if language is None:
        return None
    try:
        return _load(language)
    except (ImportError, LookupError, OSError, ValueError):
        return None


def _load(language: Language) -> Grammar:
    # Imported here, since most commands never parse anything: it costs as much as starting Python.
    import tree_sitter
    from tree_sitter_language_pack import get_language

    grammar = get_language(cast("SupportedLanguage", language.grammar))
    return Grammar(
        language=language,
        identity=_identity(language.grammar, grammar),
        parser=tree_sitter.Parser(grammar),
        query=tree_sitter.Query(grammar, language.symbols.get("query", "")),
        rules=_rules_by_kind(language, grammar),
    )


def _rules_by_kind(language: Language, grammar: tree_sitter.Language) -> dict[int, NodeRule]:
    """A keyword (`lambda`) may have the name of the node it stands in; only separators are rules about such words."""
    rules = rules_of(language)
    by_kind: dict[int, NodeRule] = {}
    for kind in range(grammar.node_kind_count):
        rule = rules.get(grammar.node_kind_for_id(kind) or "")
        if rule is not None and (rule.separator or grammar.node_kind_is_named(kind)):
            by_kind[kind] = rule
    return by_kind


def _identity(name: str, grammar: tree_sitter.Language) -> str:
    """Grammars carry no version that can be trusted; the size of their tables differs whenever their rules do."""
    return f"{name}:{grammar.abi_version}.{grammar.node_kind_count}.{grammar.parse_state_count}"
