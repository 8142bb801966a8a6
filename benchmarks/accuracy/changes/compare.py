"""What a change is said to have done to a memory, held against what the oracle says it did to the code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from benchmarks.accuracy.changes.said import Said
from benchmarks.accuracy.judges import UNKNOWN
from benchmarks.accuracy.truth import Finding, Truth


class Outcome(StrEnum):
    """What one answer about one memory and one commit was worth.

    The first six agree. `quiet`: the code is what was stamped, and nothing is said. `followed`: since this commit it
    stands elsewhere, and nothing is said. `told`: it changed or went, and this commit is said to have done it.
    `healed`: it is again what was stamped, and that is said. `lost before`: that it is not was said before. `lost
    otherwise`: so it was, and what was stale is orphaned now, or the other way round.

    `not followed`: it is elsewhere, and called orphaned or stale. `unread`: called unknown. `unclear`: the oracle
    itself says neither yes nor no. The others are wrong.
    """

    QUIET = "quiet"
    FOLLOWED = "followed"
    TOLD = "told"
    HEALED = "healed"
    LOST_BEFORE = "lost before"
    OTHERWISE = "lost otherwise"
    NOT_FOLLOWED = "not followed"
    UNREAD = "unread"
    UNCLEAR = "unclear"
    FALSE_SILENCE = "false silence"
    FALSE_ALARM = "false alarm"
    FALSE_HEALING = "false healing"
    MISSED_HEALING = "missed healing"


AGREEING = (
    Outcome.QUIET,
    Outcome.FOLLOWED,
    Outcome.TOLD,
    Outcome.HEALED,
    Outcome.LOST_BEFORE,
    Outcome.OTHERWISE,
)
WRONG = (Outcome.FALSE_SILENCE, Outcome.FALSE_ALARM, Outcome.FALSE_HEALING, Outcome.MISSED_HEALING)

_HOLDS = (Truth.UNCHANGED, Truth.MOVED)
_LOST = (Truth.CHANGED, Truth.GONE)
_WHY = {
    Truth.COMMENTED: "comments that a tool may obey",
    Truth.TWINNED: "others of its name in objects without one",
    Truth.ELSEWHERE: "elsewhere, not one to one",
    Truth.UNPARSABLE: "the oracle cannot read it",
}


@dataclass(frozen=True, slots=True)
class Held:
    """The worth of an answer, and why where that is not plain."""

    outcome: Outcome
    why: str = ""


def compare_change(memory_id: str, then: Finding, now: Finding, said: Said) -> Held:
    """Hold one answer against the truth about what was stamped, before the commit (`then`) and after it (`now`)."""
    if UNKNOWN in (said.after.get(memory_id), said.ended.get(memory_id)):
        is_so_too = Truth.UNPARSABLE in (then.truth, now.truth)
        return Held(Outcome.UNREAD, "the oracle cannot read it either" if is_so_too else "the oracle can read it")
    for one in (now, then):
        if one.truth in _WHY or one.is_commented:
            return Held(Outcome.UNCLEAR, _WHY.get(one.truth, _WHY[Truth.COMMENTED]))
    if now.truth in _LOST:
        return _of_lost(memory_id, then, said)
    return _of_held(memory_id, then, now, said)


def _of_lost(memory_id: str, then: Finding, said: Said) -> Held:
    """The code is not what was stamped any more."""
    if memory_id in said.ended:
        return Held(Outcome.FALSE_HEALING)
    if memory_id not in said.after:
        return Held(Outcome.FALSE_SILENCE)
    if then.truth in _LOST:
        return Held(Outcome.OTHERWISE if memory_id in said.new else Outcome.LOST_BEFORE)
    if memory_id in said.new:
        return Held(Outcome.TOLD, said.new[memory_id])
    # It was called lost before it was.
    return Held(Outcome.NOT_FOLLOWED if then.truth is Truth.MOVED else Outcome.FALSE_ALARM, "until now")


def _of_held(memory_id: str, then: Finding, now: Finding, said: Said) -> Held:
    """The code is what was stamped, here or elsewhere."""
    if memory_id in said.after:
        if now.truth is Truth.MOVED:
            return Held(Outcome.NOT_FOLLOWED, said.after[memory_id])
        return Held(Outcome.FALSE_ALARM if then.truth in _HOLDS or memory_id in said.new else Outcome.MISSED_HEALING)
    if then.truth in _LOST:
        return Held(Outcome.HEALED if memory_id in said.ended else Outcome.FALSE_SILENCE)
    if memory_id in said.ended:  # what was called lost before was not
        return Held(Outcome.NOT_FOLLOWED if then.truth is Truth.MOVED else Outcome.FALSE_HEALING, "until then")
    is_new = now.truth is Truth.MOVED and then.truth is not Truth.MOVED
    return Held(Outcome.FOLLOWED if is_new else Outcome.QUIET)
