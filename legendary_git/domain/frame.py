"""Two claims beside each other: what they share, what only one has, and whether that makes them about two things."""

from __future__ import annotations

from itertools import pairwise

from legendary_git.domain.annotations import NamedTuple
from legendary_git.domain.claims import Claim, Kind, Term
from legendary_git.domain.matching import Match, are_counterparts, are_rivals, match
from legendary_git.domain.vocabulary import MOVES, SCOPING


class Conflict(NamedTuple):
    """What the one says against what the other says."""

    one: str
    other: str

    def __str__(self) -> str:
        return self.one if self.one == self.other else f"{self.one} against {self.other}"


class Frame(NamedTuple):
    """Two claims and what they share."""

    new: Claim
    old: Claim
    match: Match

    @property
    def is_scoped(self) -> bool:
        """Whether a word that only one has is of a place or a condition."""
        return any(_scopes(term, side, self.match) for side, left in enumerate(self.match.left) for term in left)

    def without(self, terms: tuple[Term, ...]) -> Frame:
        """The same, with these terms taken out of what is left."""
        one, other = (tuple(term for term in left if term not in terms) for left in self.match.left)
        return Frame(self.new, self.old, Match(self.match.common, (one, other), self.match.typos))


def compare_claims(new: Claim, old: Claim, is_placed: bool) -> Frame | None:
    """Two claims beside each other; None where nothing that they differ in can be a contradiction.

    That is so for the past, for reasons, exceptions and counterparts. Where the two are not known
    to be about one place (`is_placed`), neither may speak of a kind of what the other speaks of.
    """
    if any(claim.is_past or claim.is_reason for claim in (new, old)):
        return None
    if _is_excepted(new, old) or _is_excepted(old, new):
        return None
    found = _without_remarks(match(new.asserted, old.asserted))
    if not is_placed and (_is_restricted(new, 0, found) or _is_restricted(old, 1, found)):
        return None
    if any(are_counterparts(a, b) and not are_rivals(a, b) for a in found.left[0] for b in found.left[1]):
        return None
    return Frame(new, old, found)


def _is_excepted(one: Claim, other: Claim) -> bool:
    return any(term.key in one.excepted for term in other.asserted)


def _without_remarks(found: Match) -> Match:
    """Without segments of which nothing is common, after one of which something is: they are remarks on it."""
    sides = tuple(zip(*found.common, strict=True)) or ((), ())
    one, other = (_drop_remarks(left, side) for left, side in zip(found.left, sides, strict=True))
    return Match(found.common, (one, other), found.typos)


def _drop_remarks(left: tuple[Term, ...], common: tuple[Term, ...]) -> tuple[Term, ...]:
    segments = {term.segment for term in common}
    return tuple(term for term in left if term.segment in segments or not segments or term.segment < min(segments))


def _is_restricted(claim: Claim, side: int, found: Match) -> bool:
    """Whether a word that only one has stands right before one that both have: `release branches` are not all."""
    common = {id(pair[side]) for pair in found.common}
    rest = [term for term in found.left[side] if not any(are_rivals(term, other) for other in found.left[1 - side])]
    return any(
        one in rest
        and one.key not in MOVES
        and id(other) in common
        and one.phrase == other.phrase
        and one.kind is Kind.WORD
        for one, other in pairwise(claim.terms)
    )


def _scopes(term: Term, side: int, found: Match) -> bool:
    """Not a word that follows a common one in its phrase: `in handlers` and `in handlers and log it`."""
    if term.head not in SCOPING:
        return False
    return all(pair[side].phrase != term.phrase or pair[side].position > term.position for pair in found.common)
