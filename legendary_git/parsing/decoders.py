"""Which decoder makes one of the spellings of a literal, as the language's file says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from legendary_git.domain.annotations import Any
from legendary_git.parsing import graphql, javascript, php, quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

DECODERS: Mapping[str, Callable[[bytes], bytes]] = {
    "graphql": graphql.canonical_string,
    "graphql_description": graphql.canonical_description,
    "javascript": javascript.canonical_string,
    "javascript_directive": javascript.canonical_directive,
    "javascript_number": javascript.canonical_number,
    "javascript_regex": javascript.canonical_regex,
    "css": javascript.canonical_style,
    "jsx": javascript.canonical_attribute,
    "either_quotes": quotes.either_quotes,
    "plain_quotes": quotes.plain_quotes,
    "php": php.canonical_string,
    "php_heredoc": php.dedented_heredoc,
    "heredoc": quotes.dedented_heredoc,
    "continued": quotes.continued,
}
"""What else a language's file may name as its decoder: a literal, or a piece of one, in its one spelling."""


def find_decoder(node: Node, table: Mapping[str, Any]) -> Callable[[bytes], bytes] | None:
    """The decoder of a literal by its type and, where `[strings]` asks for it, its parent; None: as it stands."""
    for entry in table.get("decoders", ()):
        if node.type in entry["nodes"] and _fits(node, entry):
            return DECODERS[entry["decoder"]]
    return DECODERS.get(table.get("decoder", ""))


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
