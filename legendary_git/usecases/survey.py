"""Judge every memory on one state of the code: what all reads, the hooks and the check are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from legendary_git.domain.judged import JudgedMemory, Survey
from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass
from legendary_git.usecases.code import Code, CommitCode, WorktreeCode
from legendary_git.usecases.effort import ALONE, Effort
from legendary_git.usecases.evidence import path_of
from legendary_git.usecases.judging import Judging, pairs_of
from legendary_git.usecases.judging_many import AnchorJudge, Manner, judge_many
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.work_groups import Ask
from legendary_git.usecases.workspace import Workspace


def survey(
    ws: Workspace, *, at: str | None = None, memories: Memories | None = None, candidates: bool = False
) -> Survey:
    """Every memory judged on the working tree, or on the commit that `at` names. Raises UnknownRevision.

    With `candidates`, what orphaned ones may have become is looked for too.
    """
    loaded = memories or load_memories(ws)
    code: Code = CommitCode(ws.repo, ws.repo.resolve(at)) if at is not None else WorktreeCode(ws.repo, ws.index)
    return survey_states(ws, Judging(ws), [Surveyed(code, loaded, Manner(candidates=candidates))])[0]


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A state of the code, the memories that are judged on it, and how."""

    code: Code
    loaded: Memories
    manner: Manner


def survey_states(ws: Workspace, judging: Judging, states: Sequence[Surveyed], effort: Effort = ALONE) -> list[Survey]:
    """The memories of several states, each judged on its own; what two of them need is read once."""
    judges = [AnchorJudge(ws, judging, one.code, one.manner) for one in states]
    judged = _judge_all(judges, [one.loaded.valid for one in states], effort)
    return [
        Survey(one.code.commit, found, one.loaded.invalid, (*one.loaded.warnings, *ws.notices))
        for one, found in zip(states, judged, strict=True)
    ]


def judge_memories(
    ws: Workspace, code: Code, memories: Iterable[Memory], near: CommitCode | None = None
) -> tuple[JudgedMemory, ...]:
    """The memories with their verdicts on one state of the code, in the given order.

    `near` is a commit that differs little from it, at which they may have been judged before.
    """
    return _judge_all([AnchorJudge(ws, Judging(ws), code, Manner(near))], [tuple(memories)], ALONE)[0]


def _judge_all(
    judges: Sequence[AnchorJudge], memories: Sequence[Sequence[Memory]], effort: Effort
) -> list[tuple[JudgedMemory, ...]]:
    """The memories of each state, in the given order, judged by that state's judge."""
    asks: list[Ask] = []
    for state, (judge, known) in enumerate(zip(judges, memories, strict=True)):
        pairs = tuple(pairs_of(known))
        if isinstance(judge.code, WorktreeCode):
            judge.code.look_at(anchor.file for _, anchor in pairs)
        judge.judging.recall(pairs, judge.code)
        asks += [Ask(state, judge.code, *pair) for pair in pairs]
    anchors = iter(judge_many(judges, asks, effort))
    found = [tuple(JudgedMemory(one, tuple(islice(anchors, len(one.anchors)))) for one in known) for known in memories]
    for judge, judged in zip(judges, found, strict=True):
        judge.judging.save()
        _keep_followed(judge.ws, judged)
    return found


def _keep_followed(ws: Workspace, judged: Iterable[JudgedMemory]) -> None:
    followed = [
        (path_of(one.anchor, one.verdict.followed_to), memory.memory.path)
        for memory in judged
        for one in memory.anchors
        if one.verdict.followed_to is not None
    ]
    if followed:
        ws.index.put_followed(followed)
