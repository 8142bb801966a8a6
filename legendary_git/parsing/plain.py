"""Files without a grammar: text as lines, anything else as its bytes."""

from __future__ import annotations

from posixpath import splitext

from legendary_git.domain.parsed import Fingerprinted
from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import DEDENT, INDENT

_TAB = 8
_APART = b"-"
_BY_TAB = b"t"
_PROSE_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".rst", ".txt", ".text", ".adoc", ".org"})
_PROSE_NAMES = frozenset(
    {"README", "LICENSE", "COPYING", "CHANGELOG", "CHANGES", "AUTHORS", "CONTRIBUTING", "NOTICE", "TODO"}
)


def line_tokens(source: Source, lines: LineRange, *, prose: bool = False) -> list[Token]:
    """One token for each line that says something, layout where the indentation changes or blank lines stand between.

    What white space means is not known without a grammar, so little of it is evened out: line ends, blanks at the end
    of a line, how many blank lines there are, how wide an indentation is. The first line's own is nothing: a passage
    that is indented as a whole stays the same. In prose, runs of white space within a line are one blank.
    """
    tokens: list[Token] = []
    widths: list[int] = []
    is_apart = False
    for number, text in source.lines(LineRange(lines.first, min(lines.last, source.line_count))):
        said = text.strip()
        if not said:
            is_apart = bool(tokens)
            continue
        marks = [*([_APART] if is_apart else []), *_marks(widths, _width(text))]
        if not prose and b"\t" in text[: text.index(said)]:
            marks.append(_BY_TAB)
        tokens.extend(Token(TokenKind.LAYOUT, mark, number) for mark in marks)
        tokens.append(Token(TokenKind.LINE, b" ".join(said.split()) if prose else said, number))
        is_apart = False
    return tokens


def is_prose(repo_path: str) -> bool:
    """Whether a file's name says that people read it."""
    name = repo_path.rpartition("/")[2]
    suffix = splitext(name)[1]
    return suffix.lower() in _PROSE_SUFFIXES or (not suffix and name.upper() in _PROSE_NAMES)


def _width(text: bytes) -> int:
    blank = text[: len(text) - len(text.lstrip())]
    return len(blank.expandtabs(_TAB))


def _marks(widths: list[int], width: int) -> list[bytes]:
    """The layout before a line of this width; `widths`, the stack of those that it may come back to, is kept up."""
    marks = []
    while widths and widths[-1] > width:
        widths.pop()
        marks.append(DEDENT)
    if not widths or widths[-1] < width:
        # A dedent that stops half-way is one more step; one below where the passage began has nothing to stop at.
        marks.extend([INDENT] if widths else [])
        widths.append(width)
    return marks


class PlainFile(Fingerprinted):
    """A `ParsedFile` of lines, with no symbols."""

    language: str | None = None
    grammar: str | None = None
    symbols: tuple[Symbol, ...] = ()
    has_errors = False

    def __init__(self, source: Source, *, prose: bool = False) -> None:
        self._source = source
        self._prose = prose

    @property
    def line_count(self) -> int:
        return self._source.line_count

    def whole(self) -> Region:
        return self._source.whole()

    def range(self, lines: LineRange) -> Region | None:
        return self._source.range(lines)

    def tokens(self, region: Region) -> tuple[Token, ...]:
        return tuple(
            token for span in region.spans for token in line_tokens(self._source, span.lines, prose=self._prose)
        )

    def text(self, region: Region) -> bytes:
        return self._source.text(region)

    def is_damaged(self, region: Region) -> bool:  # noqa: ARG002 - asked of every ParsedFile
        return False


class BinaryFile(Fingerprinted):
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
