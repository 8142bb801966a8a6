"""Whether two claims choose differently: one rejects what the other takes, or each takes another of one family."""

from __future__ import annotations

from legendary_git.domain.claims import Claim, Kind, Term
from legendary_git.domain.frame import Conflict, Frame
from legendary_git.domain.matching import are_rivals, are_versions
from legendary_git.domain.vocabulary import ANSWERING, EXCLUSIVE, MOVES, NOTHING, PURPOSE, USE


def find_choice(frame: Frame) -> Conflict | None:
    """What one rejects for something else (`X, not Y`, `from Y to X`), the other takes."""
    for a, b in frame.match.common:
        if a.sign == b.sign or a.is_rejected == b.is_rejected:
            continue
        rejecting, taking = (frame.new, frame.old) if a.is_rejected else (frame.old, frame.new)
        rest = frame.match.left[1 if a.is_rejected else 0]
        if (all(map(_is_of_choice, rest)) or _moves_it(rejecting, taking)) and _may_share_purpose(
            rejecting, taking, a.key
        ):
            return Conflict(a.said, b.said)
    return None


def _is_of_choice(term: Term) -> bool:
    return term.head in PURPOSE or term.is_rejected or term.key in EXCLUSIVE


def _may_share_purpose(rejecting: Claim, taking: Claim, taken: str) -> bool:
    """Whether both may have one use. What is taken for a purpose of its own is an exception, but not to a move."""
    if not _moves(rejecting):
        purpose = {term.key for term in taking.weighty if term.head == "for"} - {taken}
        return purpose <= {term.key for term in rejecting.weighty}
    moved = _moved(rejecting)
    purpose = {term.key for term in taking.weighty if term.head in PURPOSE} - {taken}
    return not moved or not purpose or bool(moved & purpose)


def _moves_it(rejecting: Claim, taking: Claim) -> bool:
    return _moves(rejecting) and any(term.key in _moved(rejecting) for term in taking.weighty)


def _moved(claim: Claim) -> set[str]:
    return {term.key for term in claim.weighty if term.head == "" and term.key not in MOVES}


def _moves(claim: Claim) -> bool:
    return any(term.key in MOVES for term in claim.terms)


def find_rivals(frame: Frame) -> Conflict | None:
    """One of a family against another of it, in the same words."""
    one, other = frame.match.left
    pairs = [(a, b) for a in one for b in other if are_rivals(a, b) and a.sign == b.sign == 1]
    if len(pairs) != 1 or (are_versions(*pairs[0]) and not all(map(_is_used, (frame.new, frame.old), pairs[0]))):
        return None
    rest = frame.without(pairs[0])
    if rest.match.is_replacement or rest.is_scoped or frame.match.turned:
        return None
    if not frame.match.common and not all(claim.terms[0].is_light for claim in (frame.new, frame.old)):
        return None
    return Conflict(*(term.said for term in pairs[0]))


def _is_used(claim: Claim, term: Term) -> bool:
    """Whether a version is what somebody uses, and not what the claim is about."""
    return any(t.key == USE and t.phrase == term.phrase for t in claim.terms[: claim.terms.index(term)])


def find_other_name(frame: Frame) -> Conflict | None:
    """Another name where the sentence has room for one: `lives in X`, `use X for P`, `some_key is X`."""
    one, other = frame.match.left
    if not (0 < len(one) < 3 and 0 < len(other) < 3) or not frame.match.common or frame.match.turned:
        return None
    if any(term.text[0].isdigit() for term in (*one, *other)):  # two dates are two events
        return None
    if not (_is_one_phrase(one) and _is_one_phrase(other)) or one[0].head != other[0].head:
        return None
    has_room = _has_room(frame.new, one[0]) and _has_room(frame.old, other[0])
    return Conflict(_say(one), _say(other)) if has_room or _are_variants(one, other) else None


def _is_one_phrase(terms: tuple[Term, ...]) -> bool:
    return len({(term.phrase, term.segment, term.sign) for term in terms}) == 1


def _has_room(claim: Claim, term: Term) -> bool:
    """Whether only one name can stand there: after `live in`, after a setting, as what is used for a purpose, as what
    a function answers with where it has nothing to answer.
    """
    before = claim.terms[: claim.terms.index(term)]
    if any(t.key in EXCLUSIVE for t in before) and term.phrase > 0:
        return True
    if before and before[-1].key in ANSWERING and (term.key in NOTHING or term.kind is Kind.VALUE):
        return True
    if len(before) == 1 and before[0].kind is Kind.NAME:
        return True
    has_purpose = any(t.head in PURPOSE and not t.is_light and t.phrase != term.phrase for t in claim.terms)
    return has_purpose and any(t.key == USE and t.phrase == term.phrase for t in before)


def _are_variants(one: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    """Whether both are one name of which a part differs (`eu-west-1`), though not where the subject stands."""
    names = [term for term in (*one, *other) if term.kind is Kind.NAME and term.phrase and not term.text[0].isdigit()]
    parts = [set(term.text.replace(":", "-").split("-")) for term in names]
    return len(one) == len(other) == 1 and len(parts) == 2 and bool(parts[0] & parts[1])


def _say(terms: tuple[Term, ...]) -> str:
    return f"`{' '.join(term.amount or term.text for term in terms)}`"
