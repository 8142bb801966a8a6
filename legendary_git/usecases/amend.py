"""Change the front matter of memories: what every command that corrects them goes through."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import StoreError
from legendary_git.store.folder import read_file
from legendary_git.store.memory_file import cleaned, parse_memory
from legendary_git.store.rewrite import Change, Event, entry_of, replace_file, rewrite_front
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.pending import pending_events
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Amendment:
    """The file of a memory as it was read, and as it is to be."""

    memory: Memory
    before: bytes
    after: bytes


def moment(now: datetime | None = None) -> str:
    """Now, as memory files write it."""
    return (now or read_clock()).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def event(ws: Workspace, name: str, at: str, **keys: str) -> Event:
    """An entry of `history:` about something that a person did."""
    return {"at": at, "event": name, **keys, "by": ws.repo.identity()}


def draft(
    ws: Workspace, loaded: Memories, memory: Memory, change: Change, at: str, events: Sequence[Event] = ()
) -> Amendment:
    """What a change makes of a memory's file; flips that are not in its history yet are put there before `events`.

    Nothing is written. Raises StoreError where the file is not here or is not what was read any more, MemoryRefused
    where it cannot be changed in place.
    """
    if memory.path in loaded.elsewhere:
        raise StoreError(
            f"{memory.path} is outside the sparse checkout", f"bring it here: git sparse-checkout add {memory.path}"
        )
    data = read_file(ws.root, memory.path)
    if data is None or parse_memory(memory.path, data) != memory:
        raise StoreError(f"{memory.path} was changed by somebody else just now", "run the command again")
    history = [*map(entry_of, (*pending_events(ws, memory), *events))]
    added = {**change.added, **({"history": history} if history else {})}
    clean = replace(
        change,
        values={key: cleaned(value) for key, value in change.values.items()},
        added={key: [cleaned(item) for item in items] for key, items in added.items()},
    )
    return Amendment(memory, data, rewrite_front(memory, data, clean, at))


def put(ws: Workspace, amendments: Sequence[Amendment]) -> None:
    """Write all the files, or none: those that were written before one that fails are put back. Raises StoreError."""
    done: list[Amendment] = []
    for one in amendments:
        try:
            replace_file(ws.root, one.memory.path, one.before, one.after)
        except StoreError as error:
            raise _put_back(ws, done, error) from error
        done.append(one)


def _put_back(ws: Workspace, done: Sequence[Amendment], error: StoreError) -> StoreError:
    """The error, with what became of the files that had been written already."""
    if not done:
        return error
    left = []
    for one in reversed(done):
        try:
            replace_file(ws.root, one.memory.path, one.after, one.before)
        except StoreError:
            left.append(one.memory.path)
    if left:
        todo = f"see git diff {' '.join(left)}, then run the command again"
        return StoreError(f"{error.what}; {', '.join(left)} was changed and could not be put back", todo)
    return StoreError(f"{error.what}; {', '.join(one.memory.path for one in done)} was put back as it was", error.todo)
