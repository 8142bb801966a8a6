"""The changes of verdicts that were seen, and those that are there to be seen by the next hook."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.store.state_rows import Transition
from legendary_git.usecases.catch_up import catch_up, find_pending
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Logged:
    """One change of a verdict; whether the commit that caused it is in HEAD's history, or was rewritten since."""

    transition: Transition
    is_in_history: bool


def log(ws: Workspace, memory_id: str | None = None) -> tuple[Logged, ...]:
    """The transitions of one memory or of all, the latest first. Raises UnknownMemory."""
    loaded = load_memories(ws)
    wanted = find_memory(loaded, memory_id).id if memory_id is not None else None
    catch_up(ws, loaded)
    pending = (one for one in find_pending(ws, loaded) if wanted in (None, one.memory_id))
    head = ws.repo.head()
    return tuple(
        Logged(one, one.commit is None or (head is not None and ws.repo.is_ancestor(one.commit, head)))
        for one in reversed((*ws.index.transitions(wanted), *pending))
    )
