"""The files that differ between two states of the code, looked up by path and by content."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from legendary_git.git.objects import Change

_MOST_BYTES = 64_000_000


class ChangeSet:
    """Changes in the order of their paths. Many anchors ask of the same ones, so nothing is searched through twice."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self.changes = tuple(sorted(changes, key=lambda change: change.path))
        self._contents: dict[str, bytes] | None = None

    @cached_property
    def by_path(self) -> dict[str, Change]:
        return {change.path: change for change in self.changes}

    def paths_before(self, blob: str) -> tuple[str, ...]:
        """The paths that held this content and no longer do."""
        return self._by_before.get(blob, ())

    def paths_after(self, blob: str) -> tuple[str, ...]:
        """The paths that hold this content and did not."""
        return self._by_after.get(blob, ())

    def contents(self, read_blob: Callable[[str], bytes | None]) -> dict[str, bytes]:
        """The contents on either side, by id: as many as may be kept. They are read once, whoever asks again."""
        if self._contents is None:
            self._contents = {}
            size = 0
            for blob in dict.fromkeys((*self._by_before, *self._by_after)):
                data = read_blob(blob)
                size += len(data or b"")
                if size > _MOST_BYTES:
                    break
                if data is not None:
                    self._contents[blob] = data
        return self._contents

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
