"""Judge every memory on one state of the code: what all reads, the hooks and the check are made of."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from legendary_git.domain.judged import JudgedMemory, Survey
from legendary_git.domain.memory import Memory
from legendary_git.usecases.code import Code, CommitCode, WorktreeCode
from legendary_git.usecases.effort import ALONE, Effort
from legendary_git.usecases.evidence import path_of
from legendary_git.usecases.judging import Judging, pairs_of
from legendary_git.usecases.judging_many import AnchorJudge, Look, judge_many
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.workspace import Workspace


def survey(
    ws: Workspace, *, at: str | None = None, memories: Memories | None = None, candidates: bool = False
) -> Survey:
    """Every memory judged on the working tree, or on the commit that `at` names. Raises UnknownRevision.

    With `candidates`, what orphaned ones may have become is looked for too.
    """
    loaded = memories or load_memories(ws)
    code: Code = CommitCode(ws.repo, ws.repo.resolve(at)) if at is not None else WorktreeCode(ws.repo, ws.index)
    return survey_code(ws, code, loaded, Judging(ws), candidates=candidates)


def survey_code(
    ws: Workspace,
    code: Code,
    loaded: Memories,
    judging: Judging,
    *,
    near: CommitCode | None = None,
    dated: bool = True,
    candidates: bool = False,
    look: Look | None = None,
    effort: Effort = ALONE,
) -> Survey:
    """The memories judged on one state of the code; `dated` is for those who ask since when they are not fresh."""
    judge = AnchorJudge(ws, judging, code, near, dated, candidates, look)
    judged = _judge_with(judge, loaded.valid, effort)
    return Survey(code.commit, judged, loaded.invalid, (*loaded.warnings, *ws.notices))


def judge_memories(
    ws: Workspace, code: Code, memories: Iterable[Memory], near: CommitCode | None = None
) -> tuple[JudgedMemory, ...]:
    """The memories with their verdicts on one state of the code, in the given order.

    `near` is a commit that differs little from it, at which they may have been judged before.
    """
    return _judge_with(AnchorJudge(ws, Judging(ws), code, near), memories, ALONE)


def _judge_with(judge: AnchorJudge, memories: Iterable[Memory], effort: Effort) -> tuple[JudgedMemory, ...]:
    known = tuple(memories)
    pairs = tuple(pairs_of(known))
    if isinstance(judge.code, WorktreeCode):
        judge.code.look_at(anchor.file for _, anchor in pairs)
    judge.judging.recall(pairs, judge.code)
    anchors = iter(judge_many(judge, pairs, effort))
    judged = tuple(JudgedMemory(memory, tuple(islice(anchors, len(memory.anchors)))) for memory in known)
    judge.judging.save()
    followed = [
        (path_of(one.anchor, one.verdict.followed_to), memory.memory.path)
        for memory in judged
        for one in memory.anchors
        if one.verdict.followed_to is not None
    ]
    if followed:
        judge.ws.index.put_followed(followed)
    return judged
