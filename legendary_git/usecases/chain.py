"""The chain of memories that took each other's place."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass
from legendary_git.usecases.memories import Memories


@dataclass(frozen=True, slots=True)
class Chain:
    """`earlier`: those whose place a memory took, directly or not; `later`: those that took its. The nearest first."""

    earlier: tuple[Memory, ...] = ()
    later: tuple[Memory, ...] = ()


def find_chain(loaded: Memories, memory: Memory) -> Chain:
    """What the files say, on either side: where only one of two files names the other, the two belong together."""
    return Chain(
        _walk(memory, lambda one: (other for other in loaded.valid if _replaces(one, other))),
        _walk(memory, lambda one: (other for other in loaded.valid if _replaces(other, one))),
    )


def _replaces(new: Memory, old: Memory) -> bool:
    return old.superseded_by == new.id or old.id in new.supersedes


def _walk(start: Memory, following: Callable[[Memory], Iterable[Memory]]) -> tuple[Memory, ...]:
    """All that can be reached, each once: files may say that two memories replaced each other."""
    found: dict[str, Memory] = {start.id: start}
    queue = [start]
    while queue:
        for one in following(queue.pop(0)):
            if one.id not in found:
                found[one.id] = one
                queue.append(one)
    return tuple(found.values())[1:]
