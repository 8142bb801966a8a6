"""What the oracle says became of a subject."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from benchmarks.accuracy.definitions import Definition, OracleFile, OracleFiles, body_of
from benchmarks.accuracy.history import Snapshot
from benchmarks.accuracy.subjects import Subject

Place = tuple[str, str]
"""A path and a qualified name."""


class Truth(StrEnum):
    """What became of a subject.

    `commented`: unchanged, but for comments that a tool may obey: no compiler can tell whether that is a change, so
    neither fresh nor stale is wrong. `twinned`: it stands as it was, and others of its name came to stand in other
    objects or functions that have no name: the name has become doubtful, the code has not, so neither is wrong.
    `moved`: the same body, its own name aside, stands elsewhere, and is unique before and after. `elsewhere`: it stands
    elsewhere, but not one to one. `unparsable`: the oracle cannot read what is there.
    """

    UNCHANGED = "unchanged"
    COMMENTED = "commented"
    TWINNED = "twinned"
    CHANGED = "changed"
    MOVED = "moved"
    ELSEWHERE = "elsewhere"
    GONE = "gone"
    UNPARSABLE = "unparsable"


@dataclass(frozen=True, slots=True)
class Finding:
    """The truth about a subject, and every place where its body stands now if it is no longer in its own.

    `is_commented`: it moved, and other comments that a tool may obey stand in it there.
    """

    truth: Truth
    places: tuple[Place, ...] = ()
    is_commented: bool = False


class Tree:
    """One snapshot as the oracle reads it."""

    def __init__(self, snapshot: Snapshot, files: OracleFiles) -> None:
        self._snapshot = snapshot
        self._files = files

    def file(self, path: str) -> OracleFile | None:
        blob = self._snapshot.files.get(path)
        return self._files.load(path, blob) if blob is not None else None

    @cached_property
    def places(self) -> dict[str, tuple[Place, ...]]:
        """Where each body stands."""
        found: dict[str, list[Place]] = {}
        for path in self._snapshot.files:
            file = self.file(path)
            for body, names in file.bodies.items() if file is not None else ():
                found.setdefault(body, []).extend((path, name) for name in names)
        return {body: tuple(places) for body, places in found.items()}

    def holds(self, place: Place, body: str) -> bool | None:
        """Whether the definitions of that name have, all together or one of them, that body. Paths in any case.

        None where a file is there that the oracle cannot read.
        """
        path, name = place
        if path not in self._snapshot.files:
            path = next((known for known in self._snapshot.files if known.casefold() == path.casefold()), path)
        file = self.file(path)
        if file is None and path in self._snapshot.files:
            return None
        found = file.by_name.get(name, ()) if file is not None else ()
        return body in (body_of(found), *(definition.body for definition in found))


def compare(subject: Subject, now: Sequence[Definition]) -> Truth:
    """What became of a subject that is where it was, under its name."""
    if not _is_same(subject, now, lambda one: one.form):
        return Truth.TWINNED if _is_twinned(subject, now) else Truth.CHANGED
    return Truth.UNCHANGED if _is_same(subject, now, lambda one: (one.form, one.orders)) else Truth.COMMENTED


def _is_twinned(subject: Subject, now: Sequence[Definition]) -> bool:
    is_apart = len({one.within for one in now}) == len(now) > len(subject.definitions)
    return is_apart and not _lost(subject, now, lambda one: one.form)


def _is_same(subject: Subject, now: Sequence[Definition], read: Callable[[Definition], object]) -> bool:
    if subject.is_part:
        return not _lost(subject, now, read)
    return list(map(read, subject.definitions)) == list(map(read, now))


def _lost(subject: Subject, now: Sequence[Definition], read: Callable[[Definition], object]) -> Counter[object]:
    """The definitions that are no longer there."""
    return Counter(map(read, subject.definitions)) - Counter(map(read, now))


def find_truth(subject: Subject, before: Tree, after: Tree, later: Snapshot) -> Finding:
    """The truth about one subject between two trees."""
    blob = later.files.get(subject.path)
    if blob == subject.blob:
        return Finding(Truth.UNCHANGED)
    file = after.file(subject.path)
    if blob is not None and file is None:
        return Finding(Truth.UNPARSABLE)
    now = file.by_name.get(subject.name, ()) if file is not None else ()
    if now:
        return Finding(compare(subject, now))
    body = body_of(subject.definitions)
    places = after.places.get(body, ())
    if not places:
        return Finding(Truth.GONE)
    if len(places) > 1 or len(before.places.get(body, ())) > 1:
        return Finding(Truth.ELSEWHERE, places)
    there = after.file(places[0][0])
    orders = [one.orders for one in there.by_name[places[0][1]]] if there is not None else []
    return Finding(Truth.MOVED, places, is_commented=orders != [one.orders for one in subject.definitions])
