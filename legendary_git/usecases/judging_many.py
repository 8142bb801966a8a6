"""Judge many anchors, those of one file after each other, in one process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import State, Verdict
from legendary_git.store.index import Index
from legendary_git.usecases.candidates import find_candidates
from legendary_git.usecases.code import Code, CommitCode
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.evidence import CodeEvidence, path_of
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.since import find_since
from legendary_git.usecases.workspace import Workspace, open_index

_DATED = (State.STALE, State.ORPHANED)
_DOING = "judging anchors"
_GROUP = 8
"""Anchors, or a file's if there are more, that a process takes at a time."""

Pair = tuple[Memory, Anchor]
Look = Callable[[JudgedMemory, CodeEvidence], Any]


@dataclass(frozen=True, slots=True)
class AnchorJudge:
    """How anchors are judged on one state of the code.

    `near` is a commit that differs little from it. With `dated`, since when they are not fresh is asked; with
    `candidates`, what orphaned ones may have become. `look` is shown what is stale or orphaned while its files are
    parsed; what it makes of that, `Judging.find_look` has.
    """

    ws: Workspace
    judging: Judging
    code: Code
    near: CommitCode | None = None
    dated: bool = True
    candidates: bool = False
    look: Look | None = None

    def judge(self, memory: Memory, anchor: Anchor) -> JudgedAnchor:
        """The anchor with its verdict and what else was asked for."""
        found = self._judge(memory, anchor)
        if found.verdict.state not in _DATED or memory.is_retired:
            return found
        evidence = self.judging.evidence(memory, self.code)
        if self.candidates and found.verdict.state is State.ORPHANED:
            found = replace(found, similar=find_candidates(self.code, anchor, evidence, found.verdict))
        if self.look is not None and self.judging.find_look(memory, found, self.code) is None:
            self.judging.keep_look(memory, found, self.code, self.look(JudgedMemory(memory, (found,)), evidence))
        return found

    def apart(self) -> AnchorJudge:
        """The same for another process."""
        ws = self.ws
        index = Index.in_memory() if ws.index.is_in_memory else open_index(ws.root, ws.repo.state_dir)
        other = Workspace(ws.repo.apart(), index, ws.cwd, ws.is_users)
        code = CommitCode(other.repo, self.code.key)
        near = CommitCode(other.repo, self.near.key) if self.near is not None else None
        return replace(self, ws=other, judging=self.judging.apart(other), code=code, near=near)

    def is_work(self, memory: Memory, anchor: Anchor) -> bool:
        """Whether something has to be read to judge it."""
        return not self.judging.is_known(memory, anchor, self.code)

    def _judge(self, memory: Memory, anchor: Anchor) -> JudgedAnchor:
        ws, judging, code = self.ws, self.judging, self.code
        verdict = judging.judge(memory, anchor, code, self.near)
        if self._is_uncommitted(memory, anchor, verdict):
            return JudgedAnchor(anchor, verdict, uncommitted=True)
        if not self.dated or verdict.state not in _DATED or memory.is_retired or code.commit is None:
            return JudgedAnchor(anchor, verdict)
        return JudgedAnchor(anchor, verdict, since=find_since(ws, judging, memory, anchor, code.commit))

    def _is_uncommitted(self, memory: Memory, anchor: Anchor, verdict: Verdict) -> bool:
        """Whether the answer is about content that no commit holds: in the anchor's own place or where it went to.

        What is gone from its place was looked for in every file, so that any of them may have decided: if it did,
        HEAD's verdict is another one.
        """
        judging, code = self.judging, self.code
        if code.is_uncommitted(anchor.file):
            return True
        if code.commit is None or not judging.took_following(memory, anchor, code) or code.key == code.commit:
            return False
        if verdict.followed_to is not None and code.is_uncommitted(path_of(anchor, verdict.followed_to)):
            return True
        return judging.judge(memory, anchor, CommitCode(self.ws.repo, code.commit)) != verdict


def judge_many(judge: AnchorJudge, pairs: Sequence[Pair], effort: Effort) -> list[JudgedAnchor]:
    """The anchors with their verdicts, in the given order: the same ones, however many processes find them."""
    order = sorted(range(len(pairs)), key=lambda number: (pairs[number][1].file, number))
    found: dict[int, JudgedAnchor] = {}
    work = [number for number in order if judge.is_work(*pairs[number])] if effort.jobs != 1 else []
    jobs = effort.jobs_for(len(work))
    if jobs > 1 and isinstance(judge.code, CommitCode):  # the working tree is seen through this process's index
        _judge_apart(judge, pairs, work, jobs, found, effort)
    for number in order:
        if number not in found:
            found[number] = judge.judge(*pairs[number])
            effort.told(_DOING, len(found), len(pairs))
    return [found[number] for number in range(len(pairs))]


def _judge_apart(
    judge: AnchorJudge,
    pairs: Sequence[Pair],
    work: Sequence[int],
    jobs: int,
    found: dict[int, JudgedAnchor],
    effort: Effort,
) -> None:
    from legendary_git.usecases.forked import MOST_TASKS, run_forked  # for a check alone, and only for a large one

    groups = list(_groups(pairs, work, max(_GROUP, -(-len(work) // MOST_TASKS))))

    def begin() -> Callable[[int], Any]:
        other = judge.apart()
        return lambda task: ([other.judge(*pairs[number]) for number in groups[task]], other.judging.take_new())

    def take(task: int, answer: Any) -> None:
        judged, new = answer
        judge.judging.put_new(new)
        found.update(zip(groups[task], judged, strict=True))
        effort.told(_DOING, len(found), len(pairs))

    run_forked(begin, len(groups), jobs, take)


def _groups(pairs: Sequence[Pair], work: Sequence[int], least: int) -> Iterator[list[int]]:
    """The numbers in groups of at least so many, but for the last one, with all those of a file in one group."""
    group: list[int] = []
    for _, numbers in groupby(work, key=lambda number: pairs[number][1].file):
        group += numbers
        if len(group) >= least:
            yield group
            group = []
    if group:
        yield group
