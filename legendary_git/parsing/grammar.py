"""Grammars: a language's parser, its symbol query and its rules by the grammar's own numbers, loaded once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from legendary_git.domain.annotations import cast
from legendary_git.domain.values import dataclass
from legendary_git.parsing.bindings import load_tree_sitter, new_parser, new_query
from legendary_git.parsing.fence import parse
from legendary_git.parsing.language import Language, load_language
from legendary_git.parsing.rules import NodeRule, Rules, rules_of
from legendary_git.parsing.source import as_utf8

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tree_sitter

_OWN = "own:"
"""So begins the name of a parser of ours."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language, ready to parse."""

    language: Language
    identity: str
    parser: tree_sitter.Parser
    query: tree_sitter.Query | None
    """None: the parser is one of our own, and says itself what its nodes define."""
    given_names: Mapping[int, str]
    """The names that patterns of the query give to what has none of its own, by the pattern's number."""
    rules: Rules
    """The rule of a node type, by its `kind_id`."""
    obeyed: re.Pattern[bytes] | None
    """What a comment holds that a compiler or a tool obeys."""
    lexemes: re.Pattern[bytes] | None
    """The words of text that the grammar leaves whole, one match each."""
    masks: re.Pattern[bytes] | None
    """What is hidden from the parser, and what may not be looked into for it."""
    spellings: Mapping[bytes, bytes]
    """Words and signs that say the same as others."""
    node_types: frozenset[str]


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


def parse_with(grammar: Grammar, data: bytes) -> tree_sitter.Tree | None:
    """The tree of a file's bytes; None where that takes too much. Our own parsers need no fence.

    Queries fail over text that is no UTF-8, so the parser does not see such bytes; tokens are read from the file.
    """
    data = as_utf8(data)
    if grammar.query is None:
        return grammar.parser.parse(data)
    return parse(grammar.parser, data, fenced=grammar.language.fenced)


@cache
def load_parser(name: str) -> tree_sitter.Parser | None:
    """The bare parser of a grammar that reads a part of another language's text; None where it is not there."""
    try:
        return new_parser(load_tree_sitter(name))
    except (ImportError, LookupError, OSError, ValueError):
        return None


def _load(language: Language) -> Grammar:
    obeyed = "|".join(f"(?:{pattern})" for pattern in language.comments.get("obeyed", ()))
    said_of_comments = re.compile(obeyed.encode(), re.MULTILINE) if obeyed else None
    spellings = {one.encode(): other.encode() for one, other in language.tokens.get("spellings", {}).items()}
    if language.grammar.startswith(_OWN):
        return _load_own(language, said_of_comments, spellings)
    grammar = load_tree_sitter(language.grammar)
    query = new_query(grammar, language.symbols.get("query", ""))
    lexemes, masks = language.tokens.get("lexemes"), language.tokens.get("masks")
    return Grammar(
        language=language,
        identity=_identity(language.grammar, grammar),
        parser=new_parser(grammar),
        query=query,
        given_names=_given_names(query),
        rules=_rules_by_kind(language, grammar),
        obeyed=said_of_comments,
        lexemes=re.compile(lexemes.encode(), re.VERBOSE) if lexemes else None,
        masks=re.compile(masks.encode(), re.VERBOSE | re.MULTILINE) if masks else None,
        spellings=spellings,
        node_types=frozenset(grammar.node_kind_for_id(kind) or "" for kind in range(grammar.node_kind_count)),
    )


def _load_own(language: Language, obeyed: re.Pattern[bytes] | None, spellings: Mapping[bytes, bytes]) -> Grammar:
    from legendary_git.parsing.own.node import kind_number  # late: few files are in such a language
    from legendary_git.parsing.own.parsers import find_own_parser

    own = find_own_parser(language.grammar)
    if own is None:
        raise LookupError(language.grammar)
    if language.tokens.get("shape"):
        raise ValueError(f"{language.name}: shape needs a grammar")
    return Grammar(
        language=language,
        identity=own.identity,
        parser=cast("tree_sitter.Parser", own),
        query=None,
        given_names={},
        rules={kind_number(name): rule for name, rule in rules_of(language).items()},
        obeyed=obeyed,
        lexemes=None,
        masks=None,
        spellings=spellings,
        node_types=own.node_types,
    )


def _given_names(query: tree_sitter.Query) -> dict[int, str]:
    given = ((number, query.pattern_settings(number).get("name")) for number in range(query.pattern_count))
    return {number: name for number, name in given if name is not None}


def _rules_by_kind(language: Language, grammar: tree_sitter.Language) -> dict[int, NodeRule]:
    """A keyword (`lambda`) may have the name of the node it stands in; only some rules are about such words."""
    rules = rules_of(language)
    unshaped = language.tokens.get("unshaped", ())
    families = [name for name in rules if name.endswith("*") and len(name) > 1]
    by_kind: dict[int, NodeRule] = {}
    for kind in range(grammar.node_kind_count):
        name = grammar.node_kind_for_id(kind) or ""
        rule = rules.get(name) or next((rules[family] for family in families if name.startswith(family[:-1])), None)
        is_named = grammar.node_kind_is_named(kind)
        if is_named and language.tokens.get("shape") and name not in unshaped:
            rule = rules.setdefault(name, NodeRule())
            rule.shaped = True
        if rule is not None and (is_named or rule.separator or rule.caseless or rule.trimmed or rule.directive):
            by_kind[kind] = rule
    return by_kind


def _identity(name: str, grammar: tree_sitter.Language) -> str:
    """Grammars carry no version that can be trusted; the size of their tables differs whenever their rules do."""
    return f"{name}:{grammar.abi_version}.{grammar.node_kind_count}.{grammar.parse_state_count}"
