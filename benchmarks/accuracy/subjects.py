"""What is judged: a symbol as it stood at one commit, and which of these a run takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.accuracy.definitions import Definition
from benchmarks.accuracy.history import Snapshot

SAME_CONTENT_PART = 5
"""One pair in so many is of a file whose content is the same: every judge gets those right, and there are very many."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A symbol where it was stamped.

    `definitions` are the oracle's, `of_name` counts those of that qualified name. `symbol` is what we call it (None:
    we do not know it), `lines` the first and last where we see it; where our rule keeps twins of one name apart, each
    of them is a subject of its own.
    """

    path: str
    blob: str
    name: str
    definitions: tuple[Definition, ...]
    of_name: int
    symbol: str | None
    lines: tuple[int, int] | None = None

    @property
    def is_part(self) -> bool:
        """Whether other definitions of the same name are not part of it."""
        return len(self.definitions) < self.of_name

    @property
    def is_seen_alike(self) -> bool:
        """Whether we see the symbol on the lines on which the oracle sees it."""
        last = max(one.last for one in self.definitions)
        return self.lines is None or self.lines == (self.definitions[0].first, last)

    @property
    def kind(self) -> str:
        return self.definitions[0].kind


@dataclass(frozen=True, slots=True)
class Step:
    """Two commits, and the subjects of the first that are judged at the second."""

    before: Snapshot
    after: Snapshot
    subjects: tuple[Subject, ...]


def plan_steps(
    snapshots: Sequence[Snapshot], subjects_at: Callable[[Snapshot], Sequence[Subject]], pairs: int, seed: int
) -> Iterator[Step]:
    """Steps of 1, 2, 4, … snapshots over the whole history, with about `pairs` subjects among them.

    The same seed takes the same subjects. Those whose file differs are taken first; a step that has fewer of them
    than its share leaves the rest to the steps after it.
    """
    spans = [(low, high) for high in range(1, len(snapshots)) for low in _befores(high)]
    left_changed, left_same = pairs - pairs // SAME_CONTENT_PART, pairs // SAME_CONTENT_PART
    for number, (low, high) in enumerate(spans):
        before, after = snapshots[low], snapshots[high]
        rng = random.Random(f"{seed}:{before.commit}:{after.commit}")
        known = subjects_at(before)
        changed = [one for one in known if after.files.get(one.path) != one.blob]
        same = [one for one in known if after.files.get(one.path) == one.blob]
        steps_left = len(spans) - number
        taken_changed = _take(changed, left_changed // steps_left, rng)
        taken_same = _take(same, left_same // steps_left, rng)
        left_changed -= len(taken_changed)
        left_same -= len(taken_same)
        yield Step(before, after, tuple(taken_changed + taken_same))


def _befores(high: int) -> Iterator[int]:
    distance = 1
    while distance <= high:
        yield high - distance
        distance *= 2


def _take(subjects: list[Subject], share: int, rng: random.Random) -> list[Subject]:
    if len(subjects) <= share:
        return subjects
    return [subjects[index] for index in sorted(rng.sample(range(len(subjects)), share))]
