"""Trees that were read, as long as there is room: every path of a commit begins at the same ones."""

from __future__ import annotations

from typing import Generic, TypeVar

_Tree = TypeVar("_Tree")

_MOST_TREES = 4_096
_MOST_ENTRIES = 100_000


class KeptTrees(Generic[_Tree]):
    """Trees by their ids; where there is no more room all are forgotten, and the latest begins anew."""

    def __init__(self) -> None:
        self._trees: dict[str, _Tree] = {}
        self._entries = 0

    def find(self, oid: str) -> _Tree | None:
        return self._trees.get(oid)

    def keep(self, oid: str, tree: _Tree, entries: int) -> _Tree:
        """Keep a tree that has so many entries; the tree."""
        if len(self._trees) >= _MOST_TREES or self._entries >= _MOST_ENTRIES:
            self._trees.clear()
            self._entries = 0
        self._trees[oid] = tree
        self._entries += entries
        return tree
