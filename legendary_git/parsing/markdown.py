"""Markdown: what its blocks say, whichever of its many spellings they are written in.

The block grammar leaves the text of a paragraph as it stands; the inline grammar reads that. Words are tokens, and what
is glued to them stays so: emphasis, links and code are marks within a word, so that `a*b*c` is not `a *b* c`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.fence import parse
from legendary_git.parsing.grammar import load_grammar, load_parser, parse_with
from legendary_git.parsing.source import Source, read_source

if TYPE_CHECKING:
    from tree_sitter import Node

_INLINE = "markdown_inline"
_CLOSING_HASHES = re.compile(rb"(?:^|[ \t]+)#+[ \t]*\Z")
_DEEPEST = 100
"""Emphasis and links in one another; below that, text as it stands."""
_SPECIAL = re.compile(rb"[*_~`$\[<]")
_MOST_SPECIAL = 1_000
"""Letters that may open something in one paragraph; the grammar takes time with their number's square and more."""
_ESCAPED = re.compile(rb"\\([!-/:-@\[-`{-~])")
_FENCE = re.compile(rb" *(?:`{3,}|~{3,})[ \t]*")
_PLAIN = re.compile(rb"[A-Za-z][\w ./:,-]*(?<! )")
_MARKS = {
    "emphasis": b"_",
    "strong_emphasis": b"**",
    "strikethrough": b"~~",
    "link_text": b"[",
    "image_description": b"![",
}
"""Inline nodes that hold text, by what they are written as here."""
_DELIMITERS = ("emphasis_delimiter", "code_span_delimiter")


def read_block(node: Node, source: Source) -> list[Token]:
    """The tokens of a block, or of a part of one, that its own reader knows."""
    return list(_READERS[node.type](_Block(node, source)))


class _Block:
    """A node, and its text without what the quotes and lists around it put before its lines."""

    def __init__(self, node: Node, source: Source) -> None:
        self.node = node
        self.source = source
        self.line = source.line_of_row(node.start_point[0])

    def text(self, node: Node | None = None) -> bytes:
        node = self.node if node is None else node
        kept, done = b"", node.start_byte
        for start, end in _continuations(node):
            kept += self.source.data[done:start]
            done = end
        return kept + self.source.data[done : node.end_byte]

    def leaf(self, text: bytes) -> Token:
        return Token(TokenKind.LEAF, text, self.line)

    def raw(self, text: bytes) -> Token:
        return Token(TokenKind.STRING, text, self.line)


def _continuations(node: Node) -> Iterator[tuple[int, int]]:
    pending = [node]
    while pending:
        part = pending.pop()
        if part.type == "block_continuation":
            yield part.start_byte, part.end_byte
        else:
            pending.extend(reversed(part.children))


def _heading(block: _Block) -> Iterator[Token]:
    level = next(part.type for part in block.node.children if "_marker" in part.type or "_underline" in part.type)
    yield block.leaf(b"#" * int(re.sub(r"\D", "", level)))
    content = block.node.child_by_field_name("heading_content")
    text = b"" if content is None else block.text(content).strip()
    if block.node.type == "atx_heading":
        text = _CLOSING_HASHES.sub(b"", text)
    if _PLAIN.fullmatch(text) is not None:
        yield block.leaf(b" ".join(text.split()))
    else:
        yield from _words(text, block.line)


def _inline(block: _Block) -> Iterator[Token]:
    yield from _words(block.text(), block.line)


def _rule(block: _Block) -> Iterator[Token]:
    yield block.leaf(b"---")


def _bullet(block: _Block) -> Iterator[Token]:
    yield block.leaf(b"-")


def _number(block: _Block) -> Iterator[Token]:
    """Only the first item's number is read: the others count on from it."""
    item = block.node.parent
    is_first = item is None or item.prev_named_sibling is None
    digits = re.sub(rb"\D", b"", block.text()).lstrip(b"0") or b"0"
    yield block.leaf(digits + b"." if is_first else b".")


def _quote_mark(block: _Block) -> Iterator[Token]:
    yield block.leaf(b">")


def _task(block: _Block) -> Iterator[Token]:
    yield block.leaf(block.text().lower())


def _alignment(block: _Block) -> Iterator[Token]:
    text = block.text().strip()
    yield block.leaf(b":" * text.startswith(b":") + b"-" + b":" * text.endswith(b":"))


