"""Whether two claims cannot both be acted on, and by which of their words that shows.

Every rule asks for the same frame round the difference. Where both claims have something more that the other has not, they
are about two things; where one has more, and that names a place or a condition, it is an exception and no contradiction.
"""

from __future__ import annotations

from collections.abc import Callable

from legendary_git.domain import vocabulary
from legendary_git.domain.claims import Claim, Kind, Term
from legendary_git.domain.matching import Match, are_counterparts, are_rivals, match

Rule = Callable[[Claim, Claim, Match], "str | None"]


def find_conflict(new: Claim, old: Claim) -> str | None:
    """The words that contradict each other, as `x against y`; None where none do."""
    if new.is_past or old.is_past or new.is_reason or old.is_reason:
        return None
    found = _without_remarks(match(new.weighty, old.weighty))
    if any(are_counterparts(a, b) and not are_rivals(a, b) for a in found.left[0] for b in found.left[1]):
        return None
    return next((why for rule in _RULES if (why := rule(new, old, found))), None)


def _without_remarks(found: Match) -> Match:
    """Without segments of which nothing is common, after one of which something is: they are remarks on it."""
    sides = tuple(zip(*found.common, strict=True)) or ((), ())
    one, other = (_drop_remarks(left, side) for left, side in zip(found.left, sides, strict=True))
    return Match(found.common, (one, other), found.typos)


def _drop_remarks(left: tuple[Term, ...], common: tuple[Term, ...]) -> tuple[Term, ...]:
    segments = {term.segment for term in common}
    return tuple(term for term in left if term.segment in segments or term.segment < min(segments, default=10**6))


def _polarity(new: Claim, old: Claim, found: Match) -> str | None:
    turned = found.turned
    if not turned or found.is_replacement or _is_scoped(found) or not _is_whole(found):
        return None
    term = turned[-1]
    return f"{_said(term[0])} against {_said(term[1])}"


def _is_whole(found: Match) -> bool:
    return len(found.common) > 1 or not any(found.left)


def _said(term: Term) -> str:
    return f"`{term.text}`" if term.sign > 0 else f"not `{term.text}`"


def _duty(new: Claim, old: Claim, found: Match) -> str | None:
    """What one leaves open, the other asks for."""
    if any(found.left) or {new.duty, old.duty} != {1, -1} or any(a.sign != b.sign for a, b in found.common):
        return None
    return "`must` against `may`" if new.duty > 0 else "`may` against `must`"


def _choice(new: Claim, old: Claim, found: Match) -> str | None:
    """What one rejects for something else, the other takes."""
    for a, b in found.common:
        if a.sign != b.sign and (a.is_rejected or b.is_rejected):
            taken, rejecting, rest = (b, new, found.left[1]) if a.is_rejected else (a, old, found.left[0])
            taking = old if a.is_rejected else new
            if _is_only_purpose(rest) and _may_share_purpose(rejecting, taking, taken.key):
                return f"`{taken.text}` against not `{taken.text}`"
    return None


def _is_only_purpose(rest: tuple[Term, ...]) -> bool:
    return all(term.head in vocabulary.PURPOSE or term.is_rejected for term in rest) or len(rest) == 1


def _may_share_purpose(one: Claim, other: Claim, taken: str) -> bool:
    purposes = [{term.key for term in claim.weighty if _is_purpose(term, claim)} - {taken} for claim in (one, other)]
    return not all(purposes) or bool(purposes[0] & purposes[1])


def _is_purpose(term: Term, claim: Claim) -> bool:
    if term.is_rejected or term.key in vocabulary.MOVES:
        return False
    moves = any(other.key in vocabulary.MOVES for other in claim.terms)
    return term.head == "" if moves else term.head in vocabulary.PURPOSE


def _value(new: Claim, old: Claim, found: Match) -> str | None:
    values = [[term for term in left if term.kind is Kind.VALUE] for left in found.left]
    words = [[term for term in left if term.kind is not Kind.VALUE] for left in found.left]
    if not values[0] or [v.dimension for v in values[0]] != [v.dimension for v in values[1]]:
        return None
    if all(words) or not found.common or _is_scoped(Match((), (tuple(words[0]), tuple(words[1])))):
        return None
    return f"{_amount(values[0][0])} against {_amount(values[1][0])}"


