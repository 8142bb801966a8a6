"""Judge every memory on one state of the code: what all reads, the hooks and the check are made of."""

from __future__ import annotations

from collections.abc import Iterable

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Survey
from legendary_git.domain.memory import Memory
from legendary_git.domain.verdict import State, Verdict
from legendary_git.usecases.candidates import with_candidates
from legendary_git.usecases.code import Code, CommitCode, WorktreeCode
from legendary_git.usecases.evidence import path_of
from legendary_git.usecases.judging import Judging, pairs_of
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.since import find_since
from legendary_git.usecases.workspace import Workspace

_DATED = (State.STALE, State.ORPHANED)


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
    ws: Workspace, code: Code, loaded: Memories, judging: Judging, *, dated: bool = True, candidates: bool = False
) -> Survey:
    """The memories judged on one state of the code; `dated` is for those who ask since when they are not fresh."""
    judged = judge_memories(ws, code, loaded.valid, judging=judging, dated=dated)
    if candidates:
        judged = with_candidates(judging, code, judged)
    return Survey(code.commit, judged, loaded.invalid, (*loaded.warnings, *ws.notices))


def judge_memories(
    ws: Workspace,
    code: Code,
    memories: Iterable[Memory],
    near: CommitCode | None = None,
    *,
    judging: Judging | None = None,
    dated: bool = True,
) -> tuple[JudgedMemory, ...]:
    """The memories with their verdicts on one state of the code, in the given order.

    `near` is a commit that differs little from it, at which they may have been judged before. `judging` has what was
    read for other states already; with `dated`, since when they are not fresh is asked too.
    """
    known = tuple(memories)
    pairs = tuple(pairs_of(known))
    if isinstance(code, WorktreeCode):
        code.look_at(anchor.file for _, anchor in pairs)
    judging = judging or Judging(ws)
    judging.recall(pairs, code)
    judged = tuple(
        JudgedMemory(memory, tuple(_judge(ws, judging, code, memory, anchor, near, dated) for anchor in memory.anchors))
        for memory in known
    )
    judging.save()
    followed = [
        (path_of(one.anchor, one.verdict.followed_to), memory.memory.path)
        for memory in judged
        for one in memory.anchors
        if one.verdict.followed_to is not None
    ]
    if followed:
        ws.index.put_followed(followed)
    return judged


def _judge(
    ws: Workspace, judging: Judging, code: Code, memory: Memory, anchor: Anchor, near: CommitCode | None, dated: bool
) -> JudgedAnchor:
    verdict = judging.judge(memory, anchor, code, near)
    if _is_uncommitted(ws, judging, code, memory, anchor, verdict):
        return JudgedAnchor(anchor, verdict, uncommitted=True)
    is_dated = dated and verdict.state in _DATED and not memory.is_retired and code.commit is not None
    since = find_since(ws, judging, memory, anchor, code.commit) if is_dated and code.commit is not None else None
    return JudgedAnchor(anchor, verdict, since=since)


def _is_uncommitted(
    ws: Workspace, judging: Judging, code: Code, memory: Memory, anchor: Anchor, verdict: Verdict
) -> bool:
    """Whether the answer is about content that no commit holds: in the anchor's own place or in any that it went to.

    What is gone from its place was looked for in every file, so that any of them may have decided: if it did, HEAD's
    verdict is another one.
    """
    if code.is_uncommitted(anchor.file):
        return True
    if code.commit is None or not judging.took_following(memory, anchor, code) or code.key == code.commit:
        return False
    if verdict.followed_to is not None and code.is_uncommitted(path_of(anchor, verdict.followed_to)):
        return True
    return judging.judge(memory, anchor, CommitCode(ws.repo, code.commit)) != verdict
