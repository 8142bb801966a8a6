"""The triggers that may stand in an output, where the index has not seen the memory folder as it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from legendary_git.domain.trigger_search import Trigger
from legendary_git.git.nearest import Nearest
from legendary_git.store.catalog import load_memories
from legendary_git.store.index import INDEX
from legendary_git.usecases.pushing_survey import catch_up_index
from legendary_git.usecases.screening import screen
from legendary_git.usecases.workspace import open_index


def load_triggers(near: Nearest, text: str, environ: Mapping[str, str]) -> list[Trigger]:
    """Bring the index in step, and look into it; one that cannot be written is made in memory. Raises StoreError."""
    root = Path(near.root)
    if not (root / INDEX).exists():
        catch_up_index(near, environ)
    with open_index(root, Path(near.git_dir, "legendary")) as index:
        load_memories(root, index, screen=screen)
        return index.triggers_for(text)
