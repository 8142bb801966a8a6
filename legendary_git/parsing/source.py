"""The text of a file as it is parsed: no BOM, LF line ends, and lines counted as git counts them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import LineRange, Region, Span
from legendary_git.domain.values import dataclass

_STRAY = compile_late("[\udc80-\udcff]")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Source:
    """Normalised bytes and where their lines start.

    `row_lines` gives the line of each row of the parser; it is needed only where a lone CR ends a row in the
    middle of what git takes for one line.
    """

    data: bytes
    starts: tuple[int, ...]
    row_lines: tuple[int, ...] | None = None

    @property
    def line_count(self) -> int:
        """How many lines there are; a last one without a line end counts, the nothing after a line end does not."""
        return len(self.starts)

    def line_of_row(self, row: int) -> int:
        """The line (from 1) of a row (from 0) of the parser."""
        if self.row_lines is None:
            return row + 1
        return self.row_lines[min(row, len(self.row_lines) - 1)]

    def line_at(self, byte: int) -> int:
        """The line that a byte stands on."""
        return max(1, bisect_right(self.starts, byte))

    def line_end(self, line: int) -> int:
        """The byte after a line's last one, its line end not counted."""
        if line < len(self.starts):
            return self.starts[line] - 1
        return len(self.data) - self.data.endswith(b"\n")

    def joined_line_end(self, byte: int) -> int:
        """Where the line of a byte ends, with those that a backslash at its end joins to it."""
        end = self.data.find(b"\n", byte)
        while end > 0 and self.data[end - 1 : end] == b"\\":
            end = self.data.find(b"\n", end + 1)
        return len(self.data) if end < 0 else end

    def text_end(self, start: int, end: int) -> int:
        """The byte after the last one of a passage that is no white space."""
        while end > start and self.data[end - 1] in b" \t\n\f\v":
            end -= 1
        return end

    def lines(self, lines: LineRange) -> Iterator[tuple[int, bytes]]:
        """Each line of a range with its number, without its line end."""
        for line in range(lines.first, lines.last + 1):
            yield line, self.data[self.starts[line - 1] : self.line_end(line)]

    def whole(self) -> Region:
        """The region of everything; an empty file has its one empty span on line 1."""
        return Region((Span(0, len(self.data), LineRange(1, max(1, self.line_count))),))

    def range(self, lines: LineRange) -> Region | None:
        """The region of a range of lines, or None where the file has no such lines."""
        if not 1 <= lines.first <= lines.last <= self.line_count:
            return None
        return Region((Span(self.starts[lines.first - 1], self.line_end(lines.last), lines),))

    def text(self, region: Region) -> bytes:
        """The region's bytes, its spans joined by LF."""
        return b"\n".join(self.data[span.start : span.end] for span in region.spans)


def read_source(data: bytes) -> Source:
    """Normalise the bytes of a file. A CR ends a row, as it does for a compiler, but no line, as for git."""
    data = data.removeprefix(_BOM)
    if b"\r" not in data:
        return Source(data, _line_starts(data))
    data = data.replace(b"\r\n", b"\n")
    starts = _line_starts(data)
    if b"\r" not in data:
        return Source(data, starts)
    data = data.replace(b"\r", b"\n")
    rows = _line_starts(data)
    return Source(data, starts, tuple(bisect_right(starts, row) for row in rows))


def as_utf8(data: bytes) -> bytes:
    """The same text for a parser that must not meet what is no UTF-8: a question mark for each such byte."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _STRAY.sub("?", data.decode("utf-8", "surrogateescape")).encode("utf-8")
    return data


def _line_starts(data: bytes) -> tuple[int, ...]:
    starts = [0] if data else []
    end = data.find(b"\n")
    while 0 <= end < len(data) - 1:
        starts.append(end + 1)
        end = data.find(b"\n", end + 1)
    return tuple(starts)
