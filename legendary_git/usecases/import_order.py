"""The order in which entries are written: what was superseded before what took its place."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from legendary_git.domain.values import replace
from legendary_git.usecases.importing.entry import Entry


def order_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries as the store has them, but each after those whose place it took.

    A successor that is not among them stays named. Of those that supersede each other in a circle, none does.
    """
    place = {one.key: number for number, one in enumerate(entries)}
    waiting = dict.fromkeys(place, 0)
    for one in entries:
        if one.successor in waiting:
            waiting[one.successor] += 1
    ready = [number for key, number in place.items() if not waiting[key]]
    heapq.heapify(ready)
    ordered = []
    while ready:
        one = entries[heapq.heappop(ready)]
        ordered.append(one)
        if one.successor in waiting:
            waiting[one.successor] -= 1
            if not waiting[one.successor]:
                heapq.heappush(ready, place[one.successor])
    done = {one.key for one in ordered}
    return [*ordered, *(_alone(one) for one in entries if one.key not in done)]


def _alone(entry: Entry) -> Entry:
    return replace(
        entry,
        retired=None,
        successor=None,
        warnings=(*entry.warnings, "it supersedes, over others, what supersedes it: imported as if it did not"),
    )
