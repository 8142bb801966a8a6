"""Retire a memory that nothing takes the place of."""

from __future__ import annotations

from legendary_git.domain.memory import Memory, Status
from legendary_git.domain.values import dataclass
from legendary_git.errors import MemoryRefused, UsageError
from legendary_git.secrets import refuse_secrets
from legendary_git.store.rewrite import Change
from legendary_git.usecases.amend import Amendment, draft, event, moment, put
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.chain import find_chain
from legendary_git.usecases.conflicts import freed
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Deprecated:
    """The memory that was retired, and why."""

    memory: Memory
    reason: str
    notices: tuple[str, ...] = ()


def deprecate(ws: Workspace, memory_id: str, reason: str) -> Deprecated:
    """Mark a memory as deprecated.

    Raises UnknownMemory, UsageError (no reason), MemoryRefused (retired already, or a secret) and StoreError.
    """
    if not reason.strip():
        raise UsageError("no reason is given", "say why it no longer holds: --reason TEXT")
    refuse_secrets({"reason": reason})
    loaded = load_memories(ws)
    memory = find_memory(loaded, memory_id)
    _refuse_retired(loaded, memory)
    catch_up(ws, loaded)
    at = moment()
    partners = [draft(ws, loaded, one, change, at) for one, change in freed(loaded, (memory,))]
    put(ws, [draft_deprecation(ws, loaded, memory, reason.strip(), at), *partners])
    catch_up(ws)
    return Deprecated(memory, reason.strip(), (*loaded.warnings, *ws.notices))


def draft_deprecation(ws: Workspace, loaded: Memories, memory: Memory, reason: str, at: str) -> Amendment:
    """The file of a memory that is deprecated; nothing is written."""
    change = Change(
        values={"status": Status.DEPRECATED.value, "deprecated": {"reason": reason, "at": at}},
        without=("conflicts_with",),
    )
    return draft(ws, loaded, memory, change, at, [event(ws, "deprecated", at)])


def _refuse_retired(loaded: Memories, memory: Memory) -> None:
    if memory.status is Status.DEPRECATED:
        said = memory.front.get("deprecated")
        reason = said.get("reason") if isinstance(said, dict) else None
        why = f": {reason}" if isinstance(reason, str) and reason else ""
        raise MemoryRefused(f"{memory.id} is deprecated already{why}", f"see git memory show {memory.id}")
    if memory.status is Status.SUPERSEDED:
        by = f" by {memory.superseded_by}" if memory.superseded_by else ""
        last = [one for one in find_chain(loaded, memory).later if not one.is_retired]
        todo = f"the one that holds now is {last[-1].id}" if last else f"see git memory show {memory.id}"
        raise MemoryRefused(f"{memory.id} is superseded{by}: nobody is told of it any more", todo)
