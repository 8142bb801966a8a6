"""Judge many anchors, on one state of the code or on several, those of one file after each other, in some processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import State, Verdict
from legendary_git.errors import OverLimit
from legendary_git.store.index import Index
from legendary_git.usecases.candidates import find_candidates
from legendary_git.usecases.code import Code, CommitCode
from legendary_git.usecases.effort import ALONE, Effort
from legendary_git.usecases.evidence import CodeEvidence, path_of
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.own_index import open_index
from legendary_git.usecases.since import find_since
from legendary_git.usecases.work_groups import Ask, Group, group_asks
from legendary_git.usecases.workspace import Workspace

_DATED = (State.STALE, State.ORPHANED)
_DOING = "judging anchors"
_TASK = 8
"""Anchors, or a group's if there are more, that a process takes at a time."""

Look = Callable[[JudgedMemory, CodeEvidence], Any]


@dataclass(frozen=True, slots=True)
class Manner:
    """How the anchors of one state of the code are judged.

    `near` is a commit that differs little from it. With `dated`, since when they are not fresh is asked; with
    `candidates`, what orphaned ones may have become. `look` is shown what is stale or orphaned while its files are
    parsed; what it makes of that, `Judging.find_look` has.
    """

    near: CommitCode | None = None
    dated: bool = True
    candidates: bool = False
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class AnchorJudge:
    """Judges anchors on one state of the code."""

    ws: Workspace
    judging: Judging
    code: Code
    manner: Manner

    def judge(self, memory: Memory, anchor: Anchor) -> JudgedAnchor:
        """The anchor with its verdict and what else was asked for."""
        found = self._judge(memory, anchor)
        if found.verdict.state not in _DATED or memory.is_retired or self.ws.allowance.is_over:
            return found
        try:
            return self._with_more(memory, found)
        except OverLimit:
            return found

    def _with_more(self, memory: Memory, found: JudgedAnchor) -> JudgedAnchor:
        anchor = found.anchor
        evidence = self.judging.evidence(memory, self.code)
        if self.manner.candidates and found.verdict.state is State.ORPHANED:
            found = replace(found, similar=find_candidates(self.code, anchor, evidence, found.verdict))
        if self.manner.look is not None and self.judging.find_look(memory, found, self.code) is None:
            self.judging.keep_look(memory, found, self.code, self.manner.look(JudgedMemory(memory, (found,)), evidence))
        return found

    def is_work(self, ask: Ask) -> bool:
        """Whether something has to be read to judge it."""
        return not self.judging.is_known(ask.memory, ask.anchor, self.code)

    def is_gone(self, ask: Ask) -> bool:
        """Whether it is gone from its place, which is all that is asked for now."""
        return self.judging.is_gone(ask.memory, ask.anchor, self.code)

    def _judge(self, memory: Memory, anchor: Anchor) -> JudgedAnchor:
        ws, judging, code = self.ws, self.judging, self.code
        verdict = judging.judge(memory, anchor, code, self.manner.near)
        if self._is_uncommitted(memory, anchor, verdict):
            return JudgedAnchor(anchor, verdict, uncommitted=True)
        if not self.manner.dated or verdict.state not in _DATED or memory.is_retired or code.commit is None:
            return JudgedAnchor(anchor, verdict)
        since = find_since(ws, judging, memory, anchor, code.commit)
        went_on = (
            since is not None and verdict.state is State.ORPHANED and not self._was_orphaned(memory, anchor, since)
        )
        return JudgedAnchor(anchor, verdict, since=since, went_on=went_on and not judging.is_late)

    def _was_orphaned(self, memory: Memory, anchor: Anchor, since: Since) -> bool:
        """Whether the commit at which an anchor left fresh orphaned it; of one that was moved by hand nobody asks."""
        if anchor.was is not None:
            return False
        then = self.judging.judge(memory, anchor, CommitCode(self.ws.repo, since.commit), self.manner.near)
        return then.state is State.ORPHANED

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


