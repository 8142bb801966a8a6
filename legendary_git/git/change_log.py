"""What differs between two commits, kept where it is little: walks about many anchors come by the same neighbours."""

from __future__ import annotations

from collections import OrderedDict

from legendary_git.errors import OverLimit
from legendary_git.git.deadline import refuse_late
from legendary_git.git.object_database import ObjectDatabase
from legendary_git.git.objects import Change

_MOST_KEPT = 100_000
"""Changes, of all pairs of commits together; each counts as one more."""


class ChangeLog:
    """Answers of one repository; those that were not asked for lately are forgotten first."""

    def __init__(self, objects: ObjectDatabase) -> None:
        self._objects = objects
        self._known: OrderedDict[tuple[str | None, str], tuple[Change, ...]] = OrderedDict()
        self._size = 0
        self._refused: dict[tuple[str | None, str], OverLimit] = {}

    def find(self, old: str | None, new: str) -> tuple[Change, ...]:
        """As `ObjectDatabase.changes`. Raises ObjectMissing."""
        key = (old, new)
        if key in self._refused:
            raise self._refused[key]
        if key not in self._known:
            found = self._ask(*key)
            if len(found) >= _MOST_KEPT:
                return found
            self._keep(key, found)
        self._known.move_to_end(key)
        return self._known[key]

    def _ask(self, old: str | None, new: str) -> tuple[Change, ...]:
        refuse_late()
        try:
            return self._objects.changes(old, new)
        except OverLimit as error:  # found out at some cost, and true for ever
            self._refused[old, new] = error
            raise

    def _keep(self, key: tuple[str | None, str], found: tuple[Change, ...]) -> None:
        self._known[key] = found
        self._size += 1 + len(found)
        while self._size > _MOST_KEPT:
            _, dropped = self._known.popitem(last=False)
            self._size -= 1 + len(dropped)
