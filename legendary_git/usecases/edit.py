"""Take over what a person made of a memory's file, if it still is one."""

from __future__ import annotations

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.errors import MemoryRefused, StoreError
from legendary_git.secrets import refuse_secrets
from legendary_git.store.folder import read_file
from legendary_git.store.memory_file import parse_memory
from legendary_git.store.rewrite import replace_file
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.workspace import Workspace


def read_for_edit(ws: Workspace, memory: Memory) -> bytes:
    """The bytes of its file. Raises StoreError where it is not here, or not what was read."""
    data = read_file(ws.root, memory.path)
    if data is None or parse_memory(memory.path, data) != memory:
        raise StoreError(f"{memory.path} is not here, or was changed by somebody else just now", "look at it again")
    return data


def put_edited(ws: Workspace, memory: Memory, before: bytes, after: bytes) -> Memory:
    """Put `after` in the place of the file that holds `before`; the memory that it says.

    Raises MemoryRefused where it says none, one with another id, or a secret, and StoreError.
    """
    refuse_secrets({"file": after.decode("utf-8", "surrogateescape")})
    found = parse_memory(memory.path, after)
    if isinstance(found, InvalidMemory):
        raise MemoryRefused(f"line {found.line}: {found.message}", "open it again and mend that; nothing was written")
    if found.id != memory.id:
        raise MemoryRefused(
            f"its id was changed from {memory.id} to {found.id}", "an id stays; to begin a new one, supersede it"
        )
    replace_file(ws.root, memory.path, before, after)
    catch_up(ws)
    return found
