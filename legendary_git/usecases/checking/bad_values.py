"""Values that a memory can be read with, and that mean nothing: a slip of whoever wrote them by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import isfinite

from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.domain.moment import parse_moment
from legendary_git.domain.salience import MOST
from legendary_git.domain.values import dataclass
from legendary_git.store.memory_fields import ID, shorten
from legendary_git.usecases.scope import why_no_scope

_DATES = ("created", "updated", "expires")
_RANGES = {"importance": MOST, "cost": MOST, "pain": MOST, "surprise": 1}
_NEVER = "never"


@dataclass(frozen=True, slots=True)
class BadValue:
    """A value: its key in the file, what was typed, and why it means nothing."""

    key: str
    value: str
    why: str


def find_bad_values(memory: Memory, old: Memory | None) -> Iterator[BadValue]:
    """Those of a memory that `old`, what it was before, did not have."""
    known = {(one.key.partition("[")[0], one.value) for one in _find(old)} if old is not None else set()
    yield from (one for one in _find(memory) if (one.key.partition("[")[0], one.value) not in known)


def find_unknown_ids(memory: Memory, old: Memory | None, ids: Collection[str]) -> Iterator[BadValue]:
    """Ids of other memories that it names since the change, of which there is none; those of `supersedes` aside."""
    before = {one.value for one in _named(old)} if old is not None else set()
    for one in _named(memory):
        if ID.fullmatch(one.value) and one.value not in before and one.value not in ids:
            yield one


def _find(memory: Memory) -> Iterator[BadValue]:
    for key in _DATES:
        said = memory.front.get(key, "")
        if isinstance(said, str) and said and parse_moment(said) is None and (key, said.strip()) != ("expires", _NEVER):
            yield BadValue(key, said, f"`{key}: {shorten(said)}` is no date: write YYYY-MM-DD")
    salience = memory.front.get("salience")
    for key, most in _RANGES.items() if isinstance(salience, dict) else ():
        if isinstance(salience, dict) and key in salience and not _is_within(salience[key], most):
            said = _typed(salience[key])
            yield BadValue(f"salience.{key}", said, f"`{key}: {shorten(said)}` is no number from 0 to {most}")
    scope = memory.front.get("scope", "")
    if isinstance(scope, str) and scope and (why := why_no_scope(scope)) is not None:
        yield BadValue("scope", scope, f"the scope `{shorten(scope)}` {why}: write repo, or path:GLOB")
    for one in _named(memory):
        if not ID.fullmatch(one.value):
            name = one.key.partition("[")[0]
            yield BadValue(one.key, one.value, f"`{shorten(one.value)}` below `{name}` is no id of a memory")


def _named(memory: Memory) -> Iterator[BadValue]:
    """Each id that it names as its successor, or as one that it contradicts."""
    if memory.superseded_by is not None:
        why = f"it is superseded by {memory.superseded_by}, and there is no such memory"
        yield BadValue("superseded_by", memory.superseded_by, why)
    for number, one in enumerate(memory.conflicts_with):
        yield BadValue(f"conflicts_with[{number}]", one, f"it contradicts {one}, and there is no such memory")


def _is_within(value: FrontValue, most: int) -> bool:
    if value == "":
        return True
    try:
        number = float(value) if isinstance(value, str) else -1
    except ValueError:
        return False
    return isfinite(number) and 0 <= number <= most


def _typed(value: FrontValue) -> str:
    return value if isinstance(value, str) else "a list" if isinstance(value, list) else "a mapping"
