"""Make the derived index anew."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.errors import StoreError
from legendary_git.store.index import INDEX
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.secret_files import without_secrets
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What the new index holds."""

    memories: int
    anchors: int
    invalid: int
    secrets: int = 0
    """In how many of the invalid ones there is a secret."""


def rebuild(ws: Workspace) -> Rebuilt:
    """Forget everything that can be derived and derive it. The transitions that hooks saw are kept.

    Raises StoreError where the index cannot be written.
    """
    ws.index.forget_derived()
    loaded = without_secrets(ws, load_memories(ws))
    catch_up(ws, loaded)
    if ws.notices and ws.index.is_in_memory:
        what = ws.notices[0].partition(";")[0]
        cure = f"see who uses {ws.repo.git_dir / INDEX} and whether it can be written"
        raise StoreError(f"{what}; it has not been rebuilt", cure)
    anchors = sum(len(memory.anchors) for memory in loaded.valid)
    secrets = sum(bad.has_secret for bad in loaded.invalid)
    return Rebuilt(len(loaded.valid), anchors, len(loaded.invalid), secrets)
