"""The two states of the code that can be judged: a commit's tree, and the working tree as git would store it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from legendary_git.domain.body import is_trivial_text
from legendary_git.git.change_set import ChangeSet
from legendary_git.git.objects import GITLINK, NULL_ID, TREE, Change
from legendary_git.git.repository import Repository
from legendary_git.git.worktree import dirty_changes, is_out_of_reach, read_stored, skipped, stored_ids
from legendary_git.store.disk_id_rows import DiskId
from legendary_git.store.folder import DiskStat
from legendary_git.store.index import Index


class Code(Protocol):
    """One state of the code. `commit` is the commit that it is, or that the working tree stands on (None: unborn)."""

    @property
    def commit(self) -> str | None: ...

    @property
    def key(self) -> str:
        """Equal for equal states: what a verdict that depends on the whole tree is kept under."""

    def blob_at(self, path: str) -> str | None:
        """The id of the regular file at `path`, None where there is none."""

    def is_folder(self, path: str) -> bool:
        """Whether a folder is at `path`; a submodule is one."""

    def read(self, path: str, blob: str) -> bytes | None:
        """The content `blob` that stands at `path`; None where the object is not here."""

    def is_uncommitted(self, path: str) -> bool:
        """Whether what stands at `path` differs from the commit."""

    def changes_since(self, base: str | None) -> ChangeSet:
        """The regular files that differ from those of commit `base` (None: of no files at all)."""

    def renamed_to(self, path: str) -> str | None:
        """Where the file that the commit has at `path` was renamed to since, byte for byte; None where it was not."""


class CommitCode:
    """The tree of one commit."""

    def __init__(self, repo: Repository, commit: str) -> None:
        self._repo = repo
        self._blobs: dict[str, str | None] = {}
        self._changes: dict[str | None, ChangeSet] = {}
        self.commit: str | None = commit
        self.key = commit

    def blob_at(self, path: str) -> str | None:
        if path not in self._blobs:
            self._blobs[path] = _blob_in(self._repo, self.commit, path)
        return self._blobs[path]

    def is_folder(self, path: str) -> bool:
        return _is_folder_in(self._repo, self.commit, path)

    def read(self, path: str, blob: str) -> bytes | None:  # noqa: ARG002 - the working tree needs the path
        return self._repo.read_blob(blob)

    def is_uncommitted(self, path: str) -> bool:  # noqa: ARG002 - nothing in a commit is
        return False

    def changes_since(self, base: str | None) -> ChangeSet:
        if base not in self._changes:
            self._changes[base] = ChangeSet(self._repo.changes(base, self.key))
        return self._changes[base]

    def renamed_to(self, path: str) -> str | None:  # noqa: ARG002 - nothing was, since
        return None


class WorktreeCode:
    """The working tree: clean files are HEAD's blobs, dirty ones what is on disk, those outside the cone HEAD's."""

    def __init__(self, repo: Repository, index: Index) -> None:
        self._repo = repo
        self._index = index
        self._ids: dict[str, str | None] = {}
        self._dirty: tuple[Change, ...] | None = None
        self._changes: dict[str | None, ChangeSet] = {}
        self.commit = repo.head()

    @property
    def key(self) -> str:
        dirty = ",".join(f"{change.path}={change.after}" for change in self._changed_on_disk())
        return f"{self.commit}+{dirty}" if dirty else self.commit or ""

    def look_at(self, paths: Iterable[str]) -> None:
        """Learn at once what stands at many paths: one git process instead of one for each."""
        wanted = sorted(set(paths) - self._ids.keys())
        stats = {path: stat for path in wanted if (stat := _stat(self._repo.abs_path(path))) is not None}
        known = self._index.find_disk_ids(stats)
        unknown = [path for path in stats if path not in known]
        hidden = [path for path in wanted if path not in stats and is_out_of_reach(self._repo.abs_path(path))]
        seen_ns = time.time_ns()
        found = stored_ids(self._repo, unknown) if unknown else {}
        self._index.put_disk_ids(
            DiskId(path, stats[path], seen_ns, blob) for path, blob in found.items() if blob not in (None, NULL_ID)
        )
        for path in wanted:
            self._ids[path] = known.get(path) or found.get(path) or (NULL_ID if path in hidden else None)
        absent = [path for path in wanted if self._ids[path] is None and self._committed(path) is not None]
        for path in skipped(self._repo, absent) if absent else ():
            self._ids[path] = self._committed(path)

    def blob_at(self, path: str) -> str | None:
        if path not in self._ids:
            self.look_at([path])
        return self._ids[path]

    def is_folder(self, path: str) -> bool:
        place = self._repo.abs_path(path)
        return place.is_dir() and not place.is_symlink()

    def read(self, path: str, blob: str) -> bytes | None:
        if self._repo.has_object(blob):
            return self._repo.read_blob(blob)
        return read_stored(self._repo, path)

    def is_uncommitted(self, path: str) -> bool:
        return self.blob_at(path) != self._committed(path)

    def changes_since(self, base: str | None) -> ChangeSet:
        if base not in self._changes:
            self._changes[base] = ChangeSet(self._find_changes(base))
        return self._changes[base]

    def renamed_to(self, path: str) -> str | None:
        """The one new file with its content, where no other file that is gone had that, and it is not trivial."""
        blob = self._committed(path)
        if blob is None or self.blob_at(path) is not None:
            return None
        gone = [one.path for one in self._changed_on_disk() if one.before == blob and one.after is None]
        new = [one.path for one in self._changed_on_disk() if one.before is None and one.after == blob]
        if gone != [path] or len(new) != 1 or is_trivial_text(self.read(new[0], blob) or b""):
            return None
        return new[0]

    def _find_changes(self, base: str | None) -> Iterable[Change]:
        committed = self._repo.changes(base, self.commit) if self.commit is not None else ()
        changes = {change.path: change for change in committed}
        for dirty in self._changed_on_disk():
            known = changes.pop(dirty.path, None)
            before = known.before if known is not None else dirty.before
            if before != dirty.after:
                changes[dirty.path] = Change(dirty.path, before, dirty.after)
        return changes.values()

    def _changed_on_disk(self) -> tuple[Change, ...]:
        if self._dirty is None:
            self._dirty = dirty_changes(self._repo)
        return self._dirty

    def _committed(self, path: str) -> str | None:
        return _blob_in(self._repo, self.commit, path)


def _stat(abs_path: Path) -> DiskStat | None:
    try:
        return DiskStat.of(os.lstat(abs_path))
    except (OSError, ValueError):
        return None


def _is_folder_in(repo: Repository, commit: str | None, path: str) -> bool:
    entry = repo.entry(commit, path) if commit is not None else None
    return entry is not None and entry.mode in (TREE, GITLINK)


def _blob_in(repo: Repository, commit: str | None, path: str) -> str | None:
    entry = repo.entry(commit, path) if commit is not None else None
    return entry.oid if entry is not None and entry.is_regular else None
