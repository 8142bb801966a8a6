"""Files without a grammar: text as lines, anything else as its bytes."""

from __future__ import annotations

from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import DEDENT, INDENT

_TAB = 8


def line_tokens(source: Source, lines: LineRange) -> list[Token]:
    """One token for each line that says something, white space evened out; layout where the indentation changes.

    The first line's own indentation is nothing: a passage that is indented as a whole stays the same.
    """
    tokens: list[Token] = []
    widths: list[int] = []
    for number, text in source.lines(LineRange(lines.first, min(lines.last, source.line_count))):
        if words := text.split():
            tokens.extend(Token(TokenKind.LAYOUT, mark, number) for mark in _marks(widths, _width(text)))
            tokens.append(Token(TokenKind.LINE, b" ".join(words), number))
    return tokens


def _width(text: bytes) -> int:
    blank = text[: len(text) - len(text.lstrip())]
    return len(blank.expandtabs(_TAB))


def _marks(widths: list[int], width: int) -> list[bytes]:
    """The layout before a line of this width; `widths`, the stack of those that it may come back to, is kept up."""
    marks = []
    is_first = not widths
    while widths and widths[-1] > width:
        widths.pop()
        marks.append(DEDENT)
    if not widths or widths[-1] < width:
        widths.append(width)
        marks.extend([] if is_first or marks else [INDENT])
    return marks


class PlainFile:
    """A `ParsedFile` of lines, with no symbols."""

    language: str | None = None
    grammar: str | None = None
    symbols: tuple[Symbol, ...] = ()
    has_errors = False

    def __init__(self, source: Source) -> None:
        self._source = source

    @property
    def line_count(self) -> int:
        return self._source.line_count

    def whole(self) -> Region:
        return self._source.whole()

    def range(self, lines: LineRange) -> Region | None:
        return self._source.range(lines)

    def tokens(self, region: Region) -> tuple[Token, ...]:
        return tuple(token for span in region.spans for token in line_tokens(self._source, span.lines))

    def text(self, region: Region) -> bytes:
        return self._source.text(region)

    def is_damaged(self, region: Region) -> bool:  # noqa: ARG002 - asked of every ParsedFile
        return False


class BinaryFile:
    """A `ParsedFile` that is no text: one region, one token, no lines."""

    language: str | None = None
    grammar: str | None = None
    symbols: tuple[Symbol, ...] = ()
    has_errors = False
    line_count = 0

    def __init__(self, data: bytes) -> None:
        self._data = data

    def whole(self) -> Region:
        return Region((Span(0, len(self._data), LineRange(1, 1)),))

    def range(self, lines: LineRange) -> Region | None:  # noqa: ARG002 - same
        return None

    def tokens(self, region: Region) -> tuple[Token, ...]:  # noqa: ARG002 - same
        return (Token(TokenKind.LINE, self._data, 1),)

    def text(self, region: Region) -> bytes:  # noqa: ARG002 - same
        return self._data

    def is_damaged(self, region: Region) -> bool:  # noqa: ARG002 - asked of every ParsedFile
        return False
