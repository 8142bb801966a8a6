"""Merge what two branches made of one memory's front matter, by what its keys mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from legendary_git.domain.memory import FrontValue, Status
from legendary_git.domain.merge_anchors import merge_anchors, open_places
from legendary_git.domain.merge_lists import Frozen, freeze, merge_items
from legendary_git.domain.moment import parse_moment
from legendary_git.domain.three_way import Rule, Three, as_list, by_key, leave_open, merge_value, views_of
from legendary_git.domain.values import dataclass

Fields = Mapping[str, FrontValue]

_MOST_DIGITS = 18
"""Of a number that is compared; Python reads none of thousands."""


@dataclass(frozen=True, slots=True)
class MergedFront:
    """What each of the three files must say; the same where nothing is open.

    `open` names what the sides disagree about: keys, and single anchors as `anchors (src/db.py::Store.connect)`.
    """

    base: dict[str, FrontValue]
    ours: dict[str, FrontValue]
    theirs: dict[str, FrontValue]
    open: tuple[str, ...] = ()


def merge_front(base: Fields, ours: Fields, theirs: Fields) -> MergedFront:
    """Merge every key; `base` is empty where the sides have no common ancestor."""
    found = {
        key: merge_value(Three(base.get(key), ours.get(key), theirs.get(key)), _RULES.get(key, leave_open))
        for key in dict.fromkeys([*ours, *theirs])
    }
    return MergedFront(*views_of(found), tuple(name for key, three in found.items() for name in _open(key, three)))


def _open(key: str, three: Three) -> tuple[str, ...]:
    if not three.is_open:
        return ()
    places = open_places(three) if key == "anchors" else ()
    return tuple(f"{key} ({place})" for place in places) or (key,)


def _higher_status(three: Three) -> Three:
    """Whoever retired the memory knew something that the other side did not."""
    ours, theirs = three.ours or Status.ACTIVE.value, three.theirs or Status.ACTIVE.value
    if ours not in _PRECEDENCE or theirs not in _PRECEDENCE:
        return three
    return Three.settled(max(ours, theirs, key=_PRECEDENCE.index))


def _later(three: Three) -> Three:
    ours, theirs = _moment(three.ours), _moment(three.theirs)
    if ours is None or theirs is None:
        return three
    return Three.settled(max((ours, str(three.ours)), (theirs, str(three.theirs)))[1])


def _larger(three: Three) -> Three:
    numbers = [value for value in (three.ours, three.theirs) if isinstance(value, str) and _is_number(value)]
    return Three.settled(max(numbers, key=lambda text: (int(text), text))) if len(numbers) == 2 else three


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= _MOST_DIGITS


def _as_set(three: Three) -> Three:
    return _merge_lists(three, freeze)


def _by_time(three: Three) -> Three:
    return _merge_lists(three, lambda entry: (*_time_of(entry), freeze(entry)))


def _merge_lists(three: Three, rank: Callable[[FrontValue], Frozen]) -> Three:
    base, ours, theirs = as_list(three.base), as_list(three.ours), as_list(three.theirs)
    if base is None or ours is None or theirs is None:
        return three
    found = merge_items(
        {freeze(item): item for item in base},
        {freeze(item): item for item in ours},
        {freeze(item): item for item in theirs},
        rank,
    )
    return Three.settled(list(found.values()) or None)


def _time_of(entry: FrontValue) -> tuple[bool, datetime]:
    found = _moment(entry.get("at")) if isinstance(entry, dict) else None
    return found is None, found or datetime.max.replace(tzinfo=UTC)


def _moment(value: FrontValue | None) -> datetime | None:
    return parse_moment(value) if isinstance(value, str) else None


_PRECEDENCE = [status.value for status in (Status.ACTIVE, Status.CONFLICTED, Status.DEPRECATED, Status.SUPERSEDED)]
_RULES: Mapping[str, Rule] = {
    "status": _higher_status,
    "created": _later,
    "updated": _later,
    "expires": _later,
    "triggers": _as_set,
    "tags": _as_set,
    "supersedes": _as_set,
    "conflicts_with": _as_set,
    "evidence": _by_time,
    "history": _by_time,
    "anchors": merge_anchors,
    "salience": by_key({}, _larger),
    "deprecated": by_key({"at": _later}),
}
