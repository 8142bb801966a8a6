"""The triggers that may stand in an output, where the index has not seen the memory folder as it is."""

from __future__ import annotations

from pathlib import Path

from legendary_git.domain.trigger_search import Trigger
from legendary_git.git.nearest import Nearest
from legendary_git.store.catalog import load_memories
from legendary_git.usecases.call_time import catching_up_seconds
from legendary_git.usecases.limited import limited
from legendary_git.usecases.own_index import open_index
from legendary_git.usecases.screening import screen


def load_triggers(near: Nearest, text: str) -> list[Trigger]:
    """Bring the index in step, and look into it; one that cannot be written is made in memory.

    Raises StoreError, and TooLong where that takes longer than anybody waits: the next one goes on from there.
    """
    root = Path(near.root)
    with open_index(root, Path(near.git_dir)) as index, limited(catching_up_seconds()):
        load_memories(root, index, screen=screen)
        return index.triggers_for(text)
