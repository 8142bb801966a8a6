"""What a check says of anchors for which there was no more time: neither that they hold, nor who broke them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from legendary_git.domain.values import replace
from legendary_git.domain.verdict import Reason, Verdict
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.rules import Rule
from legendary_git.usecases.checking.standing import Standing


def is_late(finding: Finding) -> bool:
    """Whether it says that an anchor was not verified for want of time; it says nothing of what was there before."""
    return finding.anchor is not None and finding.anchor.verdict.reason is Reason.TIME_OVER


def known_marks(befores: Collection[Standing]) -> frozenset[str]:
    """The fingerprints of what is known to have been there before."""
    return frozenset(one.fingerprint for each in befores for one in _known_of(each.told))


def _known_of(told: Collection[Finding]) -> Iterator[Finding]:
    were_late = any(map(is_late, told))
    return (one for one in told if not is_late(one) and not (were_late and one.rule is Rule.UNVERIFIED))


def without_doubtful(told: Iterable[Finding], befores: Collection[Standing]) -> tuple[Finding, ...]:
    """The findings; what is stale or orphaned and was not verified before is unknown: it may have been so then."""
    late = {(one.memory_id, one.about) for each in befores for one in each.told if is_late(one)}
    return tuple(
        _as_late(one) if one.anchor is not None and (one.memory_id, one.about) in late else one for one in told
    )


def _as_late(finding: Finding) -> Finding:
    if finding.anchor is None or finding.rule not in (Rule.ORPHANED, Rule.STALE):
        return finding
    return replace(finding, rule=Rule.UNKNOWN, anchor=replace(finding.anchor, verdict=Verdict(Reason.TIME_OVER)))


def late_notices(now: Standing, seconds: float | None) -> Iterator[str]:
    """How many anchors were not verified for want of time, where there are any."""
    reasons = [anchor.verdict.reason for judged in now.survey.current() for anchor in judged.anchors]
    count = reasons.count(Reason.TIME_OVER)
    if count:
        anchors = "1 anchor was" if count == 1 else f"{count} anchors were"
        yield f"the time for judging a push, {seconds or 0:g} seconds, was over: {anchors} not verified"