def apart(judges: Sequence[AnchorJudge]) -> list[AnchorJudge]:
    """The same for another process, which opens git and the index anew."""
    ws, judging = judges[0].ws, judges[0].judging
    index = Index.in_memory() if ws.index.is_in_memory else open_index(ws.root, ws.repo.git_dir)
    other = Workspace(ws.repo.apart(), index, ws.cwd, ws.is_users, ws.allowance)
    codes: dict[str, CommitCode] = {}

    def of(code: Code) -> CommitCode:
        return codes.setdefault(code.key, CommitCode(other.repo, code.key))

    def as_there(manner: Manner) -> Manner:
        return replace(manner, near=of(manner.near) if manner.near is not None else None)

    found = judging.apart(other)
    return [AnchorJudge(other, found, of(one.code), as_there(one.manner)) for one in judges]


def judge_many(judges: Sequence[AnchorJudge], asks: Sequence[Ask], effort: Effort) -> list[JudgedAnchor]:
    """The anchors with their verdicts, in the given order: the same ones, however many processes find them.

    `judges` are those of the states that the asks number; they share one Judging. What is to be read is read by groups.
    """
    order = sorted(range(len(asks)), key=lambda number: (*asks[number].place, number))
    found: dict[int, JudgedAnchor] = {}

    def take(number: int, judged: JudgedAnchor) -> None:
        found[number] = judged
        effort.told(_DOING, len(found), len(asks))

    if effort is not ALONE and judges:
        work = [number for number in order if judges[asks[number].state].is_work(asks[number])]
        groups = group_asks(judges[0].ws.repo, asks, work)
        jobs = effort.jobs_for(len(work))
        # The working tree is seen through this process's index.
        if jobs > 1 and all(isinstance(judge.code, CommitCode) for judge in judges):
            _judge_apart(judges, asks, groups, jobs, take)
        for group in groups:
            if not all(number in found for number in group.numbers):
                _judge_group(judges, asks, group, take)
    for number in order:
        if number not in found:
            take(number, judges[asks[number].state].judge(asks[number].memory, asks[number].anchor))
    return [found[number] for number in range(len(asks))]


def _judge_group(
    judges: Sequence[AnchorJudge], asks: Sequence[Ask], group: Group, take: Callable[[int, JudgedAnchor], None]
) -> None:
    def judge(number: int) -> None:
        take(number, judges[asks[number].state].judge(asks[number].memory, asks[number].anchor))

    if not group.is_lost:
        for number in group.numbers:
            judge(number)
        return
    # What is gone comes last, and is looked for in all files: by then each has been parsed for its own anchors.
    with judges[0].judging.searching_all():
        gone = []
        for number in group.numbers:
            if judges[asks[number].state].is_gone(asks[number]):
                gone.append(number)
            else:
                judge(number)
        for number in gone:
            judge(number)


def _judge_apart(
    judges: Sequence[AnchorJudge],
    asks: Sequence[Ask],
    groups: Sequence[Group],
    jobs: int,
    take: Callable[[int, JudgedAnchor], None],
) -> None:
    from legendary_git.usecases.forked import MOST_TASKS, run_forked  # for a check alone, and only for a large one

    count = sum(len(group.numbers) for group in groups)
    tasks = list(_tasks(groups, max(_TASK, -(-count // MOST_TASKS))))

    def begin() -> Callable[[int], Any]:
        others = apart(judges)

        def work(task: int) -> Any:
            judged: dict[int, JudgedAnchor] = {}
            for group in tasks[task]:
                _judge_group(others, asks, group, judged.__setitem__)
            return judged, others[0].judging.take_new()

        return work

    def listen(_: int, answer: Any) -> None:
        judged, new = answer
        judges[0].judging.put_new(new)
        for number, one in judged.items():
            take(number, one)

    run_forked(begin, len(tasks), jobs, listen)


def _tasks(groups: Sequence[Group], least: int) -> Iterator[list[Group]]:
    """The groups, the largest first, in lists of at least so many asks, but for the last one."""
    task: list[Group] = []
    for group in sorted(groups, key=lambda one: -len(one.numbers)):
        task.append(group)
        if sum(len(one.numbers) for one in task) >= least:
            yield task
            task = []
    if task:
        yield task
