"""Merge the anchors of one memory: by place, and what a stamp wrote together stays together."""

from __future__ import annotations

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.merge_lists import Frozen, freeze, merge_items
from legendary_git.domain.three_way import Three, as_list, as_mapping, by_key, merge_value

_ORDER = ("file", "symbol", "lines", "commit", "blob", "content_hash", "language", "grammar", "was")
_STAMP = frozenset(_ORDER[2:])


def merge_anchors(three: Three) -> Three:
    """Two lists of anchors. One that a side took away and the other stamped anew stays, so that it is looked at."""
    base, ours, theirs = (_by_place(value) for value in (three.base, three.ours, three.theirs))
    if base is None or ours is None or theirs is None:
        return three
    places = merge_items(base, ours, theirs, lambda _anchor: (), is_kept=lambda one, other: one != other)
    entries = [merge_value(Three(base.get(at), ours.get(at), theirs.get(at)), _merge_anchor) for at in places]
    if not entries:
        return Three.settled(None)
    return Three(
        [entry.base for entry in entries if entry.base is not None],
        [entry.ours for entry in entries if entry.ours is not None],
        [entry.theirs for entry in entries if entry.theirs is not None],
    )


def open_places(three: Three) -> tuple[str, ...]:
    """The anchors that merged lists disagree about, as a person would write them."""
    ours, theirs = as_list(three.ours) or [], as_list(three.theirs) or []
    return tuple(place_of(one) for one, other in zip(ours, theirs, strict=False) if one != other)


def place_of(anchor: FrontValue) -> str:
    """What tells one anchor of a memory from the others: `PATH::Symbol`, `PATH:LINES` or `PATH`."""
    fields = as_mapping(anchor) or {}
    file, symbol, lines = fields.get("file", ""), fields.get("symbol"), fields.get("lines")
    if symbol:
        return f"{file}::{symbol}"
    words = "-".join(str(one) for one in lines) if isinstance(lines, list) else lines
    return f"{file}:{words}" if words else f"{file}"


def _by_place(value: FrontValue | None) -> dict[Frozen, FrontValue] | None:
    """Anchors by place; several at one place by their number there. None where these are no anchors."""
    items = as_list(value)
    if items is None or not all(isinstance(item, dict) for item in items):
        return None
    found: dict[Frozen, FrontValue] = {}
    for item in items:
        place = place_of(item)
        found[place, sum(key[0] == place for key in found)] = item
    return found


def _merge_anchor(three: Three) -> Three:
    if three.ours is None or three.theirs is None:
        return Three.settled(three.theirs if three.ours is None else three.ours)
    stamp = merge_value(_part(three, is_stamp=True), _merge_stamps)
    rest = by_key({})(_part(three, is_stamp=False))
    return Three(_join(rest.base, stamp.base), _join(rest.ours, stamp.ours), _join(rest.theirs, stamp.theirs))


def _part(three: Three, *, is_stamp: bool) -> Three:
    """The keys that a stamp writes together, or those that it does not. Beside a symbol, lines are only a hint."""
    parts: list[dict[str, FrontValue]] = []
    for value in (three.base, three.ours, three.theirs):
        fields = as_mapping(value) or {}
        stamped = _STAMP if fields.get("symbol") else _STAMP - {"lines"}
        parts.append({key: one for key, one in fields.items() if (key in stamped) is is_stamp})
    return Three(*parts)


def _merge_stamps(three: Three) -> Three:
    """Two stamps of one content differ only in when it was looked at: either will do, if it is always the same one."""
    ours, theirs = as_mapping(three.ours) or {}, as_mapping(three.theirs) or {}
    hashes = [stamp.get("content_hash") for stamp in (ours, theirs)]
    witnesses = hashes if all(hashes) else [stamp.get("blob") for stamp in (ours, theirs)]
    if ours.get("was") != theirs.get("was") or (all(witnesses) and witnesses[0] != witnesses[1]):
        return three
    return Three.settled(max(ours, theirs, key=_stamp_rank))


def _stamp_rank(stamp: dict[str, FrontValue]) -> Frozen:
    return bool(stamp.get("content_hash")), bool(stamp.get("blob")), freeze(stamp)


def _join(rest: FrontValue | None, stamp: FrontValue | None) -> dict[str, FrontValue]:
    fields = {**(as_mapping(rest) or {}), **(as_mapping(stamp) or {})}
    known = [key for key in _ORDER if key in fields]
    return {key: fields[key] for key in [*known, *sorted(fields.keys() - set(known))]}
