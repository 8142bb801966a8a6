"""List the memories that may no longer be trusted."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.judged import JudgedMemory, Survey
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import State
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.evidence import path_of
from legendary_git.usecases.memories import load_memories
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace

_DOUBTFUL = (State.STALE, State.ORPHANED, State.UNKNOWN)


def stale(ws: Workspace, *, files: Sequence[str] = (), at: str | None = None) -> Survey:
    """The memories that are stale, orphaned or unknown, retired ones aside; with `files`, only those anchored to one.

    A file is given relative to the current folder or to the root; it need not exist any more. Judged on the working
    tree, or on the commit that `at` names. Raises UnknownRevision.
    """
    loaded = load_memories(ws)
    catch_up(ws, loaded)
    found = survey(ws, at=at, memories=loaded, candidates=True)
    wanted = {path for file in files for path in ws.repo_paths(file)}
    memories = [m for m in found.current() if m.state in _DOUBTFUL and (not files or _is_about(m, wanted))]
    return replace(found, memories=tuple(memories))


def _is_about(judged: JudgedMemory, paths: set[str]) -> bool:
    for anchor in judged.anchors:
        went_to = anchor.verdict.followed_to
        if anchor.anchor.file in paths or (went_to is not None and path_of(anchor.anchor, went_to) in paths):
            return True
    return False
