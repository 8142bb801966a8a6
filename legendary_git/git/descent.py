"""Which commits descend from which, asked as rarely as may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from legendary_git.errors import ObjectMissing

_SINGLE_QUESTIONS = 3


class Descent:
    """Answers of one repository, kept as long as this object is: history does not change."""

    def __init__(
        self,
        ask: Callable[[str, str], bool],
        list_parents: Callable[[str, str], Iterable[tuple[str, Sequence[str]]]],
    ) -> None:
        """`ask` tells whether its second commit descends from its first.

        `list_parents` gives each commit that its second descends from and its first does not, with its parents, parents
        before children; it raises ObjectMissing where the way cannot be seen.
        """
        self._ask = ask
        self._list_parents = list_parents
        self._known: dict[str, dict[str, bool]] = {}

    def holds(self, one: str, other: str) -> bool:
        """Whether `other` is `one` or descends from it."""
        known = self._known.setdefault(one, {one: True})
        if other not in known:
            # A walk through history asks about one commit after the other: then all are found out at once.
            if len(known) > _SINGLE_QUESTIONS:
                self._learn(one, other, known)
            if other not in known:
                known[other] = self._ask(one, other)
        return known[other]

    def _learn(self, one: str, other: str, known: dict[str, bool]) -> None:
        """Which commits from `one` up to `other` descend from `one`: those that have a parent that does."""
        try:
            for oid, parents in self._list_parents(one, other):
                known[oid] = any(known.get(parent, False) for parent in parents)
        except ObjectMissing:
            known.pop(other, None)  # a history that is cut off: each has to be asked about
