"""How much a finding matters beyond its level, for services that sort by more than two degrees."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.rules import Level, Rule

_NOTHING_WRONG = (Rule.UNKNOWN, Rule.UNVERIFIED)


class Severity(IntEnum):
    """The lowest number is the worst. The names are GitLab's; its fifth, `major`, is nothing of ours."""

    BLOCKER = 0
    CRITICAL = 1
    MINOR = 2
    INFO = 3


def severity_of(finding: Finding) -> Severity:
    """A secret that fails is the worst; where evidence is missing nothing is wrong, unless the policy says so."""
    if finding.level is Level.ERROR:
        return Severity.BLOCKER if finding.rule is Rule.SECRET else Severity.CRITICAL
    return Severity.INFO if finding.rule in _NOTHING_WRONG else Severity.MINOR


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by severity, otherwise in the order that they have."""
    return sorted(findings, key=severity_of)
