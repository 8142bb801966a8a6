"""Where in history something began: the commit that brought a memory, and the one at which an anchor left fresh."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Memory
from legendary_git.domain.since import find_start
from legendary_git.git.repository import Repository
from legendary_git.store.folder import ID_LENGTH, MEMORIES


def find_arrival(repo: Repository, memory: Memory, anchor: Anchor, commit: str) -> str | None:
    """The commit that brought the anchor to the history of `commit`; None where it is not there, or that is cut off.

    Mostly that is the commit that brought the memory; a command may have given it another anchor since.
    """
    if not holds_anchor(repo, memory, anchor, commit):
        return None
    arrival = find_start(commit, lambda at: parents_of(repo, at), lambda at: holds_anchor(repo, memory, anchor, at))
    return None if repo.is_shallow(arrival) else arrival


def holds_anchor(repo: Repository, memory: Memory, anchor: Anchor, commit: str) -> bool:
    """Whether the commit's tree has the memory, and has it with that anchor, as far as it can be read there."""
    path = _path_in(repo, memory, commit)
    entry = repo.entry(commit, path) if path is not None else None
    data = repo.read_blob(entry.oid) if entry is not None else None
    if path is None:
        return False
    specs = _specs_in(path, data) if data is not None else None
    return specs is None or anchor.spec in specs


def holds_stamp(repo: Repository, memory: Memory, anchor: Anchor, commit: str) -> bool:
    """Whether the commit's tree has the memory with that anchor and that stamp, as far as it can be read there."""
    path = _path_in(repo, memory, commit)
    entry = repo.entry(commit, path) if path is not None else None
    data = repo.read_blob(entry.oid) if entry is not None else None
    if path is None:
        return False
    anchors = _anchors_in(path, data) if data is not None else None
    return anchors is None or any(_is_same_stamp(one, anchor) for one in anchors if one.spec == anchor.spec)


def find_stamping(repo: Repository, memory: Memory, anchor: Anchor, commit: str) -> str | None:
    """The commit that brought the anchor's stamp to the history of `commit`; None where it is not committed."""
    if not holds_stamp(repo, memory, anchor, commit):
        return None
    return find_start(commit, lambda at: parents_of(repo, at), lambda at: holds_stamp(repo, memory, anchor, at))


def _is_same_stamp(one: Anchor, other: Anchor) -> bool:
    if one.content_hash is None or other.content_hash is None:
        return one.blob == other.blob
    return one.content_hash == other.content_hash


def _specs_in(path: str, data: bytes) -> frozenset[str] | None:
    anchors = _anchors_in(path, data)
    return frozenset(anchor.spec for anchor in anchors) if anchors is not None else None


@lru_cache(maxsize=512)
def _anchors_in(path: str, data: bytes) -> tuple[Anchor, ...] | None:
    from legendary_git.store.memory_file import parse_memory  # the hooks mostly find every memory in the index

    found = parse_memory(path, data)
    return found.anchors if isinstance(found, Memory) else None


def holds_memory(repo: Repository, memory: Memory, commit: str) -> bool:
    """Whether the commit's tree has the memory, under its path or, renamed, under its id."""
    return _path_in(repo, memory, commit) is not None


def _path_in(repo: Repository, memory: Memory, commit: str) -> str | None:
    if repo.entry(commit, memory.path) is not None:
        return memory.path
    prefix = f"{MEMORIES}/{memory.id}"
    return min((path for path in repo.files_in(commit, MEMORIES) if path.startswith(prefix)), default=None)


def held_memories(repo: Repository, memories: Iterable[Memory], commit: str) -> tuple[Memory, ...]:
    """Those of the memories that the commit's tree has; the others were written after it."""
    paths = repo.files_in(commit, MEMORIES)
    names = {path.rpartition("/")[2][:ID_LENGTH] for path in paths}
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
