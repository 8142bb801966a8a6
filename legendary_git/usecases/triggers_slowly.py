"""The triggers that may stand in an output, where the index has not seen the memory folder as it is."""

from __future__ import annotations

from pathlib import Path

from legendary_git.domain.trigger_search import Trigger
from legendary_git.git.nearest import Nearest
from legendary_git.store.catalog import load_memories
from legendary_git.store.index import Index
from legendary_git.store.quick_look import Garbled
from legendary_git.usecases.call_time import catching_up_seconds
from legendary_git.usecases.limited import limited
from legendary_git.usecases.memories import sort_out
from legendary_git.usecases.own_index import open_index
from legendary_git.usecases.read_once import keep_read
from legendary_git.usecases.screening import screen


def load_triggers(near: Nearest, text: str, *, is_damaged: bool = False) -> list[Trigger]:
    """Bring the index in step, and look into it; one that cannot be written is made in memory.

    Raises StoreError, and TooLong where that takes longer than anybody waits: the next one goes on from there.
    """
    with open_index(Path(near.root), Path(near.git_dir)) as index, limited(catching_up_seconds()):
        if is_damaged:
            index.begin_anew()
        try:
            return _load(near, index, text)
        except Garbled:
            index.begin_anew()
            return _load(near, index, text)


def _load(near: Nearest, index: Index, text: str) -> list[Trigger]:
    while True:
        loaded = load_memories(Path(near.root), index, screen=screen)
        generation = index.generation
        found = index.triggers_for(text)
        if index.generation == generation:
            break
    if found and index.is_in_memory and not near.is_sparse:
        keep_read(near.root, sort_out(loaded).valid)
    return found
