"""What a check can find, and what of it fails."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from legendary_git.domain.values import dataclass


class Rule(Enum):
    """What can be found. The id never changes its meaning; the name says it; the policy is what settings speak of."""

    ORPHANED = ("LG001", "orphaned-anchor", "orphaned")
    INVALID = ("LG002", "invalid-memory", "invalid")
    STALE = ("LG003", "stale-anchor", "stale")
    UNKNOWN = ("LG004", "unknown-anchor", "unknown")
    CONFLICTED = ("LG005", "conflicting-memories", "conflicted")
    SECRET = ("LG006", "secret-in-memory", "secret")
    COMMANDING = ("LG007", "commanding-text", "commanding")
    EXPIRED = ("LG008", "expired-memory", "expired")
    TRIGGER = ("LG009", "weak-trigger", "trigger")
    DUPLICATE = ("LG010", "duplicate-memory", "duplicate")
    UNCOVERED = ("LG011", "uncovered-supersede", "uncovered")
    UNVERIFIED = ("LG012", "nothing-verified", "unverified")
    IGNORE = ("LG013", "bad-ignore", "ignore")

    def __init__(self, rule_id: str, rule_name: str, policy: str) -> None:
        self.rule_id = rule_id
        self.rule_name = rule_name
        self.policy = policy

    def is_called(self, name: str) -> bool:
        """Whether somebody means this rule by its id, its name or its policy."""
        return name.casefold() in (self.rule_id.casefold(), self.rule_name, self.policy)


class Level(Enum):
    """Whether a finding fails the check, is only told, or is none."""

    ERROR = "error"
    WARNING = "warning"
    OFF = "off"


POLICIES = tuple(rule.policy for rule in Rule)
DEFAULT_FAIL_ON = ("orphaned", "invalid", "conflicted", "secret")
DEFAULT_WARN_ON = POLICIES
"""Whoever takes something out of what fails still wants to hear of it."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What fails and what warns; where a policy is in both it fails, in neither nothing is said of it."""

    fail_on: Collection[str] = DEFAULT_FAIL_ON
    warn_on: Collection[str] = DEFAULT_WARN_ON

    def level_of(self, rule: Rule) -> Level:
        if rule.policy in self.fail_on:
            return Level.ERROR
        return Level.WARNING if rule.policy in self.warn_on else Level.OFF


def find_rule(name: str) -> Rule | None:
    """The rule that somebody means by its id (`LG001`), its name or its policy; None if there is none."""
    return next((rule for rule in Rule if rule.is_called(name)), None)
