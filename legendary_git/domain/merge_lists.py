"""Merge lists whose order says nothing: item by item, in an order that does not depend on which side is ours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from legendary_git.domain.annotations import Any, TypeAlias
from legendary_git.domain.memory import FrontValue

Frozen: TypeAlias = tuple[Any, ...]
"""A value that can be compared and hashed."""


def freeze(value: FrontValue) -> Frozen:
    """A value as something that is equal to it alone, and has its place in an order."""
    if isinstance(value, str):
        return (0, value)
    if isinstance(value, list):
        return (1, tuple(freeze(item) for item in value))
    return (2, tuple(sorted((key, freeze(item)) for key, item in value.items())))


def merge_items(
    base: Mapping[Frozen, FrontValue],
    ours: Mapping[Frozen, FrontValue],
    theirs: Mapping[Frozen, FrontValue],
    rank: Callable[[FrontValue], Frozen],
    is_kept: Callable[[FrontValue, FrontValue], bool] = lambda _one, _other: False,
) -> dict[Frozen, FrontValue]:
    """What both sides still have and what either added, by its key; the value is a side's.

    An item that one side took away goes, unless `is_kept` says, of what the ancestor and the other side have, that it
    stays. What was in the ancestor keeps its order; what was added stands after the item that it was added after, and
    between two items by `rank`.
    """
    found = {key: value for side in (theirs, ours) for key, value in side.items()}

    def stays(key: Frozen) -> bool:
        return key not in base or (key in ours and key in theirs) or is_kept(base[key], found[key])

    old = [key for key in base if key in found and stays(key)]
    gaps = _gaps(old, ours, theirs)
    places: dict[Frozen, Frozen] = {key: (number,) for number, key in enumerate(old, start=1)}
    places |= {key: (gaps[key], rank(found[key]), key) for key in found if key not in base}
    return {key: found[key] for key in sorted(places, key=lambda key: places[key])}


def _gaps(old: list[Frozen], *sides: Collection[Frozen]) -> dict[Frozen, int]:
    """For each item that is not old, after how many of the old ones it stands; the larger number of two."""
    number = {key: place + 1 for place, key in enumerate(old)}
    found: dict[Frozen, int] = {}
    for side in sides:
        gap = 0
        for key in side:
            gap = number.get(key, gap)
            if key not in number:
                found[key] = max(found.get(key, 0), gap)
    return found
