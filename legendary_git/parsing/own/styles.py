"""CSS, SCSS and Less: tokens as the CSS standard has them, statements, and the blocks they open.

Source of the rules: CSS Syntax Module Level 3, "Tokenization"; Sass reference, "Structure of a Stylesheet".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from legendary_git.domain.annotations import NamedTuple
from legendary_git.domain.patterns import compile_late
from legendary_git.parsing.own.node import OwnNode, OwnTree, Text

_ESCAPED = rb"\\(?:[0-9A-Fa-f]{1,6}\s?|[^\n])"
_IDENT = rb"(?:--|-?(?:[A-Za-z_\x80-\xff]|" + _ESCAPED + rb"))(?:[\w\x80-\xff-]|" + _ESCAPED + rb")*"
_TOKEN = compile_late(
    rb"(?P<space>\s+)|(?P<comment>/\*.*?(?:\*/|\Z))|(?P<line_comment>//[^\n]*)"
    rb"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    rb"|(?P<url>url\(\s*(?![\"'\s])(?:[^\"'()\\\s$#{]|\\.|#(?!\{))*\s*\))"
    rb"|(?P<interpolation>[#@]\{)"
    rb"|(?P<hash>\#(?:[\w\x80-\xff-]|\\.)+)"
    rb"|(?P<number>(?<![\w)\]}])[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+(?![\w-]))?(?:%|" + _IDENT + rb")?"
    rb"|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+(?![\w-]))?(?:%|" + _IDENT + rb")?)"
    rb"|(?P<word>[@$]?" + _IDENT + rb"|[@$](?:[\w-])+)"
    rb"|(?P<open>[({\[])|(?P<close>[)}\]])|(?P<sign>.)",
    re.DOTALL | re.IGNORECASE,
)
_BARE = compile_late(r"[A-Za-z_-][\w-]*")
_CALLED = ("@include ", "@mixin ")
_DEEPEST = 100
"""Blocks in one another; no style sheet that a person wrote has more."""
_FLOW = (b"@if", b"@else", b"@each", b"@for", b"@while")
_PAIRS = {b"(": b")", b"[": b"]", b"{": b"}"}


class Piece(NamedTuple):
    """A token: its kind, where it is, and whether white space stands before it."""

    kind: str
    start: int
    end: int
    text: bytes
    is_apart: bool


def split_pieces(data: bytes, *, line_comments: bool) -> list[Piece]:
    """The tokens of a style sheet; `//` begins a comment in SCSS and Less, not in CSS."""
    pieces: list[Piece] = []
    at, is_apart = 0, True
    while at < len(data):
        found = _TOKEN.match(data, at)
        if found is None:  # never: the last alternative is any byte
            break
        kind, end = found.lastgroup or "sign", found.end()
        if kind == "comment" and (len(found[0]) < 4 or not found[0].endswith(b"*/")):
            kind = "ERROR"  # it is not closed
        if kind == "line_comment" and not line_comments:
            kind, end = "sign", at + 1
        if kind != "space":
            pieces.append(Piece(kind.removeprefix("line_"), at, end, data[at:end], is_apart))
        is_apart = kind == "space"
        at = end
    return pieces


def parse_css(data: bytes) -> OwnTree:
    """The tree of a CSS file."""
    return _Parser(data, split_pieces(data, line_comments=False)).tree()


def parse_scss(data: bytes) -> OwnTree:
    """The tree of a SCSS or Less file."""
    return _Parser(data, split_pieces(data, line_comments=True)).tree()


def define(node: OwnNode, head: Sequence[OwnNode]) -> None:
    """Say what a statement defines, told by its first words: selectors, variables, mixins, functions, at-rules."""
    words = [leaf for leaf in head if leaf.type != "comment"]
    first = words[0].text.lower() if words else b""
    is_assigned = len(words) > 1 and words[1].text == b":"
    if first in (b"@mixin", b"@function") and len(words) > 1:
        node.defines, node.names = first[1:].decode(), words[1:2]
    elif is_assigned and (first[:2] == b"--" or first[:1] in (b"$", b"@")):
        node.defines, node.names = "variable", words[:1]
    elif node.type == "rule" and words and words[-1].text != b":":
        node.defines, node.names = "rule", _selectors(node.children[0], words)
    elif node.type == "at_rule" and first not in _FLOW:
        node.defines, node.names = "at_rule", node.children[:1]
    if first.endswith(b"keyframes"):
        for step in node.children[-1].children:
            step.defines = None


def _selectors(prelude: OwnNode, words: Sequence[OwnNode]) -> list[OwnNode]:
    """Each selector of a list of them."""
    selectors: list[list[OwnNode]] = [[]]
    depth = 0
    for word in words:
        depth += (word.type in ("open", "interpolation")) - (word.type == "close")
        if word.text == b"," and not depth:
            selectors.append([])
        else:
            selectors[-1].append(word)
    return [prelude.part("selector", one[0].start_byte, one[-1].end_byte) for one in selectors if one]


def plain_selector(text: str) -> str:
    """A selector, or the words of an at-rule: no comments, even white space, no quotes that say nothing."""
    said = ""
    for piece in split_pieces(text.encode("utf-8", "replace"), line_comments=True):
        word = piece.text.decode("utf-8", "replace")
        if piece.kind == "comment":
            continue
        if piece.kind == "string" and said.endswith("=") and _BARE.fullmatch(word[1:-1]) is not None:
            word = word[1:-1]
        elif piece.kind == "string" and '"' not in word:
            word = f'"{word[1:-1]}"'
        if word == ",":
            said = said.rstrip() + ", "
        elif word in (">", "~", "+") and not text.startswith("@"):
            said = f"{said.rstrip()} {word} ".lstrip()
        else:
            is_tight = said.endswith((" ", "(", "[")) or (piece.kind == "close" and word != "}")
            is_tight = is_tight or (said.rfind("[") > said.rfind("]") and (word == "=" or said.endswith("=")))
            is_tight = is_tight or (word == "(" and said.startswith(_CALLED) and "(" not in said)
            is_apart = piece.is_apart or (said.endswith(":") and "(" in said and text.startswith("@"))
            said += " " * (is_apart and bool(said) and not is_tight) + word
    return said.strip()


class _Parser:
    """Statements up to `;` or a block; brackets and interpolations are kept together."""

    def __init__(self, data: bytes, pieces: Sequence[Piece]) -> None:
        self.text = Text(data)
        self.pieces = pieces
        self.at = 0
        self.depth = 0

    def tree(self) -> OwnTree:
        return OwnTree(self.node("stylesheet", 0, len(self.text.data), self.statements(nested=False)))

    def statements(self, *, nested: bool) -> list[OwnNode]:
        nodes: list[OwnNode] = []
        while self.at < len(self.pieces):
            piece = self.pieces[self.at]
            if piece.text == b"}" and nested:
                break
            if piece.kind == "comment" or piece.text == b";":
                nodes.append(self.leaf(piece.kind if piece.kind == "comment" else ";"))
            elif piece.text == b"}":
                nodes.append(self.leaf("ERROR"))
            else:
                nodes.append(self.statement())
        return nodes

    def statement(self) -> OwnNode:
        """A declaration, a rule, or an at-rule with or without a block."""
        head: list[OwnNode] = []
        start = self.at
        stack: list[bytes] = []
        while self.at < len(self.pieces):
            piece = self.pieces[self.at]
            if not stack and (piece.text in (b";", b"}") or (piece.text == b"{" and not self.is_value(start))):
                break
            if piece.kind == "interpolation":
                stack.append(b"}")
            elif piece.kind == "open":
                stack.append(_PAIRS[piece.text])
            elif piece.kind == "close":
                if not stack or stack[-1] != piece.text:
                    head.append(self.leaf("ERROR"))
                    break
                stack.pop()
            head.append(self.leaf(piece.kind))
        if stack and self.at == len(self.pieces):
            head.append(self.node("MISSING", len(self.text.data), len(self.text.data)))
        return self.finish(start, head)

    def is_value(self, start: int) -> bool:
        """Whether a brace belongs to the value of a custom property."""
        words = [piece.text for piece in self.pieces[start : self.at] if piece.kind != "comment"]
        return len(words) > 1 and words[0].startswith(b"--") and words[1] == b":"

    def finish(self, start: int, head: list[OwnNode]) -> OwnNode:
        has_block = self.at < len(self.pieces) and self.pieces[self.at].text == b"{"
        children = [self.node("prelude", head[0].start_byte, head[-1].end_byte, head)] if head else []
        if has_block:
            children.append(self.block())
        node_type = _type(self.pieces[start], has_block=has_block)
        node = self.node(node_type, children[0].start_byte, children[-1].end_byte, children)
        define(node, head)
        return node

    def block(self) -> OwnNode:
        opening = self.leaf("{" if self.depth < _DEEPEST else "ERROR")
        if opening.is_error:
            return opening
        self.depth += 1
        body = self.statements(nested=True)
        closing = (
            self.leaf("}")
            if self.at < len(self.pieces)
            else self.node("MISSING", len(self.text.data), len(self.text.data))
        )
        self.depth -= 1
        return self.node("block", opening.start_byte, closing.end_byte, [opening, *body, closing])

    def leaf(self, node_type: str) -> OwnNode:
        piece = self.pieces[self.at]
        self.at += 1
        node = self.node(node_type, piece.start, piece.end)
        node.is_apart = piece.is_apart
        return node

    def node(self, node_type: str, start: int, end: int, children: Sequence[OwnNode] = ()) -> OwnNode:
        named = node_type not in (";", "{", "}")
        return OwnNode(node_type, self.text, start, end, children, named=named)


def _type(first: Piece, *, has_block: bool) -> str:
    if first.text.startswith(b"@") and first.kind == "word":
        return "at_rule" if has_block else "at_statement"
    return "rule" if has_block else "declaration"
