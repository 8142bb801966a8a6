"""What an existing memory is to one that somebody wants to write: the same, near, contradicting or neither.

A refusal costs more than a duplicate, and a correction that is lost costs more than both: what cannot be told is
unrelated, and what differs in a value, a choice or a negation is never called the same or near.
"""

from __future__ import annotations

from enum import StrEnum

from legendary_git.domain.agreement import says_in_order, says_the_same, turns
from legendary_git.domain.claim_reader import read_claims
from legendary_git.domain.claims import Claim
from legendary_git.domain.conflict import find_conflict
from legendary_git.domain.foreign import NEAR as NEAR_FOREIGN
from legendary_git.domain.foreign import is_foreign, is_narrower
from legendary_git.domain.frame import Conflict
from legendary_git.domain.marks import find_difference
from legendary_git.domain.rewording import compare_wording
from legendary_git.domain.subject import Nearness, Subject, are_apart, compare_anchors, compare_scopes
from legendary_git.domain.values import dataclass


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
_ENOUGH = 3
_CONTRADICTION = 0.9
_UNRELATED = Likeness(Relation.UNRELATED)


def relate(new: Subject, old: Subject) -> Likeness:
    """What `old` is to `new`. Pure, and the same both ways but for the words of `why` and for SAME against NEAR: an old
    memory that lacks an anchor or a trigger of the new one is near, because calling them the same would lose it.
    """
    if are_apart(new, old):
        return _UNRELATED
    is_same = says_the_same(new.text, old.text)
    if is_same and not find_difference(new.text, old.text):
        return _agree(new, old)
    if new.type is not old.type or compare_anchors(new.anchors, old.anchors) is Nearness.APART:
        return _UNRELATED
    if is_same:
        return _relate_marks(new, old)
    if is_foreign(new.text) or is_foreign(old.text):
        return _relate_foreign(new.text, old.text)
    if conflict := _find_conflict(new, old):
        is_nested = compare_scopes(new.scope, old.scope) is Nearness.NESTED
        return _UNRELATED if is_nested else Likeness(Relation.CONTRADICTS, _CONTRADICTION, str(conflict))
    return _relate_wording(new, old)


def _agree(new: Subject, old: Subject) -> Likeness:
    if new.type is not old.type:
        return Likeness(Relation.NEAR, 1.0, f"the same text, as {old.type}")
    if compare_scopes(new.scope, old.scope) is Nearness.NESTED:
        return Likeness(Relation.NEAR, 1.0, f"the same text, in scope {old.scope}")
    if not set(new.anchors) <= set(old.anchors):
        return Likeness(Relation.NEAR, 1.0, "the same text, with other anchors")
    if not set(new.triggers) <= set(old.triggers):
        return Likeness(Relation.NEAR, 1.0, "the same text, with other triggers")
    return Likeness(Relation.SAME, 1.0, "the same text")


def _relate_foreign(new: str, old: str) -> Likeness:
    score = 0.0 if find_difference(new, old) else is_narrower(new, old)
    return Likeness(Relation.NEAR, score, "one text is within the other") if score >= NEAR_FOREIGN else _UNRELATED


def _find_conflict(new: Subject, old: Subject) -> Conflict | None:
    """Compared in one order, whichever is the new one, so that the answer is one for both."""
    if new.text > old.text:
        found = _find_conflict(old, new)
        return Conflict(found.other, found.one) if found else None
    one, other = read_claims(new.text)[:_MOST_CLAIMS], read_claims(old.text)[:_MOST_CLAIMS]
    pairs = [(a, b) for a in one for b in other if (a is one[0] and b is other[0]) or _share_enough(a, b)]
    return next((found for a, b in pairs if (found := find_conflict(a, b, _is_placed(new, old)))), None)


def _share_enough(one: Claim, other: Claim) -> bool:
    """What is said further down must share more to be about the same."""
    return len({term.key for term in one.weighty} & {term.key for term in other.weighty}) >= _ENOUGH


def _is_placed(new: Subject, old: Subject) -> bool:
    """Whether both are known to be about one place or one error."""
    anchors = compare_anchors(new.anchors, old.anchors)
    return anchors in (Nearness.EQUAL, Nearness.NESTED) or bool(set(new.triggers) & set(old.triggers))


def _relate_wording(new: Subject, old: Subject) -> Likeness:
    is_placed = _is_placed(new, old)
    one, other = (read_claims(text) for text in sorted((new.text, old.text)))
    wording = compare_wording(one, other, is_placed)
    if wording is None:
        return _UNRELATED
    if wording.is_all and turns(new.text) != turns(old.text):
        return _relate_turned(new, old)
    if find_difference(new.text, old.text):
        return _relate_marks(new, old)
    place = "the same place, and " if is_placed else ""
    return Likeness(Relation.NEAR, wording.score, f"{place}{wording.shared} of {wording.of} words")


def _relate_turned(new: Subject, old: Subject) -> Likeness:
    """Of two texts with the same words one denies, or says before for after; that and another order may be the same."""
    is_ordered = says_in_order(new.text, old.text) or turns(new.text)[0] != turns(old.text)[0]
    if not is_ordered or compare_scopes(new.scope, old.scope) is Nearness.NESTED:
        return _UNRELATED
    return Likeness(Relation.CONTRADICTS, _CONTRADICTION, "the same words, one of them turned round")


def _relate_marks(new: Subject, old: Subject) -> Likeness:
    """Of two texts with the same words one has another operator, sign or currency, or other letters in code."""
    if compare_scopes(new.scope, old.scope) is Nearness.NESTED:
        return _UNRELATED
    return Likeness(Relation.CONTRADICTS, _CONTRADICTION, str(find_difference(new.text, old.text)))
