"""XML and HTML: attribute values whatever their quotes, and text, in which blanks between elements are layout."""

from __future__ import annotations

from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_VALUES = ("AttValue", "quoted_attribute_value", "attribute_value")


def read_element(node: Node, source: Source) -> list[Token]:
    """The token of an attribute's value or of text; none for blanks that only indent elements."""
    text = node.text or b""
    line = source.line_of_row(node.start_point[0])
    if node.type in _VALUES:
        return [Token(TokenKind.STRING, b"s" + _value(node, text), line)]
    if node.type == "CharData" and text.isspace() and _only_indents(node):
        return []
    return [Token(TokenKind.STRING, b"?" + text, line)]


def _value(node: Node, text: bytes) -> bytes:
    """What stands between the quotes; in a list of classes, runs of white space are one blank."""
    if text[:1] in (b"'", b'"'):
        text = text[1:-1]
    name = None if node.parent is None else node.parent.named_children[0]
    if name is not None and name.type == "attribute_name" and (name.text or b"").lower() == b"class":
        return b" ".join(text.split())
    return text


def _only_indents(node: Node) -> bool:
    """Whether elements stand beside a text, and nothing else that is text."""
    siblings = node.parent.named_children if node.parent is not None else []
    texts = ("CDSect", "EntityRef", "CharRef")
    is_mixed = any(
        one.type in texts or (one.type == "CharData" and not (one.text or b"").isspace()) for one in siblings
    )
    return not is_mixed and any(one.type == "element" for one in siblings)
