"""`judge`: is the code that an anchor is about still what it was? The cheapest evidence first."""

from __future__ import annotations

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.evidence import Evidence
from legendary_git.domain.follow import follow_history
from legendary_git.domain.judge_file import judge_in
from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import Reason, State, Verdict

_TO_FOLLOW = (Reason.FILE_GONE, Reason.SYMBOL_GONE)


def judge(anchor: Anchor, evidence: Evidence) -> Verdict:
    """The verdict of one anchor on one state of the code.

    It never raises for anything that code may contain, never answers fresh for a region whose meaning-bearing tokens
    differ from the stamped ones, and never stale or orphaned for want of evidence.
    """
    verdict = judge_in_place(anchor, evidence)
    if needs_following(verdict):
        verdict = judge_elsewhere(anchor, evidence, verdict.reason)
    return unless_unproved(anchor, verdict)


def judge_in_place(anchor: Anchor, evidence: Evidence) -> Verdict:
    """The verdict as far as the anchor's own file tells it: a function of the anchor and of that file's content."""
    here = evidence.blob_at(anchor.file)
    if here is None:
        return Verdict(Reason.FILE_GONE)
    if here == anchor.blob:
        return Verdict(Reason.UNCHANGED, anchor.lines)
    now = evidence.file_at(anchor.file, anchor.language)
    if isinstance(now, Unreadable):
        return Verdict(now.reason)
    return judge_in(Stamp(anchor, evidence), now)


def unless_unproved(anchor: Anchor, verdict: Verdict) -> Verdict:
    """The verdict; stale in place of fresh where a person moved the anchor to code that is not what was stamped.

    Where the code is now is theirs to say, and they did; that the memory still holds for it they did not. Of what was
    never stamped nothing is missing: it has only never been held against its code.
    """
    if verdict.reason is Reason.OBJECT_MISSING and not anchor.is_stamped:
        lines = anchor.lines if anchor.symbol is None else verdict.lines
        return replace(verdict, reason=Reason.NOT_STAMPED, lines=lines)
    if anchor.was is None or verdict.state is not State.FRESH:
        return verdict
    return Verdict(Reason.CHANGED, verdict.lines, followed_to=verdict.followed_to)


def needs_following(verdict: Verdict) -> bool:
    """Whether a verdict in place is not the last word: what is gone from there may be elsewhere."""
    return verdict.reason in _TO_FOLLOW


def judge_elsewhere(anchor: Anchor, evidence: Evidence, gone: Reason) -> Verdict:
    """The verdict of an anchor whose file or symbol is gone: a function of everything that changed since the stamp."""
    return follow_history(Stamp(anchor, evidence), gone)
