"""`check_ignore` in a memory: what somebody has looked at, and until when nobody need look again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.domain.moment import parse_moment
from legendary_git.domain.values import dataclass
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.rules import Rule, find_rule
from legendary_git.usecases.checking.stores import Store, line_of

KEY = "check_ignore"
NEVER_IGNORED = (Rule.INVALID, Rule.SECRET, Rule.UNVERIFIED, Rule.IGNORE)
"""Rules that no memory may suspend: those of files that are not read as memories, and of what suspends."""

_OF_ANCHORS = (Rule.ORPHANED, Rule.STALE, Rule.UNKNOWN)
"""Rules whose findings are about one anchor."""


@dataclass(frozen=True, slots=True)
class Ignore:
    """A rule that a memory suspends up to the day `until`, for all its anchors or one of them, and why."""

    rule: Rule
    reason: str
    until: date
    anchor: str | None = None

    def covers(self, finding: Finding, today: date) -> bool:
        """Whether it suspends that finding of its memory today."""
        return finding.rule is self.rule and today <= self.until and self.anchor in (None, finding.about)


@dataclass(frozen=True, slots=True)
class BadIgnore:
    """An item that suspends nothing: its key in the file, and why."""

    key: str
    why: str


def ignores_of(memory: Memory) -> Iterator[Ignore | BadIgnore]:
    """What a memory's `check_ignore` says: a list of `{rule, reason, until}`, each with `anchor` or without."""
    said = memory.front.get(KEY, [])
    items = said if isinstance(said, list) else [said]
    return (_read(item, f"{KEY}[{number}]") for number, item in enumerate(items))


def find_ignore(finding: Finding, today: date) -> Ignore | None:
    """What in the finding's own memory suspends it today."""
    if finding.judged is None or finding.rule in NEVER_IGNORED:
        return None
    found = (one for one in ignores_of(finding.judged.memory) if isinstance(one, Ignore))
    return next((one for one in found if one.covers(finding, today)), None)


def find_bad_ignores(store: Store, judged: JudgedMemory) -> Iterator[Finding]:
    """The items that suspend nothing: they do not say what, why or until when, or name what the memory has not."""
    memory = judged.memory
    specs = {one.spec for one in memory.anchors}
    for number, read in enumerate(ignores_of(memory)):
        one = read
        if isinstance(read, Ignore) and read.rule in _OF_ANCHORS and read.anchor not in (None, *specs):
            one = BadIgnore(f"{KEY}[{number}]", f"the memory has no anchor `{read.anchor}`")
        if isinstance(one, BadIgnore):
            line = line_of(store, memory.path, one.key)
            yield Finding(Rule.IGNORE, memory.id, memory.path, line, one.key, judged=judged, why=one.why)


def _read(item: FrontValue, key: str) -> Ignore | BadIgnore:
    if not isinstance(item, dict):
        return BadIgnore(key, "it is not written as {rule: …, reason: …, until: YYYY-MM-DD}")
    rule = find_rule(_text(item, "rule"))
    if rule is None or rule in NEVER_IGNORED:
        said = _text(item, "rule")
        return BadIgnore(key, f"`{said}` is no rule that a memory may suspend" if said else "it names no rule")
    if not _text(item, "reason"):
        return BadIgnore(key, "it gives no reason")
    until = parse_moment(_text(item, "until"))
    if until is None:
        return BadIgnore(key, "it has no day `until` which it holds (YYYY-MM-DD)")
    return Ignore(rule, _text(item, "reason"), until.date(), _text(item, "anchor") or None)


def _text(item: dict[str, FrontValue], key: str) -> str:
    value = item.get(key, "")
    return value.strip() if isinstance(value, str) else ""
