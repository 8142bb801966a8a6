"""reStructuredText: paragraphs by their words, anything in which lines or blanks may say something as it stands.

Source of the rules: reStructuredText Markup Specification, "Whitespace" and "Body Elements".
"""

from __future__ import annotations

from legendary_git.domain.patterns import compile_late
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_PROSE_LINE = compile_late(rb"[A-Za-z0-9(`*:\"'\[<\x80-\xff](?!.*\S[ \t]{2})[^\t]*")
_WORDS = compile_late(r"[A-Za-z][\w ./:,-]*")
_TAB = 8


def read_body(node: Node, source: Source) -> list[Token]:
    """The tokens of a title, of a paragraph, or of a block whose lines stand as they are."""
    if node.type == "section":
        return _title(node, source)
    first = source.line_of_row(node.start_point[0])
    lines = _lines(node, source)
    if node.type == "paragraph" and _is_prose(lines):
        return [
            Token(TokenKind.STRING, word, first + row)
            for row, line in enumerate(lines)
            for word in line.split()
        ]  # fmt: skip
    return [Token(TokenKind.STRING, b"?" + line, first + row) for row, line in enumerate(lines)]


def _title(node: Node, source: Source) -> list[Token]:
    """A title and the style of its adornment; how long that is says nothing."""
    tokens: list[Token] = []
    for child in node.children:
        text, line = child.text or b"", source.line_of_row(child.start_point[0])
        if child.type == "title":
            words = b" ".join(text.split())
            kind = TokenKind.LEAF if _WORDS.fullmatch(words.decode("utf-8", "replace")) else TokenKind.STRING
            tokens.append(Token(kind, words, line))
        else:
            tokens.append(Token(TokenKind.LEAF, text[:1], line))
    return tokens


def _lines(node: Node, source: Source) -> list[bytes]:
    """The lines of a node, their indentation as it is to one another."""
    start = source.data.rfind(b"\n", 0, node.start_byte) + 1
    before = source.data[start : node.start_byte].expandtabs(_TAB)
    text = b" " * len(before) + (node.text or b"").expandtabs(_TAB)
    lines = [line.rstrip() for line in text.rstrip().split(b"\n")]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[indent:] for line in lines]


def _is_prose(lines: list[bytes]) -> bool:
    return not lines[-1].endswith(b"::") and all(_PROSE_LINE.fullmatch(line) is not None for line in lines)