def _amount(term: Term) -> str:
    return term.text.partition("=")[2]


def _rivals(new: Claim, old: Claim, found: Match) -> str | None:
    pairs = [(a, b) for a in found.left[0] for b in found.left[1] if are_rivals(a, b)]
    if len(pairs) != 1:
        return None
    a, b = pairs[0]
    rest = tuple(tuple(term for term in left if term not in (a, b)) for left in found.left)
    if all(rest) or _is_scoped(Match((), (rest[0], rest[1]))) or (not found.common and not _is_order(new, old)):
        return None
    return f"`{a.text}` against `{b.text}`"


def _is_order(new: Claim, old: Claim) -> bool:
    return all(claim.terms[0].is_light for claim in (new, old))


def _complement(new: Claim, old: Claim, found: Match) -> str | None:
    """Another name where the sentence has room for one: `lives in X`, `use X for P`, `some_key is X`."""
    one, other = found.left
    if not (0 < len(one) < 3 and 0 < len(other) < 3) or not found.common:
        return None
    if any(len({(t.phrase, t.segment) for t in side}) > 1 for side in found.left) or one[0].head != other[0].head:
        return None
    if not (_has_room(new, one[0]) and _has_room(old, other[0])) and not _are_variants(new, old, one, other):
        return None
    return f"`{_phrase(one)}` against `{_phrase(other)}`"


def _has_room(claim: Claim, term: Term) -> bool:
    before = claim.terms[: claim.terms.index(term)]
    if any(t.key in vocabulary.EXCLUSIVE for t in before) and term.phrase > 0:
        return True
    if len(before) == 1 and before[0].kind is Kind.NAME:
        return True
    purposes = any(t.head in vocabulary.PURPOSE and not t.is_light and t.phrase != term.phrase for t in claim.terms)
    return purposes and any(t.key == "us" and t.phrase == term.phrase for t in before)


def _are_variants(new: Claim, old: Claim, one: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    if len(one) > 1 or len(other) > 1 or not one[0].phrase or not other[0].phrase:
        return False
    parts = [set(side[0].text.replace(":", "-").split("-")) for side in found_names(one, other)]
    return len(parts) == 2 and bool(parts[0] & parts[1])


def found_names(one: tuple[Term, ...], other: tuple[Term, ...]) -> list[tuple[Term, ...]]:
    return [side for side in (one, other) if side[0].kind is Kind.NAME]


def _phrase(terms: tuple[Term, ...]) -> str:
    return " ".join(term.text for term in terms)


def _direction(new: Claim, old: Claim, found: Match) -> str | None:
    """The same words the other way round, about `before`, `after`, `over` and their like."""
    if found.is_replacement or _is_scoped(found) or len(found.common) < 2:
        return None
    pairs = [(a, b) for a, b in found.common if {a.head, b.head} & vocabulary.DIRECTED]
    turned = [(a, b) for a, b in pairs if a.head != b.head]
    if not turned:
        return None
    heads = {term.head for pair in turned for term in pair}
    if heads >= {"before", "after"} and len(turned) == len(pairs):
        if any(term.head in ("before", "after") for a, b in turned for term in (a, b)) and _all_opposed(turned):
            return "`before` against `after`"
        return None
    directed = heads & vocabulary.DIRECTED
    is_swapped = len(directed) == 1 and len({(a.head in directed) for a, _ in turned}) == 2
    return f"the other way round about `{directed.pop()}`" if is_swapped else None


def _all_opposed(turned: list[tuple[Term, Term]]) -> bool:
    return all({a.head, b.head} == {"before", "after"} for a, b in turned)


def _is_scoped(found: Match) -> bool:
    return any(term.head in vocabulary.SCOPING for left in found.left for term in left)


_RULES: tuple[Rule, ...] = (_polarity, _duty, _choice, _value, _rivals, _complement, _direction)
