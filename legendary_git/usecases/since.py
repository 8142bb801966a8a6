"""Since when anchors are no longer fresh, for every anchor of a survey that is not."""

from __future__ import annotations

import sys
from collections.abc import Callable

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.judged import Since
from legendary_git.domain.memory import Memory
from legendary_git.domain.since import find_start
from legendary_git.domain.verdict import Reason, State
from legendary_git.errors import ObjectMissing
from legendary_git.git.step_log import Step
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.judging import Deciders, Judging, anchor_key
from legendary_git.usecases.origin import holds_memory, parents_of, passable_parents
from legendary_git.usecases.withheld import without_secret
from legendary_git.usecases.workspace import Workspace

_PASSED_ONE_BY_ONE = 16
"""A walk that ends before is quicker than the processes that would tell what may be skipped."""
_NO_EVIDENCE = (Reason.OBJECT_MISSING, Reason.NOT_STORABLE, Reason.NO_GRAMMAR, Reason.TIME_OVER)


def find_since(ws: Workspace, judging: Judging, memory: Memory, anchor: Anchor, head: str) -> Since | None:
    """The commit at which an anchor that is stale or orphaned at `head` left fresh.

    None where history does not tell: it is cut off (a shallow clone) or lacks objects (a partial one), or the memory is
    not committed yet and no commit since it was written changed its code. Where the anchor was moved by hand, the file
    says since when.
    """
    if anchor.was is not None:
        return load_since(ws, anchor.was.since) if anchor.was.since is not None else None
    key = anchor_key(memory, anchor) + ws.repo.cut_off
    known = judging.find_origin((key, head))
    if known is None:
        walk = _Walk(ws, judging, memory, anchor, head)
        known = walk.find_start(walk.left_fresh, walk.known) or ""
        if not walk.lacks_evidence:
            judging.keep_origin((key, head), known)
    return load_since(ws, known) if known else None


def find_cause(
    ws: Workspace, judging: Judging, memory: Memory, anchor: Anchor, head: str, state: State
) -> Since | None:
    """The commit at which an anchor came into the state that it has at `head`; None where history does not tell.

    For stale that is its since; for what went on from stale to orphaned it is the later commit, which took it away.
    """
    walk = _Walk(ws, judging, memory, anchor, head)
    start = walk.find_start(lambda commit: walk.state_at(commit) is state)
    return load_since(ws, start) if start is not None else None


def load_since(ws: Workspace, commit: str) -> Since | None:
    """A commit, as it is shown beside a verdict: to a terminal, in a report of a check, to an agent."""
    found = ws.repo.commit(commit)
    if found is None:
        return None
    return Since(found.oid, found.committed_at, found.author_name, without_secret(found.subject))


class _Walk:
    """One walk back through history from `head` about one anchor."""

    def __init__(self, ws: Workspace, judging: Judging, memory: Memory, anchor: Anchor, head: str) -> None:
        self._ws = ws
        self._judging = judging
        self._memory = memory
        self._anchor = anchor
        self._head = head
        self._near = CommitCode(ws.repo, head)
        self._passed = 0
        self._deciders: dict[str, Deciders | None] = {}
        self.lacks_evidence = False

    def find_start(
        self, holds: Callable[[str], bool], known: Callable[[str], str | None] = lambda _: None
    ) -> str | None:
        """The commit at which what holds at the head began to hold; None where history does not tell.

        Where the memory is not committed, its anchor may never have been otherwise in this history: then none did it.
        So it is where it was never stamped: somebody wrote down a place that may never have been one.
        """
        repo = self._ws.repo
        passable = passable_parents(repo, self._memory, self._anchor, self._head)
        try:
            start = find_start(self._head, passable, holds, known, lambda commit: self._skip(commit, holds))
            if repo.is_shallow(start):
                return None
            is_sure = self._anchor.is_stamped and holds_memory(repo, self._memory, start)
            is_told = is_sure or not all(map(holds, parents_of(repo, start)))
        except ObjectMissing:  # a partial clone may have commits alone
            self.lacks_evidence = True
            return None
        return start if is_told and not self.lacks_evidence else None

    def _skip(self, commit: str, holds: Callable[[str], bool]) -> str:
        """The commit to which one comes by first parents as long as none changed what the state depends on."""
        self._passed += 1
        repo = self._ws.repo
        if self._passed < _PASSED_ONE_BY_ONE and not (self._passed >= 0 and repo.knows_step(commit)):
            return commit
        repo.step(self._head)  # from there on, so that the next walk about another anchor knows it from its beginning
        if not holds_memory(repo, self._memory, commit):
            return commit
        far = commit
        while (step := repo.step(far)) is not None and not self._is_decided_by(step, commit):
            far = step.parent
        if far == commit or holds(far):
            return far
        self._passed = -sys.maxsize  # something else decides here: each commit is looked at
        return commit

    def _is_decided_by(self, step: Step, commit: str) -> bool:
        if step.touches(self._anchor.file) or step.touches(self._memory.path):
            return True
        if step.touches_any(f"{MEMORIES}/{self._memory.id}"):  # it had another name
            return True
        if commit not in self._deciders:
            code = CommitCode(self._ws.repo, commit)
            self._deciders = {commit: self._judging.find_deciders(self._memory, self._anchor, code)}
        deciders = self._deciders[commit]
        return deciders is None or deciders.are_touched(step)

    def known(self, commit: str) -> str | None:
        """The answer of an earlier walk that came by `commit`."""
        return (
            self._judging.find_origin((anchor_key(self._memory, self._anchor) + self._ws.repo.cut_off, commit)) or None
        )

    def left_fresh(self, commit: str) -> bool:
        """Whether the anchor is not fresh at `commit`; of one that was never stamped, whether it is gone."""
        if self._anchor.is_stamped:
            return self.state_at(commit) is not State.FRESH
        # Before there was a memory nobody can follow its anchor; that there is no file needs no following.
        is_there = self._ws.repo.entry(commit, self._anchor.file) is not None
        return not is_there or self.state_at(commit) is State.ORPHANED

    def state_at(self, commit: str) -> State:
        """The anchor's state at `commit`."""
        code = CommitCode(self._ws.repo, commit)
        verdict = self._judging.judge(self._memory, self._anchor, code, near=self._near)
        self._near = code
        self.lacks_evidence = self.lacks_evidence or verdict.reason in _NO_EVIDENCE
        return verdict.state
