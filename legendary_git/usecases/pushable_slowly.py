"""What only a look through the text tells of whether a memory may be pushed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from legendary_git.domain.memory import FrontValue
from legendary_git.errors import UserError
from legendary_git.store.memory_fields import build_memory
from legendary_git.store.texts import unpack_json
from legendary_git.usecases import secret_files
from legendary_git.usecases.call_time import rest_seconds
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push
from legendary_git.usecases.workspace import open_workspace


def without_secrets(place: Place, pushes: list[Push], environ: Mapping[str, str]) -> list[Push]:
    """Those in which no secret is found; that they were looked through is kept, as every check keeps it.

    Those for which there is no time are not among them.
    """
    loaded = Memories(tuple(build_memory(one.noted.path, _front(one), one.noted.body) for one in pushes), ())
    try:
        ws = open_workspace(Path(place.near.root), environ)
    except UserError:
        return []
    with closing(ws.index):
        clean = {one.path for one in secret_files.without_secrets(ws, loaded, seconds=rest_seconds()).valid}
    return [one for one in pushes if one.noted.path in clean]


def _front(push: Push) -> dict[str, FrontValue]:
    found: dict[str, FrontValue] = unpack_json(push.noted.front)
    return found
