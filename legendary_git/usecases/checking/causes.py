"""What brought a finding about: the commit, and the lines that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import takewhile

from legendary_git.domain.evidence import Evidence
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.memory import Memory
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import State
from legendary_git.errors import OverLimit
from legendary_git.usecases.checking.finding import Cause, Finding
from legendary_git.usecases.checking.standing import Standing
from legendary_git.usecases.diff import diff_anchors
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.since import find_cause
from legendary_git.usecases.workspace import Workspace

MOST_LINES = 12
"""Lines shown of a change, of either side: more is what `git memory diff` is for."""
_MOST_COMPARED = 400


def with_causes(ws: Workspace, judging: Judging, standing: Standing, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; those about an anchor that is stale or orphaned with what brought them about."""
    for one in findings:
        if one.judged is None or one.anchor is None or one.why or one.anchor.verdict.state is State.UNKNOWN:
            yield one
            continue
        try:
            yield replace(one, cause=_cause(ws, judging, standing, one.judged, one.anchor))
        except OverLimit:
            yield replace(one, cause=Cause(one.anchor.since))


def _cause(ws: Workspace, judging: Judging, standing: Standing, judged: JudgedMemory, anchor: JudgedAnchor) -> Cause:
    memory, code = judged.memory, standing.code_for(judged.memory)
    cause: Cause | None = judging.find_look(memory, anchor, code)
    if cause is None:
        judging.refuse_late()
        cause = cause_of(replace(judged, anchors=(anchor,)), judging.evidence(memory, code))
    return replace(cause, since=_came(ws, judging, standing, memory, anchor))


def _came(ws: Workspace, judging: Judging, standing: Standing, memory: Memory, judged: JudgedAnchor) -> Since | None:
    """The commit at which an anchor came into its state: of an orphaned one not the commit that only made it stale."""
    since, head, state = judged.since, standing.survey.head, judged.verdict.state
    if since is None or head is None or state is not State.ORPHANED:
        return since
    if judged.uncommitted or memory.id in standing.early:
        return since
    return find_cause(ws, judging, memory, judged.anchor, head, state) if judged.went_on else since


def cause_of(judged: JudgedMemory, evidence: Evidence) -> Cause:
    """The commit that history tells, and the lines that changed since it was stamped, of a memory with one anchor."""
    (found,) = diff_anchors(judged, evidence)
    since = found.judged.since
    if found.before is None:
        return Cause(since)
    removed, added = changed_lines(found.before.text, found.after.text if found.after is not None else "")
    shown = removed[:MOST_LINES], added[:MOST_LINES]
    left_out = len(removed) + len(added) - len(shown[0]) - len(shown[1])
    return Cause(since, *shown, left_out)


def changed_lines(before: str, after: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of one text that the other has not, on either side, in order."""
    old, new = before.splitlines(), after.splitlines()
    first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    old, new = old[first:], new[first:]
    pairs = zip(reversed(old), reversed(new), strict=False)
    last = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    old, new = old[: len(old) - last], new[: len(new) - last]
    if max(len(old), len(new)) > _MOST_COMPARED:  # the comparison is quadratic, and nobody reads that much
        return tuple(old), tuple(new)
    codes = [one for one in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if one[0] != "equal"]
    removed = tuple(line for _, start, end, _, _ in codes for line in old[start:end])
    added = tuple(line for _, _, _, start, end in codes for line in new[start:end])
    return removed, added
