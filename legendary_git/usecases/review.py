"""Go through the memories in doubt one by one: which they are, in which order, and which were put off."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date
from enum import StrEnum
from pathlib import Path

from legendary_git.domain.expiry import is_expired
from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.stamp import Stamp
from legendary_git.domain.values import dataclass, replace
from legendary_git.domain.verdict import State
from legendary_git.errors import AnchorRefused, MemoryRefused
from legendary_git.git.atomic import write_atomically
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.conflicts import partners_of
from legendary_git.usecases.diff import AnchorDiff, diff_anchors, side_of
from legendary_git.usecases.evidence import CodeEvidence
from legendary_git.usecases.find import find_memory
from legendary_git.usecases.judging import Judging
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.show import Shown, show
from legendary_git.usecases.stamp import stamp
from legendary_git.usecases.survey import survey
from legendary_git.usecases.workspace import Workspace

_MARK_DIGITS = 16


class Doubt(StrEnum):
    """Why a person should look at a memory, the most pressing first."""

    ORPHANED = "orphaned"
    STALE = "stale"
    CONFLICTED = "conflicted"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Question:
    """One memory in doubt, and what is needed to answer: its code then and now, and what it contradicts.

    `anchors` are those that are not fresh, or all if all are; of one whose code is gone, `after` is the place that is
    likest to it.
    """

    shown: Shown
    doubts: tuple[Doubt, ...]
    anchors: tuple[AnchorDiff, ...] = ()
    rivals: tuple[Shown, ...] = ()

    @property
    def memory(self) -> Memory:
        return self.shown.judged.memory

    @property
    def mark(self) -> str:
        """Another one as soon as the memory, its code, or what it contradicts says something else."""
        verdicts = [(one.anchor.spec, one.verdict.reason, one.verdict.followed_to) for one in self.shown.judged.anchors]
        said = [(one.id, one.title, one.body) for one in (self.memory, *self.shown.conflicts)]
        what = repr((self.shown.state, self.doubts, verdicts, said, self.memory.front.get("expires")))
        return hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:_MARK_DIGITS]


@dataclass(frozen=True, slots=True)
class Review:
    """The ids to ask about, in order; `put_off` is how many more an earlier, unfinished review has skipped.

    `is_whole`: nothing was named, so that skipping is remembered until the end.
    """

    queue: tuple[str, ...]
    put_off: int
    is_whole: bool
    notices: tuple[str, ...] = ()


def begin_review(ws: Workspace, ids: Sequence[str] = (), *, restart: bool = False) -> Review:
    """The memories in doubt, or those of `ids` that are: orphaned first, then stale, conflicted, expired, oldest first.

    Of memories that contradict each other and nothing else, one stands for all. Those that an unfinished review has
    skipped are left out as long as nothing about them changed, unless that leaves none, or one says `restart`.
    Raises UnknownMemory.
    """
    loaded = load_memories(ws)
    named = {find_memory(loaded, wanted).id for wanted in ids}
    catch_up(ws, loaded)
    found = survey(ws, memories=loaded)
    today = _today()
    doubts = {one.memory.id: _doubts(loaded, one, today) for one in found.current()}
    queue = [one for one in loaded.valid if doubts.get(one.id) and (not named or one.id in named)]
    queue.sort(key=lambda one: list(Doubt).index(doubts[one.id][0]))
    queue = _one_for_all(loaded, queue, doubts)
    notices = (*found.notices, *ws.notices)
    if named:
        return Review(tuple(one.id for one in queue), 0, False, notices)
    if restart:
        forget_skipped(ws)
    skipped = _still_skipped(ws, (one.id for one in queue))
    left = tuple(one.id for one in queue if one.id not in skipped)
    if not left:
        forget_skipped(ws)
        return Review(tuple(one.id for one in queue), 0, True, notices)
    return Review(left, len(skipped), True, notices)


def find_question(ws: Workspace, memory_id: str) -> Question | None:
    """What is to be asked about a memory as everything stands now; None where it is no longer in doubt.

    Raises UnknownMemory, also where its file has come to be invalid.
    """
    shown = show(ws, memory_id)
    judged = shown.judged
    if judged.memory.is_retired:
        return None
    doubts = _doubts_of(judged, is_rivalled=bool(shown.conflicts), today=_today())
    if not doubts:
        return None
    evidence = Judging(ws).evidence(judged.memory, WorktreeCode(ws.repo, ws.index))
    diffs = diff_anchors(judged, evidence)
    doubtful = tuple(one for one in diffs if one.judged.verdict.state is not State.FRESH)
    anchors = tuple(_with_likeliest(ws, one, evidence) for one in doubtful or diffs)
    return Question(shown, doubts, anchors, tuple(show(ws, one.id) for one in shown.conflicts))


def skip(ws: Workspace, review: Review, question: Question) -> None:
    """Put a memory off until the end of the review, also if that is left before."""
    if review.is_whole:
        _write_skipped(ws, {**_read_skipped(ws), question.memory.id: question.mark})


def forget_skipped(ws: Workspace) -> None:
    """What the end of a review comes to: the next one asks about everything again."""
    with suppress(OSError):
        _path(ws).unlink(missing_ok=True)


def refuse_changed(ws: Workspace, question: Question) -> None:
    """Raise MemoryRefused where the memory, or one that it contradicts, is not what was shown any more."""
    loaded = load_memories(ws)
    for one in (question.memory, *(rival.judged.memory for rival in question.rivals)):
        if find_memory(loaded, one.id) != one:
            raise MemoryRefused(f"{one.path} was changed by somebody else just now", "look at it again")


def _today() -> date:
    return read_clock().astimezone(UTC).date()


def _doubts(loaded: Memories, judged: JudgedMemory, today: date) -> tuple[Doubt, ...]:
    return _doubts_of(judged, is_rivalled=bool(partners_of(loaded, judged.memory)), today=today)


def _doubts_of(judged: JudgedMemory, *, is_rivalled: bool, today: date) -> tuple[Doubt, ...]:
    known = {
        Doubt.ORPHANED: judged.state is State.ORPHANED,
        Doubt.STALE: judged.state is State.STALE,
        Doubt.CONFLICTED: judged.memory.is_conflicted or is_rivalled,
        Doubt.EXPIRED: is_expired(judged.memory, today),
    }
    return tuple(doubt for doubt, is_there in known.items() if is_there)


def _one_for_all(loaded: Memories, queue: Iterable[Memory], doubts: Mapping[str, tuple[Doubt, ...]]) -> list[Memory]:
    """Without those that are only conflicted, with the same others as one before them."""
    seen: set[frozenset[str]] = set()
    left = []
    for memory in queue:
        group = frozenset(one.id for one in (memory, *partners_of(loaded, memory)))
        if Doubt.CONFLICTED not in doubts[memory.id] or group not in seen or len(doubts[memory.id]) > 1:
            left.append(memory)
        if Doubt.CONFLICTED in doubts[memory.id]:
            seen.add(group)
    return left


def _with_likeliest(ws: Workspace, one: AnchorDiff, evidence: CodeEvidence) -> AnchorDiff:
    if one.after is not None or not one.judged.candidates:
        return one
    with suppress(AnchorRefused):
        there = stamp(ws, one.judged.candidates[0].spec)
        return replace(one, after=side_of(Stamp(there, evidence)))
    return one


def _still_skipped(ws: Workspace, ids: Iterable[str]) -> Collection[str]:
    """Those that were skipped, and about which the question is still the same."""
    skipped = _read_skipped(ws)
    found = set()
    for memory_id in ids:
        if memory_id in skipped:
            question = find_question(ws, memory_id)
            if question is not None and question.mark == skipped[memory_id]:
                found.add(memory_id)
    return found


def _read_skipped(ws: Workspace) -> dict[str, str]:
    try:
        return {str(memory_id): str(mark) for memory_id, mark in json.loads(_path(ws).read_bytes()).items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _write_skipped(ws: Workspace, skipped: Mapping[str, str]) -> None:
    """Where nothing can be written, a review that is left begins again from the start."""
    with suppress(OSError):
        write_atomically(_path(ws), json.dumps(skipped).encode("ascii"))


def _path(ws: Workspace) -> Path:
    return ws.repo.state_dir / "review"
