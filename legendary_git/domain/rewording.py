"""Whether of two texts one is the other, said in other words, or with more or less to it."""

from __future__ import annotations

from typing import NamedTuple

from legendary_git.domain.claims import Claim, Kind, Term
from legendary_git.domain.matching import Match, are_counterparts, are_rivals, match

_SAME_PLACE, _ELSEWHERE = 0.74, 0.8
"""How much of the one must be in the other where an anchor or a trigger is shared, and where not."""
_FEW = 3


class Wording(NamedTuple):
    """How much two texts share: the words of the shorter, those of them that are in the longer, and that as a share."""

    score: float
    shared: int
    of: int


def compare_wording(new: tuple[Claim, ...], old: tuple[Claim, ...], is_placed: bool) -> Wording | None:
    """What two texts share; None where it is too little, or what is left shows that they say different things."""
    if not new or not old:
        return None
    floor = _SAME_PLACE if is_placed else _ELSEWHERE
    whole = match(_terms(new), _terms(old))
    if _turns(whole) or not (_is_within(whole, floor) or _leads_agree(new, old, floor)):
        return None
    shared, of = len(whole.common), min(len(_terms(new)), len(_terms(old)))
    return Wording(max(whole.parts), shared, of)


def _terms(claims: tuple[Claim, ...]) -> tuple[Term, ...]:
    return tuple(term for claim in claims for term in claim.weighty)


def _turns(found: Match) -> bool:
    return any(a.sign != b.sign for a, b in found.common)


def _is_within(found: Match, floor: float) -> bool:
    """Whether the text of which more is common is in the other, and what is left of it is no other thing."""
    share, left, other = max(zip(found.parts, found.left, reversed(found.left), strict=True), key=lambda side: side[0])
    if share == 1:
        return bool(found.common)
    return share >= floor and len(found.common) >= _FEW and _is_harmless(left, other)


def _is_harmless(left: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    if any(term.kind is not Kind.WORD for term in left):
        return False
    return not any(are_counterparts(a, b) or are_rivals(a, b) or a.phrase == b.phrase for a in left for b in other)


def _leads_agree(new: tuple[Claim, ...], old: tuple[Claim, ...], floor: float) -> bool:
    """Whether what each says first is somewhere in the other."""
    ways = (match(new[0].weighty, _terms(old)), match(old[0].weighty, _terms(new)))
    return all(
        found.parts[0] >= floor and len(found.common) >= _FEW and _is_harmless(found.left[0], found.left[1])
        for found in ways
    )
