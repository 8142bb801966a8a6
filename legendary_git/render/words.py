"""The words that every output uses for memories, verdicts and commits."""

from __future__ import annotations

from legendary_git.domain.judged import JudgedAnchor, Since
from legendary_git.domain.memory import Memory
from legendary_git.domain.similarity import Candidate
from legendary_git.domain.verdict import Reason, State
from legendary_git.render.safe import one_line, safe_name

_REASONS = {
    Reason.UNCHANGED: "unchanged",
    Reason.MOVED: "moved in its file",
    Reason.REFORMATTED: "only comments or formatting differ",
    Reason.FOLLOWED: "followed",
    Reason.CHANGED: "changed",
    Reason.FILE_GONE: "its file is gone",
    Reason.SYMBOL_GONE: "the symbol is gone",
    Reason.LINES_GONE: "the lines are gone",
    Reason.AMBIGUOUS: "gone, and several places may be what became of it",
    Reason.NOT_STAMPED: "it was never stamped, so that nobody knows what it was",
    Reason.OBJECT_MISSING: "what it was when stamped is not in this clone",
    Reason.NOT_STORABLE: "git cannot store its file as it is on disk: it cannot be read, or its filter fails",
    Reason.NO_GRAMMAR: "the grammar of its language is not installed",
    Reason.UNPARSABLE: "its file does not parse",
    Reason.OVER_LIMIT: "its file is too large or nested too deeply",
    Reason.TOO_MANY_PATHS: "too many files, or too long paths, to look where it went",
    Reason.TIME_OVER: "not verified, the time for judging was over",
    Reason.LFS_POINTER: "its content is kept by Git LFS",
    Reason.NO_ANCHOR: "no anchor",
}


_NEVER_THERE = {
    Reason.FILE_GONE: "its file is not there, and it was never stamped",
    Reason.SYMBOL_GONE: "the symbol is not there, and it was never stamped",
    Reason.LINES_GONE: "the lines are not there, and they were never stamped",
}
"""Of what nobody saw go: it may never have been there."""


def name_of(memory: Memory) -> str:
    """`[label #id]`."""
    return f"[{one_line(memory.label)} #{memory.id}]"


def reason_of(judged: JudgedAnchor) -> str:
    """Why the verdict is what it is, since when, and the place or the candidates where there are any."""
    verdict = judged.verdict
    words = (_NEVER_THERE if _was_never_there(judged) else _REASONS)[verdict.reason]
    if verdict.reason is Reason.FOLLOWED:
        words += f" to {safe_name(verdict.followed_to or '')}"
    words += _when(judged)
    if judged.anchor.was is not None and verdict.state is not State.FRESH:
        words += f"; moved here by hand from {safe_name(judged.anchor.was.anchor.spec)}"
    if verdict.followed_to is not None and verdict.reason is not Reason.FOLLOWED:
        words += f"; now {safe_name(verdict.followed_to)}"
    if judged.candidates:
        words += f"; perhaps {', '.join(candidate_of(candidate) for candidate in judged.candidates)}"
    return words


def candidate_of(candidate: Candidate) -> str:
    """`PATH::Symbol (83 %)`."""
    degree = f" ({candidate.similarity} %)" if candidate.similarity is not None else ""
    return f"{safe_name(candidate.spec)}{degree}"


def _was_never_there(judged: JudgedAnchor) -> bool:
    """Whether nothing says that the code of an anchor was ever there."""
    return judged.verdict.reason in _NEVER_THERE and not judged.anchor.is_stamped and judged.since is None


def _when(judged: JudgedAnchor) -> str:
    if judged.uncommitted:
        return " (uncommitted)"
    if judged.since is None:
        return ""
    return f"{'; not fresh' if judged.went_on else ''} since {commit_of(judged.since)}"


def commit_of(since: Since) -> str:
    """`1a2b3c4 2026-11-30 Ada "subject"`."""
    return f'{since.commit[:7]} {since.at[:10]} {one_line(since.author)} "{one_line(since.subject)}"'
