"""Where in history something began: the commit that brought a memory, and the one at which an anchor left fresh."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Memory
from legendary_git.domain.since import find_start
from legendary_git.git.repository import Repository
from legendary_git.store.folder import MEMORIES

_ID_LENGTH = len("mem-00000000")


def find_arrival(repo: Repository, memory: Memory, commit: str) -> str | None:
    """The commit that brought the memory to the history of `commit`; None where it is not there, or that is cut off."""
    if not holds_memory(repo, memory, commit):
        return None
    arrival = find_start(commit, lambda at: parents_of(repo, at), lambda at: holds_memory(repo, memory, at))
    return None if repo.is_shallow(arrival) else arrival


def holds_memory(repo: Repository, memory: Memory, commit: str) -> bool:
    """Whether the commit's tree has the memory, under its path or, renamed, under its id."""
    if repo.entry(commit, memory.path) is not None:
        return True
    prefix = f"{MEMORIES}/{memory.id}"
    return any(path.startswith(prefix) for path in repo.files(commit, MEMORIES))


def held_memories(repo: Repository, memories: Iterable[Memory], commit: str) -> tuple[Memory, ...]:
    """Those of the memories that the commit's tree has; the others were written after it."""
    paths = repo.files(commit, MEMORIES)
    names = {path.rpartition("/")[2][:_ID_LENGTH] for path in paths}
    return tuple(memory for memory in memories if memory.path in paths or memory.id in names)


def parents_of(repo: Repository, commit: str) -> tuple[str, ...]:
    found = repo.commit(commit)
    return found.parents if found is not None else ()


def passable_parents(repo: Repository, memory: Memory, anchor: Anchor, head: str) -> Callable[[str], tuple[str, ...]]:
    """The parents that a walk from `head` about one anchor of `memory` may pass to.

    It never passes the commit that brought the memory. One that a commit does not have was written after the HEAD that
    its anchor was stamped at, wherever that is: from there, a commit that was there by then is not passed to.
    """
    later: frozenset[str] | None = None

    def passable(at: str) -> tuple[str, ...]:
        nonlocal later
        if holds_memory(repo, memory, at):
            return tuple(parent for parent in parents_of(repo, at) if holds_memory(repo, memory, parent))
        if later is None:
            stamped = repo.find_commit(anchor.commit) if anchor.commit is not None else None
            later = repo.history(head, since=stamped)
        return tuple(parent for parent in parents_of(repo, at) if parent in later)

    return passable
