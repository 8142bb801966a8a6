"""Memories that contradict each other: marked, linked, and freed of the mark."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from legendary_git.domain.memory import FrontValue, Memory, Status
from legendary_git.store.rewrite import Change
from legendary_git.usecases.amend import Amendment, draft, event
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.workspace import Workspace


def draft_links(
    ws: Workspace, loaded: Memories, memories: Sequence[Memory], others: Sequence[str], at: str
) -> list[Amendment]:
    """Mark memories as contradicting those with the ids `others`; links that they have already stay.

    Nothing is written. Raises what `draft` raises.
    """
    amendments = []
    for one in memories:
        new: list[FrontValue] = [other for other in others if other not in (one.id, *one.conflicts_with)]
        if new or not one.is_conflicted:
            change = Change(values={"status": Status.CONFLICTED.value}, added={"conflicts_with": new})
            with_whom = " ".join(str(other) for other in new)
            amendments.append(draft(ws, loaded, one, change, at, [event(ws, "conflicted", at, to=with_whom)]))
    return amendments


def partners_of(loaded: Memories, memory: Memory) -> tuple[Memory, ...]:
    """Those that a memory contradicts and that still hold; where only one of two files says so, it counts for both."""
    return tuple(one for one in loaded.valid if not one.is_retired and one.id != memory.id and are_linked(memory, one))


def are_linked(one: Memory, other: Memory) -> bool:
    """Whether one of two files says that they contradict each other."""
    return other.id in one.conflicts_with or one.id in other.conflicts_with


def freed(loaded: Memories, lost: Collection[Memory]) -> tuple[tuple[Memory, Change], ...]:
    """What changes in the memories that those contradict which are about to be retired.

    The link goes; with the last one that leads to a memory which still holds, the mark goes too.
    """
    gone = {one.id for one in lost}
    others = {one.id: one for memory in lost for one in partners_of(loaded, memory) if one.id not in gone}
    return tuple((one, unlinked(loaded, one, gone)) for one in others.values())


def unlinked(loaded: Memories, memory: Memory, ids: Collection[str]) -> Change:
    """The change that takes away a memory's links to these; links to what is gone or retired go with them."""
    holding = {one.id for one in partners_of(loaded, memory)} - set(ids)
    if not holding:
        return Change(values={"status": Status.ACTIVE.value}, without=("conflicts_with",))
    dead = [one for one in memory.conflicts_with if one not in holding]
    return Change(dropped={"conflicts_with": dead}) if dead else Change()
