"""What an existing memory is to one that somebody wants to write: the same, near, contradicting or neither.

A refusal costs more than a duplicate, and a correction that is lost costs more than both: what cannot be told is
unrelated, and what differs in a value, a choice or a negation is never called the same or near.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from legendary_git.domain.agreement import says_the_same
from legendary_git.domain.claims import Claim, read_claims
from legendary_git.domain.conflict import find_conflict
from legendary_git.domain.foreign import NEAR as NEAR_FOREIGN
from legendary_git.domain.foreign import is_foreign, is_narrower
from legendary_git.domain.rewording import compare_wording
from legendary_git.domain.subject import Nearness, Subject, compare_anchors, compare_scopes

class Relation(StrEnum):
    """What an existing memory is to a new one."""

    SAME = "same"
    NEAR = "near"
    CONTRADICTS = "contradicts"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Likeness:
    """The relation, how sure from 0 to 1, and why, as a short phrase for a message."""

    relation: Relation
    score: float = 0.0
    why: str = ""


_MOST_CLAIMS = 12
"""Of each memory, so that two long ones cost no more than a moment."""
_UNRELATED = Likeness(Relation.UNRELATED)


def relate(new: Subject, old: Subject) -> Likeness:
    """What `old` is to `new`. Pure, and the same both ways but for what is said and for SAME against NEAR: an old memory
    that lacks an anchor or a trigger of the new one is near, because calling them the same would lose it.
    """
    scopes, anchors = compare_scopes(new.scope, old.scope), compare_anchors(new.anchors, old.anchors)
    triggers = bool(set(new.triggers) & set(old.triggers))
    if scopes is Nearness.APART or (anchors is Nearness.APART and not triggers):
        return _UNRELATED
    if says_the_same(new.text, old.text):
        return _agree(new, old, scopes, anchors)
    if new.type is not old.type or anchors is Nearness.APART:
        return _UNRELATED
    is_placed = triggers or anchors in (Nearness.EQUAL, Nearness.NESTED)
    if is_foreign(new.text) or is_foreign(old.text):
        return _relate_foreign(new.text, old.text)
    why = _find_conflict(read_claims(new.text), read_claims(old.text))
    if why:
        return _UNRELATED if scopes is Nearness.NESTED else Likeness(Relation.CONTRADICTS, 0.9, why)
    return _relate_wording(new, old, is_placed)


def _agree(new: Subject, old: Subject, scopes: Nearness, anchors: Nearness) -> Likeness:
    if new.type is not old.type:
        return Likeness(Relation.NEAR, 1.0, f"the same text, as {old.type}")
    if scopes is Nearness.NESTED:
        return Likeness(Relation.NEAR, 1.0, f"the same text, in scope {old.scope}")
    if anchors is Nearness.APART or not set(new.anchors) <= set(old.anchors):
        return Likeness(Relation.NEAR, 1.0, "the same text, with other anchors")
    if not set(new.triggers) <= set(old.triggers):
        return Likeness(Relation.NEAR, 1.0, "the same text, with other triggers")
    return Likeness(Relation.SAME, 1.0, "the same text")


def _relate_foreign(new: str, old: str) -> Likeness:
    score = is_narrower(new, old)
    return Likeness(Relation.NEAR, score, "one text is within the other") if score >= NEAR_FOREIGN else _UNRELATED


def _find_conflict(new: tuple[Claim, ...], old: tuple[Claim, ...]) -> str | None:
    pairs = ((a, b) for a in new[:_MOST_CLAIMS] for b in old[:_MOST_CLAIMS])
    return next((why for a, b in pairs if (why := find_conflict(a, b))), None)


def _relate_wording(new: Subject, old: Subject, is_placed: bool) -> Likeness:
    wording = compare_wording(read_claims(new.text), read_claims(old.text), is_placed)
    if wording is None:
        return _UNRELATED
    place = "the same place, and " if is_placed else ""
    return Likeness(Relation.NEAR, wording.score, f"{place}{wording.shared} of {wording.of} words")
