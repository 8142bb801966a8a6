"""Whether one anchor is about at least the code that another one is about."""

from __future__ import annotations

from legendary_git.domain.region import Region, Span
from legendary_git.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Extent:
    """Where an anchor's code stands now: `spec` is how it would be written; `region` None where that is not known.

    `is_whole`: the anchor is its whole file, however much there is of it.
    """

    path: str
    spec: str
    region: Region | None = None
    is_whole: bool = False


def covers(wide: Extent, narrow: Extent) -> bool:
    """Whether `wide` holds all of `narrow`: a file its symbols and lines, a class its methods, lines what is in them.

    Only the whole file covers the whole file: lines or a symbol that happen to be all of it today need not be tomorrow.
    """
    if wide.path != narrow.path:
        return False
    if wide.is_whole or wide.spec == narrow.spec:
        return True
    if narrow.is_whole or wide.region is None or narrow.region is None:
        return False
    is_exact = wide.region.is_symbol and narrow.region.is_symbol
    return all(any(_holds(outer, inner, is_exact) for outer in wide.region.spans) for inner in narrow.region.spans)


def _holds(outer: Span, inner: Span, is_exact: bool) -> bool:
    """Two symbols may share a line; lines that a person named are meant as lines."""
    if is_exact:
        return outer.start <= inner.start and inner.end <= outer.end
    return outer.lines.first <= inner.lines.first and inner.lines.last <= outer.lines.last
