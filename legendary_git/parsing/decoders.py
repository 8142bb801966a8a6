"""Which decoder makes one of the spellings of a literal, as the language's file says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from legendary_git.domain.annotations import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

    from legendary_git.domain.token import Token
    from legendary_git.parsing.source import Source

DECODERS = {
    "graphql": "graphql.canonical_string",
    "graphql_description": "graphql.canonical_description",
    "javascript": "javascript.canonical_string",
    "javascript_directive": "javascript.canonical_directive",
    "javascript_number": "javascript.canonical_number",
    "javascript_regex": "javascript.canonical_regex",
    "css": "javascript.canonical_style",
    "jsx": "javascript.canonical_attribute",
    "either_quotes": "quotes.either_quotes",
    "plain_quotes": "quotes.plain_quotes",
    "php": "php.canonical_string",
    "php_heredoc": "php.dedented_heredoc",
    "heredoc": "quotes.dedented_heredoc",
    "continued": "quotes.continued",
}
"""What else a language's file may name as its decoder: a literal, or a piece of one, in its one spelling."""

READERS = {
    "css": "styles.read_prelude",
    "scss": "styles.read_sass_prelude",
    "lines": "verbatim.read_lines",
    "elements": "elements.read_element",
    "markdown": "markdown.read_block",
    "rst": "restructured.read_body",
}
"""Decoders that make several tokens of what the language's file calls a literal."""


def find_decoder(node: Node, table: Mapping[str, Any]) -> Callable[[bytes], bytes] | None:
    """The decoder of a literal by its type and, where `[strings]` asks for it, its parent; None: as it stands."""
    for entry in table.get("decoders", ()):
        if node.type in entry["nodes"] and _fits(node, entry):
            return load_decoder(entry["decoder"])
    name = table.get("decoder", "")
    return load_decoder(name) if name in DECODERS else None


def find_reader(table: Mapping[str, Any]) -> Callable[[Node, Source], list[Token]] | None:
    """The reader of all literals of a language; None where it has none."""
    name = table.get("decoder", "")
    return load_reader(name) if name in READERS else None


@cache
def load_decoder(name: str) -> Callable[[bytes], bytes]:
    """The module of a decoder is loaded when a file has a literal for it."""
    found: Callable[[bytes], bytes] = _load(DECODERS[name])
    return found


@cache
def load_reader(name: str) -> Callable[[Node, Source], list[Token]]:
    """The same of a reader."""
    found: Callable[[Node, Source], list[Token]] = _load(READERS[name])
    return found


def _load(place: str) -> Any:
    module, _, function = place.partition(".")
    return getattr(import_module(f"legendary_git.parsing.{module}"), function)


def _fits(node: Node, entry: Mapping[str, str]) -> bool:
    """Whether a literal's parent is of the type, and begins with the pattern, that an entry asks for."""
    wanted = entry.get("parent")
    if wanted is None:
        return True
    parent = node.parent
    if parent is None or parent.type != wanted:
        return False
    pattern = entry.get("begins")
    return pattern is None or re.match(pattern.encode(), parent.text or b"") is not None
