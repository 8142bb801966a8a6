"""The changes of verdicts that were seen."""

from __future__ import annotations

from legendary_git.store.state_rows import Transition
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.workspace import Workspace


def log(ws: Workspace, memory_id: str | None = None) -> tuple[Transition, ...]:
    """The transitions of one memory or of all, the latest first. Raises UnknownMemory."""
    loaded = load_memories(ws)
    wanted = find_memory(loaded, memory_id).id if memory_id is not None else None
    catch_up(ws, loaded)
    return tuple(reversed(ws.index.transitions(wanted)))
