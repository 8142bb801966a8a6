"""How strongly a memory is kept in mind: by what it took to earn, how new it was, and how much it was said to matter.

Nothing counts the bad more than the good: a decision that held weighs as much as a bug that hurt.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from legendary_git.domain.values import dataclass

MOST = 10
USUAL_IMPORTANCE = 5


@dataclass(frozen=True, slots=True)
class Salience:
    """What is kept in `salience:`, from which the strength can be worked out again.

    `importance` and `cost` are 0 to 10 as they were given (cost None: nobody said), `surprise` 0 to 1: how
    unlike the most alike memory it was when it was written.
    """

    importance: int = USUAL_IMPORTANCE
    cost: int | None = None
    surprise: float = 1.0

    @property
    def strength(self) -> float:
        """The mean of what is known, 0 to 1: importance / 10, cost / 10, surprise."""
        known = [self.importance / MOST, self.surprise]
        if self.cost is not None:
            known.append(self.cost / MOST)
        return sum(known) / len(known)

    def as_front(self) -> dict[str, str]:
        """What the front matter says of it; the usual importance too, since it may be another one some day."""
        front = {"importance": str(self.importance)}
        if self.cost is not None:
            front["cost"] = str(self.cost)
        front["surprise"] = f"{self.surprise:.2f}"
        return front


def read_salience(front: Mapping[str, object]) -> Salience:
    """What front matter says; what it does not say, or says wrongly, is as usual. `pain` outdoes `cost`."""
    cost = _number(front.get("pain"))
    if cost is None:
        cost = _number(front.get("cost"))
    importance, surprise = _number(front.get("importance")), _number(front.get("surprise"))
    return Salience(
        importance=USUAL_IMPORTANCE if importance is None else round(min(importance, MOST)),
        cost=None if cost is None else round(min(cost, MOST)),
        surprise=1.0 if surprise is None else min(surprise, 1.0),
    )


def _number(value: object) -> float | None:
    try:
        found = float(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found is not None and isfinite(found) and found >= 0 else None
