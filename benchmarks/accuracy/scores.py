"""How an answer fares against the truth, and the sums of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from benchmarks.accuracy.definitions import body_of
from benchmarks.accuracy.judges import FRESH, STALE, UNKNOWN, Answer
from benchmarks.accuracy.subjects import Subject
from benchmarks.accuracy.truth import Finding, Tree, Truth

REFUSED = "refused"


class Outcome(StrEnum):
    """What one answer was worth.

    `followed`, `listed` and `missed` are of subjects that moved. `unproven`: called fresh at a place where the same
    body does stand, though it is not the only such place. `unscored`: the oracle itself cannot read the later file.
    """

    RIGHT = "right"
    FALSE_FRESH = "false fresh"
    FALSE_STALE = "false stale"
    FOLLOWED = "followed"
    LISTED = "listed"
    MISSED = "missed"
    UNPROVEN = "unproven"
    NO_ANSWER = "no answer"
    UNSCORED = "unscored"


_EITHER = (Truth.COMMENTED, Truth.TWINNED)
"""Where neither fresh nor stale is wrong."""


def score(subject: Subject, finding: Finding, answer: Answer, after: Tree) -> Outcome:
    """The worth of one answer, given the truth and the later tree as the oracle reads it."""
    if finding.truth is Truth.UNPARSABLE:
        return Outcome.UNSCORED
    if answer.state == FRESH:
        return _score_fresh(subject, finding, answer, after)
    if finding.truth is Truth.MOVED:
        if finding.is_commented and answer.state == STALE and answer.place in finding.places:
            return Outcome.RIGHT
        is_listed = bool({*answer.candidates, *answer.more()} & set(finding.places))
        return Outcome.LISTED if is_listed else Outcome.MISSED
    if answer.state == UNKNOWN:
        return Outcome.NO_ANSWER
    if finding.truth in _EITHER:
        return Outcome.RIGHT if answer.state == STALE else Outcome.FALSE_STALE
    return Outcome.FALSE_STALE if finding.truth is Truth.UNCHANGED else Outcome.RIGHT


def _score_fresh(subject: Subject, finding: Finding, answer: Answer, after: Tree) -> Outcome:
    if answer.place is None:
        is_same = finding.truth is Truth.UNCHANGED or finding.truth in _EITHER
        return Outcome.RIGHT if is_same else Outcome.FALSE_FRESH
    is_there = after.holds(answer.place, body_of(subject.definitions))
    if not is_there:
        return Outcome.UNSCORED if is_there is None else Outcome.FALSE_FRESH
    return Outcome.FOLLOWED if finding.truth is Truth.MOVED else Outcome.UNPROVEN


@dataclass
class Score:
    """The sums for one judge. `matrix` counts pairs by truth and state, `outcomes` by what the answers were worth."""

    matrix: Counter[tuple[Truth, str]] = field(default_factory=Counter)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    same_content: int = 0
    seconds: float = 0.0

    def add(self, finding: Finding, state: str, outcome: Outcome | None, *, is_same: bool) -> None:
        """Count one pair; `outcome` None for a subject that was refused, `is_same` where the file's content is."""
        if is_same and outcome is Outcome.RIGHT:
            self.same_content += 1
        self.matrix[finding.truth, state] += 1
        if outcome is not None:
            self.outcomes[outcome] += 1

    def update(self, other: Score) -> None:
        self.matrix.update(other.matrix)
        self.outcomes.update(other.outcomes)
        self.same_content += other.same_content
        self.seconds += other.seconds

    def count(self, truths: Iterable[Truth], *states: str) -> int:
        """Pairs with such a truth, and such a state if any is given; refused ones only if asked for by name."""
        return sum(
            number
            for (truth, state), number in self.matrix.items()
            if truth in set(truths) and (state in states if states else state != REFUSED)
        )

    @property
    def pairs(self) -> int:
        return self.count(Truth)

    @property
    def refused(self) -> int:
        return self.count(Truth, REFUSED)

    @property
    def different(self) -> int:
        """Pairs whose subject is not what and where it was, as far as the oracle can tell."""
        return self.count((Truth.CHANGED, Truth.MOVED, Truth.ELSEWHERE, Truth.GONE))

    @property
    def unchanged(self) -> int:
        return self.count((Truth.UNCHANGED,))

    @property
    def pairs_a_second(self) -> float:
        return self.pairs / self.seconds if self.seconds else 0.0
