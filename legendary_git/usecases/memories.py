"""Load the memories: from disk, outside a sparse cone from HEAD; files that did not change come from the index."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.git.worktree import skipped
from legendary_git.store.folder import MEMORIES, is_memory_name, list_files
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.workspace import Workspace

Read = Memory | InvalidMemory


@dataclass(frozen=True, slots=True)
class Memories:
    """What the memory folder says, in the order of the files' names; `warnings` name files that were not read."""

    valid: tuple[Memory, ...]
    invalid: tuple[InvalidMemory, ...]
    warnings: tuple[str, ...] = ()


def load_memories(ws: Workspace) -> Memories:
    """Every memory, and every file that fails to be one. Of two files with one id, neither is a memory."""
    listing = list_files(ws.root)
    found = ws.index.find_memories(listing.files)
    unread = {path: stat for path, stat in listing.files.items() if path not in found}
    read = {path: (stat, _read(ws, path)) for path, stat in unread.items()}
    ws.index.put_memories(read, keep=listing.files)
    found.update({path: one for path, (_, one) in read.items()})
    found.update(_outside_cone(ws, set(listing.files)))
    return _sorted_out(found, listing.warnings)


def _read(ws: Workspace, path: str) -> Read:
    try:
        return parse_memory(path, (ws.root / path).read_bytes())
    except OSError as error:
        return InvalidMemory(path, 1, f"cannot be read: {error.strerror or error}")


def _outside_cone(ws: Workspace, on_disk: set[str]) -> dict[str, Read]:
    """Memories that a sparse checkout keeps out of the working tree; deleted ones are simply gone."""
    head = ws.repo.head()
    if head is None:
        return {}
    entries = ws.repo.files(head, MEMORIES)
    absent = {path: entry.oid for path, entry in entries.items() if path not in on_disk and is_memory_name(path)}
    if not absent:
        return {}
    contents = {path: ws.repo.read_blob(absent[path]) for path in skipped(ws.repo, sorted(absent))}
    return {
        path: InvalidMemory(path, 1, "its content is not in this clone") if data is None else parse_memory(path, data)
        for path, data in contents.items()
    }


def _sorted_out(found: dict[str, Read], warnings: tuple[str, ...]) -> Memories:
    ordered = [found[path] for path in sorted(found)]
    count = Counter(one.id for one in ordered if isinstance(one, Memory))
    valid = tuple(one for one in ordered if isinstance(one, Memory) and count[one.id] == 1)
    invalid = tuple(one if isinstance(one, InvalidMemory) else _double(one) for one in ordered if one not in valid)
    return Memories(valid, invalid, warnings)


def _double(memory: Memory) -> InvalidMemory:
    return InvalidMemory(
        memory.path, 1, f"another file has the id {memory.id} too; give one of them a new id", memory.id
    )
