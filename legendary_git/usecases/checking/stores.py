"""The memories that a check reads: those of HEAD and on disk, or those of a commit."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from typing import Protocol, TypeAlias

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.values import replace
from legendary_git.git.object_database import too_large
from legendary_git.git.objects import GITLINK, Entry
from legendary_git.git.repository import Repository
from legendary_git.git.worktree import skipped
from legendary_git.store.fences import LIMIT_BYTES, TOO_LARGE
from legendary_git.store.folder import FOLDERS, ID_LENGTH, MEMORIES, is_memory_path, list_files
from legendary_git.store.front_matter import FrontMatter, parse_front_matter
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.effort import ALONE, Effort
from legendary_git.usecases.memories import (
    Memories,
    Read,
    absent_memory,
    find_passed_over,
    load_memories,
    read_memory_file,
    sort_out,
)
from legendary_git.usecases.screening import find_secret
from legendary_git.usecases.secret_files import without_secrets
from legendary_git.usecases.workspace import Workspace

MOST_FILES = 100_000
"""Memory files of a commit that are read: whoever pushes one content under as many names pays nothing for it."""

ParsedMemories: TypeAlias = dict[tuple[str, str, bool], Read]
"""What memory files say, by path, blob, and whether they were looked through for secrets with our own shapes only."""


class Store(Protocol):
    """Memory files of one state."""

    def load(self) -> Memories:
        """The memories, those with secrets among the invalid ones."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a memory's file; None where there is none, or not here."""

    def front(self, path: str) -> FrontMatter | None:
        """The front matter of a memory's file, parsed once for all that is asked of it in a row."""


class _Fronts:
    """The front matter that was asked for last: a memory may have hundreds of anchors, each with its line."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        self._read = read
        self._last: tuple[str, FrontMatter | None] = ("", None)

    def find(self, path: str) -> FrontMatter | None:
        if self._last[0] != path:
            data = self._read(path)
            self._last = (path, parse_front_matter(data) if data is not None else None)
        return self._last[1]


class DiskStore:
    """The memory files on disk, outside a sparse cone those of HEAD; `of_head`: all that HEAD has beside them."""

    def __init__(self, ws: Workspace, effort: Effort = ALONE, *, of_head: bool = False) -> None:
        self._ws = ws
        self._fronts = _Fronts(self.read)
        self._effort = effort
        self._of_head = of_head
        self._loaded: Memories | None = None

    def load(self) -> Memories:
        if self._loaded is None:
            loaded = load_memories(self._ws, with_deleted=self._of_head)
            found = (*loaded.passed_over, *self._passed_over_elsewhere())
            self._loaded = _with_passed_over(without_secrets(self._ws, loaded, self._effort), found)
        return self._loaded

    def _passed_over_elsewhere(self) -> list[InvalidMemory]:
        """The same of HEAD, where nothing is on disk, or no more than git makes of a submodule."""
        repo = self._ws.repo
        head = repo.head()
        found = find_passed_over(repo, head) if head is not None else ()
        linked = [one for one in found if head is not None and _is_left_a_submodule(repo, head, one.path)]
        absent = [one for one in found if one not in linked and not os.path.lexists(repo.abs_path(one.path))]
        if self._of_head or not absent:
            return [*linked, *absent]
        left_out = skipped(repo, [one.path for one in absent])
        return [*linked, *(one for one in absent if one.path in left_out)]

    def read(self, path: str) -> bytes | None:
        return read_memory_file(self._ws, path)

    def front(self, path: str) -> FrontMatter | None:
        return self._fronts.find(path)


class CommitStore:
    """The memory files in the tree of one commit.

    `near` are the memories of a state that differs from it in the files `differing` alone: the others need not be read
    again. `is_quick`: secrets are looked for with our own shapes only. `parsed` is what stores of other commits of the
    repository have read, and gets what this one reads.
    """

    def __init__(
        self,
        ws: Workspace,
        commit: str,
        *,
        near: Memories | None = None,
        differing: Collection[str] = (),
        is_quick: bool = False,
        parsed: ParsedMemories | None = None,
    ) -> None:
        self._ws = ws
        self._fronts = _Fronts(self.read)
        self._commit = commit
        self._known = {one.path: one for one in near.valid if one.path not in differing} if near is not None else {}
        self._is_quick = is_quick
        self._parsed = parsed if parsed is not None else {}
        self._loaded: Memories | None = None

    def load(self) -> Memories:
        if self._loaded is None:
            entries = self._ws.repo.files_in(self._commit, MEMORIES)
            files = [one for one in sorted(entries.items()) if is_memory_path(one[0])]
            if len(files) > MOST_FILES:
                raise too_large(f"{MEMORIES}, with {len(files)} files,")
            loaded = sort_out({path: self._known.get(path) or self._find(path, entry) for path, entry in files})
            self._loaded = _with_passed_over(loaded, find_passed_over(self._ws.repo, self._commit))
        return self._loaded

    def read(self, path: str) -> bytes | None:
        entry = self._ws.repo.entry(self._commit, path)
        return self._ws.repo.read_blob(entry.oid) if entry is not None else None

    def front(self, path: str) -> FrontMatter | None:
        return self._fronts.find(path)

    def _find(self, path: str, entry: Entry) -> Read:
        key = (path, entry.oid, self._is_quick)
        if key not in self._parsed:
            self._parsed[key] = self._parse(path, entry.oid)
        return self._parsed[key]

    def _parse(self, path: str, blob: str) -> Read:
        size = self._ws.repo.blob_size(blob)
        if size is not None and size > LIMIT_BYTES:  # it need not even be read, be it a gigabyte
            return InvalidMemory(path, 1, TOO_LARGE, path.rpartition("/")[2][:ID_LENGTH])
        data = self._ws.repo.read_blob(blob)
        if data is None:
            return absent_memory(path)
        parsed = parse_memory(path, data)
        return find_secret(parsed, data, is_quick=self._is_quick) or parsed


def _is_left_a_submodule(repo: Repository, commit: str, path: str) -> bool:
    """Whether a submodule of a commit is on disk what a checkout leaves: an empty folder, or another repository's."""
    entry, place = repo.entry(commit, path), repo.abs_path(path)
    if entry is None or entry.mode != GITLINK or place.is_symlink() or not place.is_dir():
        return False
    is_filled = path in FOLDERS and bool(list_files(repo.root))
    return not is_filled or os.path.lexists(place / ".git")


def _with_passed_over(loaded: Memories, found: Iterable[InvalidMemory]) -> Memories:
    """A link in the place of memories would take them from a check in silence: it is told like a file that is none."""
    return replace(loaded, invalid=tuple(sorted((*loaded.invalid, *found), key=lambda bad: bad.path)), warnings=())


def line_of(store: Store, path: str, key: str) -> int:
    """The line of a memory's file on which a key of its front matter stands; 1 where it has none."""
    front = store.front(path)
    return front.line_of(key) if front is not None else 1


def first_line_of_body(store: Store, memory: Memory) -> int:
    """The line of a memory's file on which its body begins."""
    data = store.read(memory.path)
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n") if data is not None else memory.body
    return text[: max(text.rfind(memory.body), 0)].count("\n") + 1
