"""The flips that were told while no index could remember it, so that the next hook does not tell them again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from legendary_git.domain.verdict import State
from legendary_git.git.atomic import write_atomically
from legendary_git.git.repository import Repository
from legendary_git.usecases.workspace import Workspace

Slot = tuple[str, str]
"""A memory's id and an anchor as written: what a state is kept under."""


def load_told(repo: Repository) -> dict[Slot, State]:
    """What anchors were last said to be, by memory id and anchor as written; nothing where the index knows it all."""
    try:
        rows = json.loads(_path(repo).read_bytes())
        return {(str(memory_id), str(spec)): State(state) for memory_id, spec, state in rows}
    except (OSError, ValueError, TypeError):
        return {}


def keep_told(ws: Workspace, told: Mapping[Slot, State]) -> None:
    """Write them down where the index forgets, or else forget them.

    Where nothing can be written at all, what an index would have kept from being told again is told again.
    """
    with suppress(OSError):
        if ws.index.is_in_memory and told:
            rows = [[*slot, state.value] for slot, state in told.items()]
            write_atomically(_path(ws.repo), json.dumps(rows).encode("ascii"))
        elif not ws.index.is_in_memory:
            _path(ws.repo).unlink(missing_ok=True)


def _path(repo: Repository) -> Path:
    return repo.state_dir / "told"
