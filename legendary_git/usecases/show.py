"""Show one memory with its verdict."""

from __future__ import annotations

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass, field
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.chain import Chain, find_chain
from legendary_git.usecases.conflicts import partners_of
from legendary_git.usecases.extents import evidence_of
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.state import find_state
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory as it stands now; `state` names the code that it is about as it is now (None: it has no anchors)."""

    head: str | None
    judged: JudgedMemory
    notices: tuple[str, ...] = ()
    state: str | None = None
    chain: Chain = field(default_factory=Chain)
    conflicts: tuple[Memory, ...] = ()


def show(ws: Workspace, memory_id: str) -> Shown:
    """The memory with this id, or the only one whose id begins with it. Raises UnknownMemory."""
    loaded = load_memories(ws)
    memory = find_memory(loaded, memory_id)
    catch_up(ws, loaded)
    found = survey(ws, memories=Memories((memory,), (), loaded.warnings), candidates=True)
    judged = found.memories[0]
    state = find_state(judged, evidence_of(ws, judged))
    return Shown(found.head, judged, found.notices, state, find_chain(loaded, memory), partners_of(loaded, memory))
