"""Answer what is asked about the commits of a push, one by one: none keeps the others from their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import Reason
from legendary_git.errors import GitFailed, ObjectMissing, OverLimit, UserError
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.checking.check import check_commit, sights_of
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.rules import Level, Policy, Rule
from legendary_git.usecases.checking.server_settings import ServerSettings
from legendary_git.usecases.checking.stand import Stands
from legendary_git.usecases.workspace import Workspace

_TOO_MUCH = (Reason.TIME_OVER, Reason.TOO_MANY_PATHS)
_TOGETHER = 4
"""Questions that are judged together: all their memories are held at once."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about the refs that are to point at one commit: what it did since others, the first one foremost.

    Without any: what is wrong with all of it. None: it cannot be told what it began at.
    """

    commit: str
    since: tuple[str, ...] | None


class Answers:
    """The answers about one push."""

    def __init__(self, ws: Workspace, settings: ServerSettings, stands: Stands) -> None:
        self._ws = ws
        self._settings = settings
        self._stands = stands
        self.crash: Exception | None = None
        """What went wrong for which no push can be blamed; the first of it."""

    def all(self, questions: Sequence[Question]) -> Iterator[tuple[Question, CheckReport]]:
        """Each question with its answer, in their order."""
        for start in range(0, len(questions), _TOGETHER):
            together = questions[start : start + _TOGETHER]
            self._foresee(together)
            for one in together:
                yield one, self._answer(one)

    def refused(self, commit: str, base: str | None, why: str, policy: Policy | None = None) -> CheckReport:
        """A report that says that nothing could be judged, and that the push itself is to blame for that.

        It fails where an invalid memory file does: whoever pushes could else switch the check off.
        """
        known = policy or self._settings.said
        return _unverified(_level_of_hostile(known, Rule.UNVERIFIED), commit, base, why)

    def _foresee(self, questions: Sequence[Question]) -> None:
        """Judge what several questions are about together: what two of them need is read once."""
        if len(questions) < 2:
            return
        ws, stands = self._ws, self._stands
        try:
            sights = [
                sight
                for one in questions
                if one.since is not None and ws.repo.commit(one.commit) is not None
                for sight in sights_of(ws, stands, next(iter(one.since), None), one.commit, one.since[1:])
            ]
            stands.foresee(sights)
        except Exception:  # noqa: BLE001 - of one of them: its own answer says so, and the others are answered
            return

    def _answer(self, question: Question) -> CheckReport:
        commit, base = question.commit, next(iter(question.since or ()), None)
        policy = self._settings.said
        try:
            asked = self._settings.asked(base or commit)
            policy = asked.policy
            if self._ws.repo.commit(commit) is None and self._ws.repo.kind(commit) is not None:
                return self.refused(commit, base, f"{commit} cannot be read", policy)
            if question.since is None or self._ws.repo.commit(commit) is None:
                level = policy.level_of(Rule.UNVERIFIED)
                return _unverified(level, commit, base, f"the history of {commit} is not all here")
            found = check_commit(self._ws, asked, base, commit, self._stands, besides=question.since[1:])
            return replace(found, findings=tuple(_strict(one, policy) for one in found.findings))
        except OverLimit as error:
            return self.refused(commit, base, error.what, policy)
        except (ObjectMissing, GitFailed) as error:
            return _unverified(policy.level_of(Rule.UNVERIFIED), commit, base, error.what)
        except (MemoryError, RecursionError) as error:
            return self.refused(commit, base, f"more is in it than can be looked through ({_name(error)})", policy)
        except UserError:
            raise
        except Exception as error:  # noqa: BLE001 - told at the end: the other branches are to be checked first
            self.crash = self.crash or error
            return _unverified(
                policy.level_of(Rule.UNVERIFIED), commit, base, f"the check itself failed: {_name(error)}"
            )


def _strict(finding: Finding, policy: Policy) -> Finding:
    """A finding of an anchor that was not verified since the push made that too much: who pushes is to blame."""
    if finding.anchor is None or finding.anchor.verdict.reason not in _TOO_MUCH or finding.level is Level.ERROR:
        return finding
    return replace(finding, level=_level_of_hostile(policy, finding.rule))


def _level_of_hostile(policy: Policy, rule: Rule) -> Level:
    """That of an invalid memory file where it fails, else that of the rule."""
    return Level.ERROR if policy.level_of(Rule.INVALID) is Level.ERROR else policy.level_of(rule)


def _name(error: Exception) -> str:
    return type(error).__name__


def _unverified(level: Level, commit: str, base: str | None, why: str) -> CheckReport:
    """A report that says that nothing could be judged."""
    findings = (Finding(Rule.UNVERIFIED, None, MEMORIES, 1, level=level),) if level is not Level.OFF else ()
    return CheckReport(commit, findings, 0, 0, 0, base=base, notices=(why,))
