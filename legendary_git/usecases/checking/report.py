"""What a check answers."""

from __future__ import annotations

from enum import Enum

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.values import dataclass
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.rules import Level


class Ending(Enum):
    """How a finding of before the change is no more."""

    HEALED = "healed"
    RETIRED = "retired"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Ended:
    """A finding that was there before the change, and how it ended."""

    finding: Finding
    how: Ending


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding of which nothing is said, and why: the reason that its memory gives, or that the baseline has it."""

    finding: Finding
    reason: str
    is_baseline: bool = False


@dataclass(frozen=True, slots=True)
class Summarised:
    """How many findings, the worst first, the summary of a job has, and how many of these with their details."""

    told: int
    whole: int


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The findings, invalid files first, then the oldest memory first; and how much was looked at.

    `base` is the commit before the change, where one was asked about: then `earlier` are the findings that were there
    before and are no part of the answer, `ended` those that are no more.
    """

    head: str | None
    findings: tuple[Finding, ...]
    memories: int
    anchors: int
    unknown: int
    base: str | None = None
    earlier: tuple[Finding, ...] = ()
    ended: tuple[Ended, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    mended: int = 0
    """How many findings of the baseline are no more."""
    notices: tuple[str, ...] = ()
    judged: tuple[JudgedMemory, ...] = ()
    """The memories that were looked at, the oldest first; those that are retired are not."""
    known: frozenset[str] = frozenset()
    """The fingerprints of all findings that were there before the change, where one was asked about."""
    is_staged: bool = False
    """Whether it is about what is about to be committed; then there is no `head`."""
    summary: Summarised | None = None
    """What of the findings stands in the summary of a job, too; None where that has nothing of them."""
    remote: str | None = None
    """The URL of the repository that this is a clone of, where somebody asked for it."""

    @property
    def failed(self) -> bool:
        return any(finding.level is Level.ERROR for finding in self.findings)

    def count(self, level: Level) -> int:
        """How many of the findings are of that level."""
        return sum(finding.level is level for finding in self.findings)
