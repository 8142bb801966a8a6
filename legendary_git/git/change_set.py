"""The files that differ between two states of the code, looked up by path and by content."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from legendary_git.git.objects import Change


class ChangeSet:
    """Changes in the order of their paths. Many anchors ask of the same ones, so nothing is searched through twice."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self.changes = tuple(sorted(changes, key=lambda change: change.path))

    @cached_property
    def by_path(self) -> dict[str, Change]:
        return {change.path: change for change in self.changes}

    def paths_before(self, blob: str) -> tuple[str, ...]:
        """The paths that held this content and no longer do."""
        return self._by_before.get(blob, ())

    def paths_after(self, blob: str) -> tuple[str, ...]:
        """The paths that hold this content and did not."""
        return self._by_after.get(blob, ())

    @cached_property
    def _by_before(self) -> dict[str, tuple[str, ...]]:
        return _grouped((change.before, change.path) for change in self.changes)

    @cached_property
    def _by_after(self) -> dict[str, tuple[str, ...]]:
        return _grouped((change.after, change.path) for change in self.changes)


def _grouped(pairs: Iterable[tuple[str | None, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for blob, path in pairs:
        if blob is not None:
            found.setdefault(blob, []).append(path)
    return {blob: tuple(paths) for blob, paths in found.items()}
