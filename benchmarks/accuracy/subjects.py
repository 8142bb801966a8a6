"""What is judged: a symbol as it stood at one commit, and which of these a run takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.accuracy.definitions import Definition
from benchmarks.accuracy.history import Snapshot

_SHARES = {"changed": 3, "absent": 1, "same": 1}
"""How the pairs are shared out by what became of the file. Where its content is the same, every judge is right, and
such pairs are very many; where it is absent, it was mostly moved with all that was in it: one move would fill a run."""


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

    The same seed takes the same subjects. A step that has fewer of one sort than its share leaves the rest of it to the
    steps after it.
    """
    spans = [(low, high) for high in range(1, len(snapshots)) for low in _befores(high)]
    left = {sort: pairs * share // sum(_SHARES.values()) for sort, share in _SHARES.items()}
    for number, (low, high) in enumerate(spans):
        before, after = snapshots[low], snapshots[high]
        rng = random.Random(f"{seed}:{before.commit}:{after.commit}")
        known: dict[str, list[Subject]] = {sort: [] for sort in _SHARES}
        for subject in subjects_at(before):
            known[_sort(subject, after)].append(subject)
        taken: list[Subject] = []
        for sort in _SHARES:
            part = _take(known[sort], left[sort] // (len(spans) - number), rng)
            left[sort] -= len(part)
            taken += part
        yield Step(before, after, tuple(taken))


def _sort(subject: Subject, after: Snapshot) -> str:
    blob = after.files.get(subject.path)
    if blob is None:
        return "absent"
    return "same" if blob == subject.blob else "changed"


def _befores(high: int) -> Iterator[int]:
    distance = 1
    while distance <= high:
        yield high - distance
        distance *= 2


def _take(subjects: list[Subject], share: int, rng: random.Random) -> list[Subject]:
    if len(subjects) <= share:
        return subjects
    return [subjects[index] for index in sorted(rng.sample(range(len(subjects)), share))]
