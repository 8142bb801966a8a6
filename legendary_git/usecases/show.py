"""Show one memory with its verdict."""

from __future__ import annotations

from dataclasses import dataclass

from legendary_git.domain.judged import JudgedMemory
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory as it stands now."""

    head: str | None
    judged: JudgedMemory
    notices: tuple[str, ...] = ()


def show(ws: Workspace, memory_id: str) -> Shown:
    """The memory with this id, or the only one whose id begins with it. Raises UnknownMemory."""
    loaded = load_memories(ws)
    memory = find_memory(loaded, memory_id)
    catch_up(ws, loaded)
    found = survey(ws, memories=Memories((memory,), (), loaded.warnings), candidates=True)
    return Shown(found.head, found.memories[0], found.notices)
