"""List every memory."""

from __future__ import annotations

from legendary_git.domain.judged import Survey
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace


def list_memories(ws: Workspace, *, memories: Memories | None = None, candidates: bool = False) -> Survey:
    """Every memory, in the order of the file names, judged on the working tree; `candidates` as for `survey`.

    `memories` are those that were loaded already.
    """
    loaded = memories or load_memories(ws)
    catch_up(ws, loaded)
    return survey(ws, memories=loaded, candidates=candidates)
