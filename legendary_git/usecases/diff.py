"""What a memory's code was when it was stamped, and what it is now."""

from __future__ import annotations

from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.parsed import ParsedFile
from legendary_git.domain.region import Region
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason, State
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.present import find_present
from legendary_git.usecases.show import show
from legendary_git.usecases.workspace import Workspace

_GONE = (Reason.FILE_GONE, Reason.SYMBOL_GONE)


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
    return Diff(judged, diff_anchors(judged, evidence))


def diff_anchors(judged: JudgedMemory, evidence: Evidence) -> tuple[AnchorDiff, ...]:
    """The two versions of each region of a memory."""
    pairs = (AnchorDiff(anchor, _before(anchor, evidence), _after(anchor, evidence)) for anchor in judged.anchors)
    return tuple(pairs)


def _before(judged: JudgedAnchor, evidence: Evidence) -> Side | None:
    anchor = judged.anchor.was.anchor if judged.anchor.was is not None else judged.anchor
    return side_of(Stamp(anchor, evidence))


def side_of(stamp: Stamp) -> Side | None:
    """The stamped region's text; None where it is not here."""
    if stamp.file is None or stamp.region is None:
        return None
    return _side(stamp.anchor.spec, stamp.file, stamp.region)


def _after(judged: JudgedAnchor, evidence: Evidence) -> Side | None:
    if judged.verdict.state is State.ORPHANED and judged.verdict.reason in _GONE:
        return None
    found = find_present(judged, evidence)
    place = judged.verdict.followed_to or judged.anchor.spec
    return _side(place, found.file, found.region) if found is not None else None


def _side(place: str, parsed: ParsedFile, region: Region) -> Side:
    return Side(place, region.lines.first, parsed.text(region).decode("utf-8", "replace"))
