"""Find a memory by its id or by the beginning of it."""

from __future__ import annotations

from legendary_git.domain.memory import Memory
from legendary_git.errors import UnknownMemory
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.screening import shown_bad


def find_memory(memories: Memories, prefix: str) -> Memory:
    """The one memory whose id is, or begins with, `prefix` (with or without `mem-` or `#`). Raises UnknownMemory."""
    wanted = prefix.strip().removeprefix("#").lower()
    if wanted and not wanted.startswith("mem-") and not "mem-".startswith(wanted):
        wanted = f"mem-{wanted}"
    found = [memory for memory in memories.valid if wanted and memory.id.startswith(wanted)]
    exact = [memory for memory in found if memory.id == wanted]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        shown = tuple(f"{memory.id} {memory.title}" for memory in found[:12])
        raise UnknownMemory(f"{prefix} is the beginning of {len(found)} ids", "give more of it", details=shown)
    broken = next((bad for bad in memories.invalid if bad.id is not None and bad.id.startswith(wanted)), None)
    if broken is not None and wanted:
        shown_file = shown_bad(broken)
        raise UnknownMemory(f"{shown_file.path}:{broken.line}: {shown_file.message}", "mend the file, then ask again")
    raise UnknownMemory(f"there is no memory {prefix}", "see git memory list")
