"""What a memory's code was when it was stamped, and what it is now."""

from __future__ import annotations

from dataclasses import dataclass

from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Region
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.symbols import find_symbols
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.show import show
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Side:
    """One version of the region: where it stands and its text."""

    place: str
    first_line: int
    text: str


@dataclass(frozen=True, slots=True)
class AnchorDiff:
    """The two versions of one anchor's region; None where one cannot be had or is gone."""

    judged: JudgedAnchor
    before: Side | None
    after: Side | None


@dataclass(frozen=True, slots=True)
class Diff:
    """A memory and the two versions of each of its regions."""

    judged: JudgedMemory
    anchors: tuple[AnchorDiff, ...]


def diff(ws: Workspace, memory_id: str) -> Diff:
    """The regions of a memory when stamped and as the working tree has them. Raises UnknownMemory."""
    judged = show(ws, memory_id).judged
    evidence = Judging(ws).evidence(judged.memory, WorktreeCode(ws.repo, ws.index))
    pairs = (AnchorDiff(anchor, _before(anchor, evidence), _after(anchor, evidence)) for anchor in judged.anchors)
    return Diff(judged, tuple(pairs))


def _before(judged: JudgedAnchor, evidence: Evidence) -> Side | None:
    anchor = judged.anchor.was.anchor if judged.anchor.was is not None else judged.anchor
    return side_of(Stamp(anchor, evidence))


def side_of(stamp: Stamp) -> Side | None:
    """The stamped region's text; None where it is not here."""
    if stamp.file is None or stamp.region is None:
        return None
    return _side(stamp.anchor.spec, stamp.file, stamp.region)


def _after(judged: JudgedAnchor, evidence: Evidence) -> Side | None:
    anchor, verdict = judged.anchor, judged.verdict
    path, symbol = anchor.file, anchor.symbol
    if verdict.followed_to is not None:
        path, symbol = _split(verdict.followed_to, has_symbol=symbol is not None)
    if evidence.blob_at(path) is None:
        return None
    parsed = evidence.file_at(path, anchor.language)
    if isinstance(parsed, Unreadable):
        return None
    region = _region(judged, parsed, symbol)
    return _side(verdict.followed_to or anchor.spec, parsed, region) if region is not None else None


def _split(spec: str, *, has_symbol: bool) -> tuple[str, str | None]:
    if has_symbol:
        path, _, symbol = spec.partition("::")
        return path, symbol
    head, _, tail = spec.rpartition(":")
    is_range = bool(head) and tail.replace("-", "").isdigit()
    return (head if is_range else spec), None


def _region(judged: JudgedAnchor, parsed: ParsedFile, symbol: str | None) -> Region | None:
    lines = judged.verdict.lines
    if symbol is not None:
        found = find_symbols(parsed.symbols, symbol)
        at_lines = [one for one in parsed.symbols if lines is not None and one.region.lines == lines]
        return (found or at_lines)[0].region if found or at_lines else None
    if judged.anchor.lines is not None:
        return parsed.range(lines) if lines is not None else None
    return parsed.whole()


def _side(place: str, parsed: ParsedFile, region: Region) -> Side:
    return Side(place, region.lines.first, parsed.text(region).decode("utf-8", "replace"))