def _fenced(block: _Block) -> Iterator[Token]:
    """Its info and its lines, without the indentation of the fence, which does not count, nor blanks at their ends."""
    yield block.leaf(b"```")
    text = block.text()
    has_end = block.node.children[-1].type == "fenced_code_block_delimiter" and block.node.child_count > 1
    if has_end and _FENCE.fullmatch(text.rstrip().rpartition(b"\n")[2]) is None:
        yield block.raw(text)  # the grammar takes a fence at the end of a line for one
        return
    fence = block.node.children[0].text or b""
    indent = len(fence) - len(fence.lstrip())
    if block.node.parent is not None and block.node.parent.type in ("document", "section"):
        indent += block.node.start_point[1]
    parts = {part.type: part for part in block.node.children}
    info, content = parts.get("info_string"), parts.get("code_fence_content")
    yield block.raw(b"" if info is None else b" ".join(block.text(info).split()))
    lines = [] if content is None else block.text(content).split(b"\n")
    yield block.raw(b"\n".join(_outdent(line, indent).rstrip() for line in lines).removesuffix(b"\n"))


def _indented(block: _Block) -> Iterator[Token]:
    """Its lines; the grammar takes the indentation of all but the first for what is around it."""
    yield block.leaf(b"    ")
    text = block.text().rstrip()
    text = text[1:] if text.startswith(b"\t") else _outdent(text, 4)
    yield block.raw(b"\n".join(line.rstrip() for line in text.split(b"\n")))


def _outdent(line: bytes, width: int) -> bytes:
    blank = len(line) - len(line.lstrip(b" "))
    return line[min(blank, width) :]


def _verbatim(block: _Block) -> Iterator[Token]:
    yield block.raw(b"\n".join(line.rstrip() for line in block.text().strip().split(b"\n")))


def _front_matter(block: _Block) -> Iterator[Token]:
    """YAML by its own tokens, or as it stands where it is none."""
    from legendary_git.parsing.walk import walk_tokens  # late: it reads strings, and so Markdown

    grammar = load_grammar("yaml")
    lines = block.text().strip().split(b"\n")
    source = read_source(b"\n".join(lines[1:-1]) + b"\n")
    tree = None if grammar is None else parse_with(grammar, source.data)
    if grammar is None or tree is None or tree.root_node.has_error or lines[0] != block.text().split(b"\n")[0].rstrip():
        yield from _verbatim(block)
        return
    yield block.leaf(b"---")
    for token in walk_tokens(tree.root_node, grammar, source):
        yield token._replace(line=token.line + block.line)
    yield block.leaf(b"---")


def _definition(block: _Block) -> Iterator[Token]:
    """`[label]: destination "title"`."""
    yield block.leaf(b"]:")
    for part in block.node.named_children:
        if part.type != "block_continuation":
            yield block.raw(_unquoted(part.type, b" ".join(block.text(part).split())))


def _words(text: bytes, line: int) -> Iterator[Token]:
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
            self.mark(b"<" + _unquoted(kind, text) + b"\0>")
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


def _unquoted(kind: str, text: bytes) -> bytes:
    if kind == "link_label":
        return b" ".join(text.split())
    if kind == "link_destination":
        said = text[1:-1] if text.startswith(b"<") and text.endswith(b">") else text
        return _ESCAPED.sub(rb"\1", said)
    if kind == "link_title":
        closing = b")" if text.startswith(b"(") else text[:1]
        return re.sub(rb"\\([\"'()])", rb"\1", text[1:].removesuffix(closing))
    return text


_READERS: Mapping[str, Callable[[_Block], Iterator[Token]]] = {
    "atx_heading": _heading,
    "setext_heading": _heading,
    "inline": _inline,
    "pipe_table_cell": _inline,
    "pipe_table_delimiter_cell": _alignment,
    "thematic_break": _rule,
    "list_marker_minus": _bullet,
    "list_marker_plus": _bullet,
    "list_marker_star": _bullet,
    "list_marker_dot": _number,
    "list_marker_parenthesis": _number,
    "task_list_marker_checked": _task,
    "block_quote_marker": _quote_mark,
    "fenced_code_block": _fenced,
    "indented_code_block": _indented,
    "html_block": _verbatim,
    "minus_metadata": _front_matter,
    "plus_metadata": _verbatim,
    "link_reference_definition": _definition,
}
