"""Which terms of two claims are the same, and what is left of each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from legendary_git.domain import vocabulary
from legendary_git.domain.claims import Kind, Term
from legendary_git.domain.values import dataclass
from legendary_git.domain.vocabulary import ADVERBIAL

_TYPO_FROM, _CHANGED_FROM = 5, 8
"""Letters. Of shorter words, one letter more or less, or another one, is too often another word."""

_VERSION = re.compile(r"([a-z]\w*/|)v?\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class Match:
    """`common`: pairs of one term of each; `left`: what only one has. Light terms are in neither."""

    common: tuple[tuple[Term, Term], ...]
    left: tuple[tuple[Term, ...], tuple[Term, ...]]
    typos: int = 0

    @property
    def parts(self) -> tuple[float, float]:
        """How much of each is in the other, from 0 to 1."""
        shared = sum(map(weight, (one for one, _ in self.common)))
        one, other = (sum(map(weight, terms)) for terms in self.left)
        return shared / ((shared + one) or 1), shared / ((shared + other) or 1)

    @property
    def is_replacement(self) -> bool:
        """Whether both have something that the other has not."""
        return all(self.left)

    @property
    def turned(self) -> tuple[tuple[Term, Term], ...]:
        """The pairs of which one is said and one denied; of places and conditions only if all else is turned too."""
        turned = tuple((a, b) for a, b in self.common if a.sign != b.sign)
        if all(_is_adverbial(a, b) for a, b in turned):
            return () if any(a.sign == b.sign and not _is_adverbial(a, b) for a, b in self.common) else turned
        return turned


def _is_adverbial(one: Term, other: Term) -> bool:
    return all(term.head in ADVERBIAL and not term.is_rejected for term in (one, other))


def weight(term: Term) -> float:
    """A name or a value says more than a word."""
    return 1.0 if term.kind is Kind.WORD else 1.5


def match(one: tuple[Term, ...], other: tuple[Term, ...]) -> Match:
    """Pair the terms that are equal, those with the same sign first, and then those that are a typo apart."""
    alike, rest, unmatched = _pair(one, other, lambda term: (term.key, term.sign))
    turned, rest, unmatched = _pair(rest, unmatched, lambda term: term.key)
    typos, left = _pair_typos(rest, unmatched)
    return Match((*alike, *turned, *typos), left, len(typos))


def _pair(
    one: Sequence[Term], other: Sequence[Term], key: Callable[[Term], object]
) -> tuple[list[tuple[Term, Term]], list[Term], list[Term]]:
    places: dict[object, list[Term]] = defaultdict(list)
    for term in reversed(other):
        places[key(term)].append(term)
    pairs: list[tuple[Term, Term]] = []
    rest: list[Term] = []
    for term in one:
        if here := places.get(key(term)):
            pairs.append((term, here.pop()))
        else:
            rest.append(term)
    unmatched = {id(term) for terms in places.values() for term in terms}
    return pairs, rest, [term for term in other if id(term) in unmatched]


def _pair_typos(
    one: list[Term], other: list[Term]
) -> tuple[list[tuple[Term, Term]], tuple[tuple[Term, ...], tuple[Term, ...]]]:
    places: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, twin in enumerate(other):
        if _may_be_typo(twin):
            places[twin.text[0], len(twin.text)].append(number)
    pairs: dict[int, tuple[Term, int]] = {}
    taken: set[int] = set()
    for place, term in enumerate(one):
        found = _find_twin(term, other, places, taken) if places and _may_be_typo(term) else None
        if found is not None:
            taken.add(found)
            pairs[place] = (term, found)
    left = tuple(term for place, term in enumerate(one) if place not in pairs)
    rest = tuple(twin for number, twin in enumerate(other) if number not in taken)
    return [(term, other[number]) for term, number in pairs.values()], (left, rest)


def _find_twin(
    term: Term, other: Sequence[Term], places: dict[tuple[str, int], list[int]], taken: set[int]
) -> int | None:
    """The first of the others that is the term, mistyped: only words with its first letter and about its length are
    looked at, since two long texts have millions of pairs.
    """
    first, length = term.text[0], len(term.text)
    near = (number for size in (length - 1, length, length + 1) for number in places.get((first, size), ()))
    return min((number for number in near if number not in taken and is_typo(term, other[number])), default=None)


def _may_be_typo(term: Term) -> bool:
    return term.kind is Kind.WORD and len(term.text) >= _TYPO_FROM - 1


def is_typo(one: Term, other: Term) -> bool:
    """Whether two words are one, mistyped once: letters swapped, one too many or too few, in a long word another."""
    a, b = sorted((one.text, other.text), key=lambda text: (len(text), text))
    if one.kind is not Kind.WORD or other.kind is not Kind.WORD or len(b) - len(a) > 1 or len(b) < _TYPO_FROM:
        return False
    if not (a.isalpha() and b.isalpha()) or a[0] != b[0] or _is_known(one) or _is_known(other):
        return False
    start = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(b) > len(a):
        return a[start:] == b[start + 1 :] and 0 < start < len(a)
    swapped = a[start:][1:2] + a[start : start + 1] + a[start + 2 :] == b[start:]
    return swapped or (len(a) > _CHANGED_FROM and a[start + 1 :] == b[start + 1 :])


def _is_known(term: Term) -> bool:
    return term.key in vocabulary.RIVALS or term.key in vocabulary.COUNTERPARTS


def are_rivals(one: Term, other: Term) -> bool:
    """Whether two terms are of one family of which one is chosen, or two versions of one thing."""
    if are_versions(one, other):
        return True
    return bool(vocabulary.RIVALS.get(one.key, frozenset()) & vocabulary.RIVALS.get(other.key, frozenset()))


def are_versions(one: Term, other: Term) -> bool:
    """Whether two names are `v1` and `v2`, or `http/1.1` and `http/2`."""
    found = [_VERSION.fullmatch(term.text) for term in (one, other)]
    return found[0] is not None and found[1] is not None and found[0][1] == found[1][1] and one.key != other.key


def are_counterparts(one: Term, other: Term) -> bool:
    """Whether two terms are things of one family that stand side by side."""
    families = vocabulary.COUNTERPARTS
    return bool(families.get(one.key, frozenset()) & families.get(other.key, frozenset()))
