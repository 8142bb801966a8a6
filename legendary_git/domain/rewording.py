"""Whether of two texts one is the other, said in other words, or with more or less to it."""

from __future__ import annotations

from legendary_git.domain.annotations import NamedTuple
from legendary_git.domain.claims import Claim, Kind, Term
from legendary_git.domain.matching import Match, are_counterparts, are_rivals, match

_SAME_PLACE, _ELSEWHERE = 0.78, 0.8
"""How much of the one must be in the other where an anchor or a trigger is shared, and where not."""
_LEAD = 0.8
_FEW = 3


class Wording(NamedTuple):
    """How much two texts share: the words of the shorter, those of them that are in the longer, and that as a share.

    `is_all`: neither has a word that the other has not.
    """

    score: float
    shared: int
    of: int
    is_all: bool


def compare_wording(new: tuple[Claim, ...], old: tuple[Claim, ...], is_placed: bool) -> Wording | None:
    """What two texts share; None where it is too little, or what is left shows that they say different things."""
    if not new or not old or new[0].is_past != old[0].is_past:
        return None
    floor = _SAME_PLACE if is_placed else _ELSEWHERE
    one, other = _terms(new), _terms(old)
    whole = match(one, other)
    if whole.turned or are_swapped(_all_terms(new), _all_terms(old)):
        return None
    if len(whole.common) < _FEW and not is_placed and not _begin_alike(new[0], old[0]):
        return None
    if not (_is_within(whole, floor, _leads_share(new, old)) or _leads_agree(new, old, floor)):
        return None
    if _has_replaced(whole, one, other):
        return None
    return Wording(max(whole.parts), len(whole.common), min(len(one), len(other)), not any(whole.left))


def _terms(claims: tuple[Claim, ...]) -> tuple[Term, ...]:
    return tuple(term for claim in claims for term in claim.weighty)


def _all_terms(claims: tuple[Claim, ...]) -> tuple[Term, ...]:
    return tuple(term for claim in claims for term in claim.terms)


def _begin_alike(one: Claim, other: Claim) -> bool:
    """Whether two texts first say the same word for word: a word or two in common are too few to refuse one else."""
    return [term.key for term in one.terms] == [term.key for term in other.terms]


def are_swapped(one: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    """Whether two words have changed places, though not in a list of both: who does it to whom."""
    wrong = [number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a.key != b.key]
    if len(one) != len(other) or len(wrong) != 2:
        return False
    first, last = wrong
    if last - first == 1 and one[first].phrase == one[last].phrase:
        return False
    is_crossed = one[first].key == other[last].key and one[last].key == other[first].key
    return is_crossed and all(one[number].head == other[number].head for number in wrong)


def _has_replaced(found: Match, one: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    """Whether a word stands where the other text has another one: a change that may be the whole point."""
    places = {_place(term, other) for term in found.left[1]}
    return any(_place(term, one) in places for term in found.left[0])


def _place(term: Term, terms: tuple[Term, ...]) -> tuple[str, str]:
    number = next(number for number, here in enumerate(terms) if here is term)
    before, after = terms[:number][-1:], terms[number + 1 :][:1]
    return before[0].key if before else "", after[0].key if after else ""


def _is_within(found: Match, floor: float, has_lead: bool) -> bool:
    """Whether the text of which more is common is in the other, and what is left of it is no other thing."""
    share, left, other = max(zip(found.parts, found.left, reversed(found.left), strict=True), key=lambda side: side[0])
    if share == 1:
        return bool(found.common)
    return has_lead and share >= floor and len(found.common) >= _FEW and _is_harmless(left, other)


def _is_harmless(left: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    if any(term.kind is not Kind.WORD for term in left):
        return False
    return not any(are_counterparts(a, b) or are_rivals(a, b) for a in left for b in other)


def _leads_share(new: tuple[Claim, ...], old: tuple[Claim, ...]) -> bool:
    """Whether what is common is what both say first, and not what one says and the other only gives as its reason."""
    return max(match(new[0].weighty, old[0].weighty).parts) >= _LEAD


def _leads_agree(new: tuple[Claim, ...], old: tuple[Claim, ...], floor: float) -> bool:
    """Whether what each says first is somewhere in the other."""
    ways = (match(new[0].weighty, _terms(old)), match(old[0].weighty, _terms(new)))
    return all(
        found.parts[0] >= floor and len(found.common) >= _FEW and _is_harmless(found.left[0], found.left[1])
        for found in ways
    )
