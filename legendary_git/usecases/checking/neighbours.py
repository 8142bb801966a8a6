"""Which memories can have to do with another one at all: where thousands are written at once, most need no look."""

from __future__ import annotations

from collections.abc import Iterable

from legendary_git.domain.memory import Memory


class Neighbours:
    """The standing ones of some memories, by what brings two of them together (`domain.subject.are_apart`)."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._all = [one for one in memories if not one.is_retired]
        self._unplaced: list[int] = []
        self._by_path: dict[str, list[int]] = {}
        self._by_trigger: dict[str, list[int]] = {}
        for number, one in enumerate(self._all):
            if not one.anchors:
                self._unplaced.append(number)
            for path in {anchor.file for anchor in one.anchors}:
                self._by_path.setdefault(path, []).append(number)
            for trigger in set(one.triggers):
                self._by_trigger.setdefault(trigger, []).append(number)

    def of(self, memory: Memory) -> list[Memory]:
        """All that share a file or a trigger with it, or are about no place; all, where it is about none itself."""
        if not memory.anchors:
            return self._all
        found = set(self._unplaced)
        found.update(*(self._by_path.get(anchor.file, ()) for anchor in memory.anchors))
        found.update(*(self._by_trigger.get(trigger, ()) for trigger in memory.triggers))
        return [self._all[number] for number in sorted(found)]
