"""Check what a push does to the memories, before the server takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from enum import Enum

from legendary_git.domain.values import dataclass
from legendary_git.errors import GitFailed, OverLimit
from legendary_git.git.deadline import until
from legendary_git.git.new_history import NewHistory
from legendary_git.usecases.checking.answers import Answers, Question
from legendary_git.usecases.checking.ref_updates import RefUpdate, Updates
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.server_settings import ServerSettings
from legendary_git.usecases.checking.stand import Stands
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.workspace import Workspace


class Passed(Enum):
    """Why nothing is asked about a ref."""

    NO_BRANCH = "no branch"
    DELETED = "deleted"
    NO_COMMIT = "no commit"
    KNOWN = "nothing new"
    NO_REF = "no name of a ref"


@dataclass(frozen=True, slots=True)
class Received:
    """The answer to a push: the refs that were asked about together with their report, and those passed over.

    `faults` are what was wrong with the question, each of which refuses the push; `crash` is what no push can be blamed
    for, and what nobody has an answer to.
    """

    checked: tuple[tuple[tuple[RefUpdate, ...], CheckReport], ...]
    passed: tuple[tuple[RefUpdate, Passed], ...] = ()
    notices: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    crash: Exception | None = None

    @property
    def failed(self) -> bool:
        return bool(self.faults) or any(report.failed for _, report in self.checked)


def receive(ws: Workspace, settings: ServerSettings, updates: Updates, effort: Effort | None = None) -> Received:
    """Check every branch that a push makes or moves.

    What an update did is what the branch lacks or has now and did not before, be it a fast-forward or not. What came
    from the default branch was there before as well. A new branch is asked what it did since the latest commits that
    any branch has. Nothing is written. What a push makes impossible to check is a part of the answer, and no error.
    """
    end = ws.allowance.last_moment
    with until(end) if end is not None else nullcontext():
        answers = Answers(ws, settings, Stands(ws, effort))
        passed: list[tuple[RefUpdate, Passed]] = []
        questions: dict[Question, list[RefUpdate]] = {}
        try:
            _sort(ws, settings, updates.refs, passed, questions)
            found = [(tuple(questions[one]), report) for one, report in answers.all(list(questions))]
        except OverLimit as error:  # even to see what the push brings took too long
            left = [one for one in updates.refs if one.is_branch and one.new is not None]
            found = [((one,), answers.refused(one.new or "", one.old, error.what)) for one in left]
            passed = [(one, why) for one, why in passed if one not in set(left)]
    return Received(tuple(found), tuple(passed), tuple(settings.notices), updates.faults, answers.crash)


def _sort(
    ws: Workspace,
    settings: ServerSettings,
    refs: Sequence[RefUpdate],
    passed: list[tuple[RefUpdate, Passed]],
    questions: dict[Question, list[RefUpdate]],
) -> None:
    """Find out what to ask about refs, and about which nothing."""
    passed += [(one, why) for one in refs if (why := _why_passed(ws, one)) is not None]
    left = {one for one, _ in passed}
    for one, question in _ask(ws, [one for one in refs if one not in left]):
        if question.since == (question.commit,) and not settings.is_all:
            passed.append((one, Passed.KNOWN))
        else:
            questions.setdefault(question, []).append(one)


def _why_passed(ws: Workspace, update: RefUpdate) -> Passed | None:
    if not update.is_branch:
        return Passed.NO_BRANCH if update.is_ref else Passed.NO_REF  # git refuses it by itself
    if update.new is None:
        return Passed.DELETED
    if ws.repo.commit(update.new) is None and ws.repo.kind(update.new) not in (None, "commit"):
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
