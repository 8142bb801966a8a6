"""Markdown within a paragraph: its words, with what is glued to them.

Words are tokens. Emphasis, links and code are marks within a word, so that `a*b*c` is not `a *b* c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.domain.patterns import compile_late
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.fence import parse
from legendary_git.parsing.grammar import load_parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_INLINE = "markdown_inline"
_DEEPEST = 100
"""Emphasis and links in one another; below that, text as it stands."""
_SPECIAL = compile_late(rb"[*_~`$\[<]")
_MOST_SPECIAL = 1_000
"""Letters that may open something in one paragraph; the grammar takes time with their number's square and more."""
_ESCAPED = compile_late(rb"\\([!-/:-@\[-`{-~])")
_MARKS = {
    "emphasis": b"_",
    "strong_emphasis": b"**",
    "strikethrough": b"~~",
    "link_text": b"[",
    "image_description": b"![",
}
"""Inline nodes that hold text, by what they are written as here."""
_DELIMITERS = ("emphasis_delimiter", "code_span_delimiter")


def read_words(text: bytes, line: int) -> Iterator[Token]:
    """The words of a paragraph that begins on a line; where its grammar cannot read it, as they stand."""
    text = b"\n".join(part.strip(b" \t") + _hard_break(part) for part in text.split(b"\n")).strip()
    parser = load_parser(_INLINE)
    is_hostile = len(_SPECIAL.findall(text)) > _MOST_SPECIAL
    tree = None if parser is None or is_hostile else parse(parser, text)
    if tree is None:
        yield from (Token(TokenKind.STRING, b"?" + word, line) for word in text.split())
        return
    pieces = _Pieces(text, line)
    pieces.read(tree.root_node)
    pieces.flush()
    yield from pieces.tokens


def _hard_break(line: bytes) -> bytes:
    return b"  " if line.endswith(b"  ") else b""


class _Pieces:
    """Inline text on its way to words."""

    def __init__(self, text: bytes, line: int) -> None:
        self.text = text
        self.line = line
        self.word = b""
        self.depth = 0
        self.tokens: list[Token] = []

    def read(self, node: Node) -> None:
        done = node.start_byte
        self.depth += 1
        for child in node.children if self.depth < _DEEPEST else ():
            if child.is_named or child.child_count:
                self.plain(self.text[done : child.start_byte])
                self.part(child)
                done = child.end_byte
        self.plain(self.text[done : node.end_byte])
        self.depth -= 1

    def part(self, node: Node) -> None:
        kind, text = node.type, self.text[node.start_byte : node.end_byte]
        if kind in _MARKS:
            self.mark(_MARKS[kind])
            self.read(node)
            self.mark(b"/" + _MARKS[kind])
        elif kind == "backslash_escape":
            self.word += text[1:]
        elif kind == "hard_line_break":
            self.flush()
            self.mark(b"\n")
            self.flush()
        elif kind in _DELIMITERS:
            pass
        elif kind == "code_span":
            self.mark(b"`" + self.code(node) + b"\0`")
        elif kind in ("inline_link", "full_reference_link", "collapsed_reference_link", "shortcut_link", "image"):
            self.mark(b"(")
            self.link(node)
            self.mark(b")")
        elif kind in ("link_destination", "link_title", "link_label"):
            self.mark(b"<" + unquoted(kind, text) + b"\0>")
        else:
            self.mark(text)

    def code(self, node: Node) -> bytes:
        start, end = node.children[0].end_byte, node.children[-1].start_byte
        said = self.text[start:end].replace(b"\n", b" ")
        return said[1:-1] if said.strip() and said[:1] == said[-1:] == b" " else said

    def link(self, node: Node) -> None:
        """Its parts; the brackets round them and the space between them say nothing else."""
        types = {child.type for child in node.children}
        for child in node.children:
            if child.is_named:
                self.part(child)
            elif child.type == "(" and "link_destination" not in types:
                self.mark(b"<\0>")  # `[text]()`

    def plain(self, text: bytes) -> None:
        words = re.split(rb"[ \t\n]+", text)
        for number, word in enumerate(words):
            if number:
                self.flush()
            self.word += word

    def mark(self, text: bytes) -> None:
        self.word += b"\0" + text

    def flush(self) -> None:
        if self.word:
            line = self.line
            self.tokens.append(Token(TokenKind.STRING, self.word, line))
            self.word = b""


def unquoted(kind: str, text: bytes) -> bytes:
    """What a part of a link says, without its quotes, brackets and escapes."""
    if kind == "link_label":
        return b" ".join(text.split())
    if kind == "link_destination":
        said = text[1:-1] if text.startswith(b"<") and text.endswith(b">") else text
        return _ESCAPED.sub(rb"\1", said)
    if kind == "link_title":
        closing = b")" if text.startswith(b"(") else text[:1]
        return re.sub(rb"\\([\"'()])", rb"\1", text[1:].removesuffix(closing))
    return text
