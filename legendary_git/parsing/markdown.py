"""Markdown: what its blocks say, whichever of its many spellings they are written in.

The block grammar leaves the text of a paragraph as it stands; that is read by `markdown_inline`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from legendary_git.domain.patterns import compile_late
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.grammar import load_grammar, parse_with
from legendary_git.parsing.markdown_inline import read_words, unquoted
from legendary_git.parsing.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_CLOSING_HASHES = compile_late(rb"(?:^|[ \t]+)#+[ \t]*\Z")
_FENCE = compile_late(rb" *(?:`{3,}|~{3,})[ \t]*")
_PLAIN = compile_late(rb"[A-Za-z][\w ./:,-]*(?<! )")


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
        yield from read_words(text, block.line)


def _inline(block: _Block) -> Iterator[Token]:
    yield from read_words(block.text(), block.line)


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
            yield block.raw(unquoted(part.type, b" ".join(block.text(part).split())))


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
