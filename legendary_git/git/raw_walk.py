"""History walked through by the bytes of its commits: libgit2 refuses a walk in which one commit has odd dates."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def walk_back(start: str, parents_of: Callable[[str], Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Each commit that `start` is or descends from, with its parents, parents before children.

    Raises what `parents_of` raises for a commit that is not here.
    """
    found: dict[str, tuple[str, ...]] = {}
    begun: dict[str, tuple[str, ...]] = {}
    waiting = [start]
    while waiting:
        oid = waiting[-1]
        if oid in begun:
            waiting.pop()
            found.setdefault(oid, begun[oid])
            continue
        begun[oid] = tuple(parents_of(oid))
        waiting.extend(parent for parent in begun[oid] if parent not in begun)
    return found
