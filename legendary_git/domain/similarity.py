"""How much of one body is in another: for pointing at what code may have become, never for following it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from legendary_git.domain.annotations import NamedTuple
from legendary_git.domain.token import Token, TokenKind

FLOOR = 40
"""Percent. Two unrelated functions of one code base have a quarter of their neighbouring tokens in common."""
MOST_CANDIDATES = 5
_MOST_TOKENS = 20_000

Profile = Counter[tuple[bytes, bytes]]
"""How often each pair of neighbouring tokens stands in a body."""


class Candidate(NamedTuple):
    """What gone code may have become: an anchor as it would be written, and how much is the same, in percent.

    None: that cannot be told, because what was stamped is not here or what stands there cannot be read.
    """

    spec: str
    similarity: int | None


def profile(tokens: Iterable[Token]) -> Profile:
    """The pairs of neighbouring tokens, layout aside: a body that stands deeper now is the same body."""
    texts = [b"", *(token.text for token in tokens if token.kind is not TokenKind.LAYOUT), b""][:_MOST_TOKENS]
    return Counter(pairwise(texts))


def similarity(one: Profile, other: Profile) -> int:
    """Percent, rounded down: twice the pairs that both have, by all pairs of both (Dice's coefficient).

    Linear in the number of tokens, where an edit script is quadratic. Equal profiles are not proof of equal bodies.
    """
    both = one.total() + other.total()
    return 200 * sum((one & other).values()) // both if both else 100


def may_reach(one: Profile, other: Profile, floor: int) -> bool:
    """Whether two bodies of such sizes can be as similar as that at all: cheaper than counting."""
    few, many = sorted((one.total(), other.total()))
    return 200 * few >= floor * (few + many)


def rank(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The most similar first; of equally similar ones, by name. Each place once."""
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        known = best.get(candidate.spec)
        if known is None or _degree(candidate) > _degree(known):
            best[candidate.spec] = candidate
    return tuple(sorted(best.values(), key=lambda one: (-_degree(one), one.spec)))


def _degree(candidate: Candidate) -> int:
    return -1 if candidate.similarity is None else candidate.similarity
