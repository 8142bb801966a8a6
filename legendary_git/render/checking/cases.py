"""A check as tests: each memory is one, and passes unless the policy says otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import State
from legendary_git.render.checking.cut import LONGEST_MESSAGE, cut
from legendary_git.render.checking.message import title_of, what_of
from legendary_git.render.safe import safe_name
from legendary_git.render.words import reason_of
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.rules import Level, Rule


@dataclass(frozen=True, slots=True)
class Case:
    """One memory, or a file that is none, and what was found in it. `unverified`: why nobody could judge it all."""

    name: str
    path: str
    failures: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    unverified: str = ""

    @property
    def is_skipped(self) -> bool:
        """Whether it neither passed nor failed."""
        return bool(self.unverified) and not self.failures


def cases_of(report: CheckReport) -> tuple[Case, ...]:
    """Files that are no memories first, then the oldest memory first, then what is of no single memory."""
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        found.setdefault(finding.path, []).append(finding)
    judged = {one.memory.path: one for one in report.judged}
    others = [path for path in found if path not in judged]
    order = (*(path for path in others if path != MEMORIES), *judged, *(path for path in others if path == MEMORIES))
    return tuple(_case(path, found.get(path, []), judged.get(path)) for path in order)


def _case(path: str, found: list[Finding], judged: JudgedMemory | None) -> Case:
    failures = tuple(one for one in found if one.level is Level.ERROR)
    warnings = tuple(one for one in found if one.level is not Level.ERROR)
    unverified = cut("; ".join(_unverified(found, judged)), LONGEST_MESSAGE)
    return Case(_name(path, judged), path, failures, warnings, unverified)


def _name(path: str, judged: JudgedMemory | None) -> str:
    if judged is not None:
        return f"{title_of(judged.memory)} ({judged.memory.id})"
    return "all memories" if path == MEMORIES else safe_name(path)


def _unverified(found: list[Finding], judged: JudgedMemory | None) -> Iterator[str]:
    """Asked of the verdicts, because a policy may say nothing of them, and a change only tells what is new."""
    yield from (one.invalid.message for one in found if one.invalid is not None and one.invalid.is_absent)
    yield from (what_of(one) for one in found if one.rule is Rule.UNVERIFIED)
    for one in judged.anchors if judged is not None else ():
        if one.verdict.state is State.UNKNOWN:
            yield f"{cut(safe_name(one.anchor.spec))}: {reason_of(one)}"
