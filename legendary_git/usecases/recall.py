"""Recall: full-text search over everything that memories say and name."""

from __future__ import annotations

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import State
from legendary_git.store.catalog import search_memories
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.screening import screen
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace

_DOUBTFUL = (State.STALE, State.ORPHANED)
_DOUBT_WEIGHT = 0.5
"""A memory whose code changed counts half, as scry has it: it may still be what is looked for."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was found, best first; scores are parts of the best match's, halved where the code changed."""

    head: str | None
    found: tuple[tuple[JudgedMemory, float], ...]
    notices: tuple[str, ...] = ()


def recall(ws: Workspace, query: str, *, most: int = 8) -> Recalled:
    """The `most` memories that fit `query` best, retired ones aside. Any text is taken literally."""
    loaded = load_memories(ws)
    catch_up(ws, loaded)
    by_path = {memory.path: memory for memory in loaded.valid if not memory.is_retired}
    elsewhere = [memory for path, memory in by_path.items() if path in loaded.elsewhere]
    limit = 4 * most + len(loaded.valid) - len(by_path)  # what is retired must not push the others out
    found = search_memories(ws.root, ws.index, query, limit, elsewhere=elsewhere, screen=screen)
    scores = {path: score for path, score in found if path in by_path}
    hits = Memories(tuple(by_path[path] for path in scores), (), loaded.warnings)
    judged = survey(ws, memories=hits)
    best = max(scores.values(), default=0.0) or 1.0
    ranked = [(one, _weighed(one, scores[one.memory.path] / best)) for one in judged.memories]
    ranked.sort(key=lambda pair: -pair[1])  # of equal ones, what the search had first stays first
    return Recalled(judged.head, tuple(ranked[:most]), judged.notices)


def _weighed(judged: JudgedMemory, score: float) -> float:
    return score * _DOUBT_WEIGHT if judged.state in _DOUBTFUL else score
