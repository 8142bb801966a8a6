"""Which of many memories have to do with a new one.

Comparing in full takes a part of a millisecond, so that of thousands only those are compared that share an anchored
file, a trigger, or words that few others have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from itertools import pairwise
from math import log

from legendary_git.domain.likeness import Likeness, Relation, relate
from legendary_git.domain.subject import Subject, are_apart
from legendary_git.domain.values import dataclass

MOST_COMPARED = 120
_STEM = re.compile(r"(?:\b|_)([^\W_]{1,5})")
"""A word's beginning, which its forms have in common."""
_MOST_CHARACTERS = 4000
_ORDER = (Relation.SAME, Relation.CONTRADICTS, Relation.NEAR)


@dataclass(frozen=True, slots=True)
class Related:
    """An existing memory and what it is to the new one."""

    subject: Subject
    likeness: Likeness


def find_related(new: Subject, existing: Iterable[Subject]) -> tuple[Related, ...]:
    """The standing memories that are not unrelated: the same first, then contradictions, then near ones; surest first.

    `new` itself (the same id) is left out. The order of `existing` makes no difference.
    """
    standing = [subject for subject in existing if _may_be_related(new, subject)]
    compared = (Related(subject, relate(new, subject)) for subject in _candidates(new, standing))
    found = [related for related in compared if related.likeness.relation is not Relation.UNRELATED]
    return tuple(sorted(found, key=_rank))


def _may_be_related(new: Subject, old: Subject) -> bool:
    return old.is_standing and (new.id is None or old.id != new.id) and not are_apart(new, old)


def _rank(related: Related) -> tuple[int, float, str, str]:
    likeness = related.likeness
    return _ORDER.index(likeness.relation), -likeness.score, related.subject.id or "", related.subject.text


def _candidates(new: Subject, standing: Sequence[Subject]) -> list[Subject]:
    """At most MOST_COMPARED, those that share most of what is rare."""
    wanted = _words(new)
    shared = [wanted & _words(subject) for subject in standing]
    holders = Counter(word for words in shared for word in words)
    rarity = {word: log(1 + len(standing) / count) for word, count in holders.items()}
    scored = (
        (-sum(rarity[word] for word in words) - _bonus(new, subject), subject.id or "", number)
        for number, (words, subject) in enumerate(zip(shared, standing, strict=True))
        if words
    )
    return [standing[number] for *_, number in nsmallest(MOST_COMPARED, scored)]


def _bonus(new: Subject, old: Subject) -> float:
    is_placed = (
        new.anchors and old.anchors and {spec.path for spec in new.anchors} & {spec.path for spec in old.anchors}
    )
    return 100.0 if is_placed or set(new.triggers) & set(old.triggers) else 0.0


def _words(subject: Subject) -> set[str]:
    text = subject.text[:_MOST_CHARACTERS]
    words = set(_STEM.findall(text.lower()))
    if text.isascii():
        return words
    return words.union("".join(pair) for pair in pairwise(text) if not pair[0].isascii() and not pair[1].isascii())
