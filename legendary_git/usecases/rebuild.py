"""Make the derived index anew."""

from __future__ import annotations

from dataclasses import dataclass

from legendary_git.errors import StoreError
from legendary_git.store.index import INDEX
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What the new index holds."""

    memories: int
    anchors: int
    invalid: int


def rebuild(ws: Workspace) -> Rebuilt:
    """Forget everything that can be derived and derive it. The transitions that hooks saw are kept.

    Raises StoreError where the index cannot be written.
    """
    ws.index.forget_derived()
    loaded = load_memories(ws)
    catch_up(ws, loaded)
    if ws.notices and ws.index.is_in_memory:
        what = ws.notices[0].partition(";")[0]
        raise StoreError(f"{what}; it has not been rebuilt", f"see who uses {INDEX} and whether it can be written")
    return Rebuilt(len(loaded.valid), sum(len(memory.anchors) for memory in loaded.valid), len(loaded.invalid))
