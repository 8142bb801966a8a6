"""Check what a push does to the memories, before the server takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from legendary_git.domain.values import dataclass
from legendary_git.errors import GitFailed, ObjectMissing
from legendary_git.git.new_history import NewHistory
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.checking.check import check_commit, sights_of
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.ref_updates import RefUpdate
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.rules import Level, Policy, Rule
from legendary_git.usecases.checking.server_settings import ServerSettings
from legendary_git.usecases.checking.stand import Stands
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.workspace import Workspace

_TOGETHER = 4
"""Questions that are judged together: all their memories are held at once."""


class Passed(Enum):
    """Why nothing is asked about a ref."""

    NO_BRANCH = "no branch"
    DELETED = "deleted"
    NO_COMMIT = "no commit"
    KNOWN = "nothing new"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about the refs that are to point at one commit: what it did since others, the first one foremost.

    Without any: what is wrong with all of it. None: it cannot be told what it began at.
    """

    commit: str
    since: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Received:
    """The answer to a push: the refs that were asked about together with their report, and those passed over."""

    checked: tuple[tuple[tuple[RefUpdate, ...], CheckReport], ...]
    passed: tuple[tuple[RefUpdate, Passed], ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        return any(report.failed for _, report in self.checked)


def receive(
    ws: Workspace, settings: ServerSettings, updates: Sequence[RefUpdate], effort: Effort | None = None
) -> Received:
    """Check every branch that a push makes or moves.

    What an update did is what the branch lacks or has now and did not before, be it a fast-forward or not. What came
    from the default branch was there before as well. A new branch is asked what it did since the latest commits that
    any branch has. Nothing is written.
    """
    passed = [(one, why) for one in updates if (why := _why_passed(ws, one)) is not None]
    left = {one for one, _ in passed}
    questions: dict[Question, list[RefUpdate]] = {}
    for one, question in _ask(ws, [one for one in updates if one not in left]):
        if question.since == (question.commit,) and not settings.is_all:
            passed.append((one, Passed.KNOWN))
        else:
            questions.setdefault(question, []).append(one)
    stands = Stands(ws, effort)
    found = []
    waiting = list(questions)
    while waiting:
        _foresee(ws, stands, waiting[:_TOGETHER])
        found += [(tuple(questions[one]), _answer(ws, settings, one, stands)) for one in waiting[:_TOGETHER]]
        del waiting[:_TOGETHER]
    return Received(tuple(found), tuple(passed), tuple(settings.notices))


def _foresee(ws: Workspace, stands: Stands, questions: Sequence[Question]) -> None:
    """Judge what several questions are about together: what two of them need is read once."""
    if len(questions) < 2:
        return
    try:
        sights = [
            sight
            for one in questions
            if one.since is not None and ws.repo.commit(one.commit) is not None
            for sight in sights_of(ws, stands, next(iter(one.since), None), one.commit, one.since[1:])
        ]
        stands.foresee(sights)
    except (ObjectMissing, GitFailed):  # of one of them: it will say so, and the others are answered
        return


def _why_passed(ws: Workspace, update: RefUpdate) -> Passed | None:
    if not update.is_branch:
        return Passed.NO_BRANCH
    if update.new is None:
        return Passed.DELETED
    if ws.repo.has_object(update.new) and ws.repo.commit(update.new) is None:
        return Passed.NO_COMMIT  # git refuses it by itself
    return None


def _ask(ws: Workspace, updates: Sequence[RefUpdate]) -> Iterator[tuple[RefUpdate, Question]]:
    """What to ask about branches that are to be at a commit."""
    tips = {one.new for one in updates if one.new is not None and ws.repo.commit(one.new) is not None}
    try:
        history = NewHistory(ws.repo, sorted(tips))
    except GitFailed:
        tips = set()
    default, head = ws.repo.head_ref, ws.repo.head()
    for one in updates:
        if one.new is not None:
            origins = history.origins(one.new) if one.new in tips else None
            yield one, Question(one.new, _since(ws, origins, None if one.ref == default else head, one))


def _since(
    ws: Workspace, origins: tuple[str, ...] | None, head: str | None, update: RefUpdate
) -> tuple[str, ...] | None:
    """The commits that an update is compared with, which begins at `origins` (None: its history is not all here).

    `head` is the commit from which some of it may have come.
    """
    if update.old is None:
        return origins
    if head is None or origins is None:
        return (update.old,)
    merged = [one for one in origins if one != update.old and ws.repo.is_ancestor(one, head)]
    return (update.old, *(one for one in merged if not ws.repo.is_ancestor(one, update.old)))


def _answer(ws: Workspace, settings: ServerSettings, question: Question, stands: Stands) -> CheckReport:
    commit, since = question.commit, question.since
    base = since[0] if since else None
    asked = settings.asked(base or commit)
    if since is None or ws.repo.commit(commit) is None:
        return _unverified(asked.policy, commit, base, f"the history of {commit} is not all here")
    try:
        return check_commit(ws, asked, base, commit, stands, besides=since[1:])
    except (ObjectMissing, GitFailed) as error:
        return _unverified(asked.policy, commit, base, error.what)


def _unverified(policy: Policy, commit: str, base: str | None, why: str) -> CheckReport:
    """A report that says that nothing could be judged."""
    level = policy.level_of(Rule.UNVERIFIED)
    findings = (Finding(Rule.UNVERIFIED, None, MEMORIES, 1, level=level),) if level is not Level.OFF else ()
    return CheckReport(commit, findings, 0, 0, 0, base=base, notices=(why,))
