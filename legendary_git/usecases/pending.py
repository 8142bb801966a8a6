"""The flips that hooks saw and that the memories' files do not tell of yet."""

from __future__ import annotations

from legendary_git.domain.memory import Memory
from legendary_git.store.rewrite import Event
from legendary_git.store.state_rows import Transition
from legendary_git.usecases.workspace import Workspace


def pending_flips(ws: Workspace, memory: Memory) -> tuple[Transition, ...]:
    """Those of one memory that belong to the history of HEAD, the oldest first.

    Going to another branch and back is no news about the code: what no commit caused, or one of another branch, is
    left out, and each commit's flip of an anchor is told once.
    """
    head = ws.repo.head()
    if head is None:
        return ()
    known = _recorded(memory)
    found: list[Transition] = []
    for one in ws.index.transitions(memory.id):
        key = (one.after.value, one.commit, one.anchor)
        if one.commit is not None and key not in known and ws.repo.is_ancestor(one.commit, head):
            known.add(key)
            found.append(one)
    return tuple(found)


def pending_events(ws: Workspace, memory: Memory) -> tuple[Event, ...]:
    """The same as entries of `history:`; two clones that saw one flip write the same entry."""
    return tuple(event_of(one) for one in pending_flips(ws, memory))


def event_of(one: Transition) -> Event:
    """An entry of `history:`, dated by the commit that caused the flip."""
    return {
        "at": one.at or one.seen_at or "",
        "event": one.after.value,
        "commit": one.commit or "",
        "anchor": one.anchor,
    }


def _recorded(memory: Memory) -> set[tuple[object, object, object]]:
    history = memory.front.get("history")
    entries = history if isinstance(history, list) else []
    fields = (entry for entry in entries if isinstance(entry, dict))
    return {_plain(entry.get("event"), entry.get("commit"), entry.get("anchor")) for entry in fields}


def _plain(event: object, commit: object, anchor: object) -> tuple[object, object, object]:
    return str(event), str(commit), str(anchor)
