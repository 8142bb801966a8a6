"""Where anchors stand now, to tell whether those of one memory cover those of another."""

from __future__ import annotations

from collections.abc import Iterable

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.coverage import Extent
from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.verdict import Reason, State, Verdict
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.present import find_present
from legendary_git.usecases.workspace import Workspace


def evidence_of(ws: Workspace, judged: JudgedMemory) -> Evidence:
    """The working tree as the anchors of one memory see it."""
    return Judging(ws).evidence(judged.memory, WorktreeCode(ws.repo, ws.index))


def extents_of(anchors: Iterable[JudgedAnchor], evidence: Evidence) -> tuple[Extent, ...]:
    """The extent of each anchor; of one whose code is gone, what its file says of it and no region."""
    return tuple(_extent(one, evidence) for one in anchors)


def as_stamped(anchors: Iterable[Anchor]) -> tuple[JudgedAnchor, ...]:
    """Anchors that were stamped this moment, which need no judging."""
    return tuple(JudgedAnchor(one, Verdict(Reason.UNCHANGED, one.lines)) for one in anchors)


def _extent(judged: JudgedAnchor, evidence: Evidence) -> Extent:
    anchor = judged.anchor
    is_whole = anchor.symbol is None and anchor.lines is None
    found = find_present(judged, evidence) if judged.verdict.state is not State.ORPHANED else None
    if found is None:
        return Extent(anchor.file, anchor.spec, None, is_whole)
    return Extent(found.spec.path, str(found.spec), found.region, is_whole)
