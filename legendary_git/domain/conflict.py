"""Whether two claims cannot both be acted on, and by which of their words that shows.

Every rule asks for the same frame round the difference. Where both claims have something more that the other has not,
they are about two things; where one has more, and that names a place or a condition, it is an exception.
"""

from __future__ import annotations

from collections.abc import Callable

from legendary_git.domain.choice import find_choice, find_other_name, find_rivals
from legendary_git.domain.claims import Claim, Kind, Term
from legendary_git.domain.frame import Conflict, Frame, compare_claims
from legendary_git.domain.quantity import say_both
from legendary_git.domain.rewording import are_swapped
from legendary_git.domain.vocabulary import ADVERBIAL, DIRECTED, EVERYWHERE, FLIPS, ONLY, lemma

_CONDITIONS = frozenset(["on", "when", "if"])


def find_conflict(new: Claim, old: Claim, is_placed: bool = True) -> Conflict | None:
    """The words that contradict each other; None where none do. `is_placed`: both are known to be about one place."""
    frame = compare_claims(new, old, is_placed)
    rules = (*_RULES, _find_exchange) if is_placed else _RULES
    return next((found for rule in rules if (found := rule(frame))), None) if frame else None


def _find_polarity(frame: Frame) -> Conflict | None:
    turned = frame.match.turned
    if not turned or frame.match.is_replacement or frame.is_scoped or not _is_whole(frame):
        return None
    if any(a.sign == b.sign == -1 and a.head not in ADVERBIAL for a, b in frame.match.common):
        return None
    a, b = next((pair for pair in turned if _are_opposites(*pair)), turned[-1])
    return Conflict(f"`{a.text}`", f"`{b.text}`") if _are_opposites(a, b) else Conflict(a.said, b.said)


def _are_opposites(one: Term, other: Term) -> bool:
    return one.text != other.text and any(FLIPS.get(lemma(term.text), ("", ""))[1] == "-" for term in (one, other))


def _is_whole(frame: Frame) -> bool:
    """Whether what is common is enough of a sentence; where one has more, nothing of it may agree but places."""
    common = frame.match.common
    if not any(frame.match.left):
        return True
    return len(common) > 1 and not any(a.sign == b.sign and a.head not in ADVERBIAL for a, b in common)


def _find_duty(frame: Frame) -> Conflict | None:
    """What one leaves open, the other asks for."""
    if any(frame.match.left) or {frame.new.duty, frame.old.duty} != {1, -1} or frame.match.turned:
        return None
    return Conflict("`must`", "`may`") if frame.new.duty > 0 else Conflict("`may`", "`must`")


def _find_extent(frame: Frame) -> Conflict | None:
    """What one confines, the other leaves to everybody."""
    only, everywhere = ([claim.find(keys) for claim in (frame.new, frame.old)] for keys in (ONLY, EVERYWHERE))
    if frame.match.is_replacement or frame.match.turned or len(frame.match.common) < 2 or not any(only):
        return None
    one, other = (only[0], everywhere[1]) if only[0] else (everywhere[0], only[1])
    return Conflict(one.said, other.said) if one and other else None


def _find_value(frame: Frame) -> Conflict | None:
    """Another value in the same words."""
    one, other = ([term for term in left if term.kind is Kind.VALUE] for left in frame.match.left)
    rest = frame.without((*one, *other))
    if not one or [term.dimension for term in one] != [term.dimension for term in other] or not frame.match.common:
        return None
    if rest.match.is_replacement or rest.is_scoped or frame.match.turned or any(map(_is_condition, one)):
        return None
    return Conflict(*say_both(one[0].dimension, one[0].amount, other[0].amount))


def _is_condition(term: Term) -> bool:
    """Whether a number is the status of an answer and so says when something holds: `on 503`."""
    return term.head in _CONDITIONS and term.dimension == "number" and len(term.amount) == 3 and term.amount[0] in "45"


def _find_direction(frame: Frame) -> Conflict | None:
    """The same words the other way round about `before`, `after`, `over` and their like."""
    if frame.match.is_replacement or frame.is_scoped or len(frame.match.common) < 2:
        return None
    heads = [(a.head, b.head) for a, b in frame.match.common if a.head != b.head and {a.head, b.head} & DIRECTED]
    if heads and all(set(pair) == {"before", "after"} for pair in heads):
        return Conflict(*(f"`{head}`" for head in heads[0]))
    directed = {head for pair in heads for head in pair} & DIRECTED
    if len(directed) != 1 or len({a in directed for a, _ in heads}) != 2:
        return None
    return Conflict(*[f"the other way round about `{directed.pop()}`"] * 2)


def _find_exchange(frame: Frame) -> Conflict | None:
    """Who does it to whom, exchanged: of one place only one of the two is told, though both may be true elsewhere."""
    terms = frame.new.terms, frame.old.terms
    if any(frame.match.left) or any(term.sign < 0 or term.phrase for side in terms for term in side):
        return None
    return Conflict(*["the same words, two of them exchanged"] * 2) if are_swapped(*terms) else None


_RULES: tuple[Callable[[Frame], Conflict | None], ...] = (
    _find_polarity,
    _find_duty,
    _find_extent,
    find_choice,
    _find_value,
    find_rivals,
    find_other_name,
    _find_direction,
)
