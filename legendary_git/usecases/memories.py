"""Load the memories: from disk, outside a sparse cone from HEAD; files that did not change come from the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.git.repository import Repository
from legendary_git.git.worktree import skipped
from legendary_git.store import catalog
from legendary_git.store.folder import (
    FOLDERS,
    ID_LENGTH,
    MEMORIES,
    FolderWarning,
    is_memory_path,
    read_file,
    scan_folder,
    why_no_folder,
    why_not_a_file,
)
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.screening import screen, shown_notice
from legendary_git.usecases.workspace import Workspace

Read = Memory | InvalidMemory


@dataclass(frozen=True, slots=True)
class Memories:
    """What the memory folder says, oldest memory first; `warnings` name what was passed over."""

    valid: tuple[Memory, ...]
    invalid: tuple[InvalidMemory, ...]
    warnings: tuple[str, ...] = ()
    passed_over: tuple[InvalidMemory, ...] = ()
    """The same as files that are no memories."""
    elsewhere: frozenset[str] = frozenset()
    """The paths of those that are not on disk."""


def load_memories(ws: Workspace, *, with_deleted: bool = False) -> Memories:
    """Every memory, and every file that fails to be one. Of two files with one id, at most one is a memory.

    `with_deleted`: also those that HEAD has and that are not on disk, for whatever reason, unless a file there has
    the same id.
    """
    scan = scan_folder(ws.root)
    found: dict[str, Read] = dict(catalog.load_memories(ws.root, ws.index, scan, screen))
    outside = _not_on_disk(ws, set(scan.files), with_deleted=with_deleted)
    if with_deleted:
        here = {one.id for one in found.values()}
        outside = {path: one for path, one in outside.items() if one.id is None or one.id not in here}
    warnings = tuple(shown_notice(f"{warning.path}: {warning.message}") for warning in scan.warnings)
    passed_over = tuple(map(as_invalid, scan.warnings))
    loaded = sort_out(found | outside)
    return replace(loaded, warnings=warnings, passed_over=passed_over, elsewhere=frozenset(outside))


def find_passed_over(repo: Repository, commit: str) -> tuple[InvalidMemory, ...]:
    """What stands in the place of memory files in a commit, or of their folder, and is never read."""
    for folder in FOLDERS:
        entry = repo.entry(commit, folder)
        if entry is None:
            return ()
        if (refusal := why_no_folder(folder, entry.mode)) is not None:
            return (as_invalid(refusal),)
    found = ((f"{MEMORIES}/{name}", entry.mode) for name, entry in sorted(repo.entries(commit, MEMORIES).items()))
    refusals = (why_not_a_file(path, mode) for path, mode in found if is_memory_path(path))
    return tuple(as_invalid(one) for one in refusals if one is not None)


def as_invalid(warning: FolderWarning) -> InvalidMemory:
    """What is passed over, for those who have to say of each file that it is no memory."""
    return InvalidMemory(warning.path, 1, warning.message, is_stand_in=True)


def with_memories(loaded: Memories, beside: Sequence[Memory]) -> Memories:
    """The memories as they would be with these, each in the place of the one that has its id."""
    ids = {one.id for one in beside}
    return replace(loaded, valid=(*(one for one in loaded.valid if one.id not in ids), *beside)) if ids else loaded


def read_memory_file(ws: Workspace, path: str) -> bytes | None:
    """The bytes of a memory's file: from disk, outside a sparse cone from HEAD; None where it has gone since."""
    data = read_file(ws.root, path)
    if data is not None:
        return data
    head = ws.repo.head()  # not before: libgit2 is loaded for it
    entry = ws.repo.entry(head, path) if head is not None else None
    return ws.repo.read_blob(entry.oid) if entry is not None else None


def _not_on_disk(ws: Workspace, on_disk: set[str], *, with_deleted: bool) -> dict[str, Read]:
    """Memories of HEAD that a sparse checkout keeps out of the working tree; deleted ones as well only if asked for."""
    head = ws.repo.head()
    if head is None:
        return {}
    entries = ws.repo.files_in(head, MEMORIES)
    absent = {path: entry.oid for path, entry in entries.items() if path not in on_disk and is_memory_path(path)}
    if not absent:
        return {}
    wanted = sorted(absent) if with_deleted else skipped(ws.repo, sorted(absent))
    contents = {path: ws.repo.read_blob(absent[path]) for path in wanted}
    return {
        path: absent_memory(path) if data is None else screen(parse_memory(path, data), data)
        for path, data in contents.items()
    }


def absent_memory(path: str) -> InvalidMemory:
    """What is known of a memory whose content this clone does not have."""
    known_id = path.rpartition("/")[2][:ID_LENGTH]
    return InvalidMemory(path, 1, "its content is not in this clone", known_id, is_absent=True)


def sort_out(found: Mapping[str, Read]) -> Memories:
    """What files say, by their paths: of several with one id at most one is a memory, the others are invalid."""
    memories = [one for one in found.values() if isinstance(one, Memory)]
    doubles = _doubles(memories)
    valid = sorted((memory for memory in memories if memory not in doubles), key=_age)
    invalid = [one for one in found.values() if isinstance(one, InvalidMemory)]
    invalid += [_double(memory) for memory in doubles]
    return Memories(tuple(valid), tuple(sorted(invalid, key=lambda bad: bad.path)))


def _doubles(memories: list[Memory]) -> list[Memory]:
    """Those that have another one's id. The one whose file is named after it keeps it, if just one is."""
    by_id: dict[str, list[Memory]] = {}
    for memory in memories:
        by_id.setdefault(memory.id, []).append(memory)
    doubles = []
    for same in by_id.values():
        if len(same) > 1:
            named = [memory for memory in same if memory.path.rpartition("/")[2].startswith(memory.id)]
            doubles += [memory for memory in same if named != [memory]]
    return doubles


def _age(memory: Memory) -> tuple[str, str, str]:
    """Oldest first; what was written in one second by title, so that the order does not hang on a random id."""
    return (memory.created or "", memory.title, memory.id)


def _double(memory: Memory) -> InvalidMemory:
    message = f"another file has the id {memory.id} too; give one of them a new id"
    return InvalidMemory(memory.path, 1, message, memory.id)
