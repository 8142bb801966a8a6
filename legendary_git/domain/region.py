"""Places in a file: line ranges, spans of bytes, and the regions that anchors are about."""

from __future__ import annotations

from legendary_git.domain.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class LineRange:
    """Lines `first` to `last`, counted from 1, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}-{self.last}"

    def __len__(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Bytes `start` (included) to `end` (excluded) of a file, and the lines that they stand on."""

    start: int
    end: int
    lines: LineRange


@dataclass(frozen=True, slots=True)
class Region:
    """What an anchor is about: one span, or several where definitions of one name belong together.

    `is_symbol`: the passage is a definition, not lines that happen to hold one.
    """

    spans: tuple[Span, ...]
    is_symbol: bool = False

    @property
    def lines(self) -> LineRange:
        """The lines from the first span's first to the last span's last."""
        return LineRange(self.spans[0].lines.first, self.spans[-1].lines.last)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named definition in a file.

    `name` is qualified (`Store.connect`) and unique in its file: twins that do not belong together carry their
    order (`connect@2`). `own_name` is the last segment as it stands in the code, without that order.
    """

    name: str
    own_name: str
    region: Region
