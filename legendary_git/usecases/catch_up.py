"""Bring the index in step with HEAD, and tell which verdicts flipped on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import State
from legendary_git.errors import ObjectMissing
from legendary_git.git.replay import is_replaying
from legendary_git.git.watch import write_watch
from legendary_git.parsing.language import endings_of
from legendary_git.store.state_rows import SeenState, Transition
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.code import CommitCode
from legendary_git.usecases.evidence import path_of
from legendary_git.usecases.judging import Judging, anchor_key, is_as_stamped
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.origin import find_stamping, holds_stamp
from legendary_git.usecases.since import find_cause, load_since
from legendary_git.usecases.survey import judge_memories
from legendary_git.usecases.told import Slot, keep_told, load_told
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Flip:
    """An anchor whose verdict is no longer what it was when HEAD was last looked at."""

    judged: JudgedMemory
    anchor: JudgedAnchor
    before: State
    caused_by: Since | None

    @property
    def after(self) -> State:
        return self.anchor.verdict.state


@dataclass(frozen=True, slots=True)
class CatchUp:
    """What was found: flips of memories that are not retired, and files that came and fail to be memories.

    `looked`: whether HEAD, or a memory, was another one than at the last look.
    """

    head: str | None
    looked: bool = False
    flips: tuple[Flip, ...] = ()
    invalid: tuple[InvalidMemory, ...] = ()


def catch_up(ws: Workspace, memories: Memories | None = None, *, is_settled: bool = False) -> CatchUp:
    """Judge HEAD if the index is not in step with it.

    Only hooks, who know that HEAD `is_settled` and tell what flipped, change what was last seen and what is watched:
    what a read kept of that would never be told. The first look of all has nothing to compare with, and is kept by
    whoever takes it. While git replays commits a read keeps nothing: those on the way may be abandoned.

    A memory that HEAD does not have yet is left for the commit that brings it: until then the code that it is about may
    not be committed either, and would seem to be gone.
    """
    head = ws.repo.head()
    if head is None or (is_replaying(ws.repo) and not is_settled):
        return CatchUp(head)
    loaded = memories or load_memories(ws)
    in_step_with = _in_step_with(ws, loaded, head)
    if ws.index.head == in_step_with:
        return CatchUp(head)
    if not is_settled and ws.index.head is not None:
        return CatchUp(head, _warm(ws, loaded, head, in_step_with))
    last = ws.index.head.partition(" ")[0] if ws.index.head is not None else None
    judged = judge_memories(ws, CommitCode(ws.repo, head), loaded.valid, near=_near(ws, last))
    heard = load_told(ws.repo)
    flips, transitions = _compare(ws, judged, head, heard)
    with ws.index.transaction():
        ws.index.put_states(_states(ws, judged, head), in_step_with)
        ws.index.append_transitions(transitions)
    _watch(ws, head, judged)
    told = tuple(flip for flip in flips if not flip.judged.memory.is_retired)
    said = told if is_settled else ()  # a read tells nothing
    keep_told(ws, heard | {(flip.judged.memory.id, flip.anchor.anchor.spec): flip.after for flip in said})
    return CatchUp(
        head, True, told, _came_with(ws, last, head, tuple(bad for bad in loaded.invalid if not bad.is_absent))
    )


def find_pending(ws: Workspace, loaded: Memories) -> tuple[Transition, ...]:
    """The changes of verdicts that no hook has seen yet."""
    head = ws.repo.head()
    if head is None or is_replaying(ws.repo) or ws.index.head in (None, _in_step_with(ws, loaded, head)):
        return ()
    judged = judge_memories(ws, CommitCode(ws.repo, head), loaded.valid)
    return tuple(_compare(ws, judged, head, {})[1])


def _in_step_with(ws: Workspace, loaded: Memories, head: str) -> str:
    """What the index has to have seen: HEAD, the memories, and how far back this clone's history goes."""
    return f"{head} {_signature(loaded.valid)} {ws.repo.cut_off}".rstrip()


def _warm(ws: Workspace, loaded: Memories, head: str, in_step_with: str) -> bool:
    """Find the verdicts on HEAD once, for all reads until a hook sees it."""
    if ws.index.warm == in_step_with:
        return False
    last = (ws.index.warm or ws.index.head or "").partition(" ")[0]
    code = CommitCode(ws.repo, head)
    open_ones = [one for one in loaded.valid if not all(is_as_stamped(anchor, code) for anchor in one.anchors)]
    judge_memories(ws, code, open_ones, near=_near(ws, last))
    ws.index.put_warm(in_step_with)
    return True


def _near(ws: Workspace, last: str | None) -> CommitCode | None:
    """The commit that was looked at last, if it is still here."""
    return CommitCode(ws.repo, last) if last and ws.repo.commit(last) is not None else None


def _came_with(
    ws: Workspace, last: str | None, head: str, invalid: tuple[InvalidMemory, ...]
) -> tuple[InvalidMemory, ...]:
    """Those of the files that were committed since the last look: the others have been told of."""
    invalid = tuple(bad for bad in invalid if not bad.is_absent)
    if not invalid or last is None or ws.repo.commit(last) is None:
        return invalid
    try:
        changed = {change.path for change in ws.repo.changes(last, head)}
    except ObjectMissing:
        return invalid
    return tuple(bad for bad in invalid if bad.path in changed)


def _signature(memories: Iterable[Memory]) -> str:
    keys = "\n".join(f"{m.path} {m.status} {[anchor_key(m, anchor) for anchor in m.anchors]}" for m in memories)
    return hashlib.sha256(keys.encode("utf-8", "surrogateescape")).hexdigest()


def _states(ws: Workspace, judged: Iterable[JudgedMemory], head: str) -> dict[Slot, SeenState]:
    """What every anchor was last seen to be.

    That of a memory which this branch does not have is kept, or each return to the branch that has it would tell its
    flips again.
    """
    states = ws.index.load_states()
    for memory in judged:
        for anchor in memory.anchors:
            slot = (memory.memory.id, anchor.anchor.spec)
            known = states.get(slot)
            is_same = known is not None and known.state is anchor.verdict.state
            if is_same or not _is_ahead(ws, memory, anchor, head):
                states[slot] = _seen(anchor, head)
    return states


def _is_ahead(ws: Workspace, judged: JudgedMemory, anchor: JudgedAnchor, head: str) -> bool:
    """Whether an anchor was stamped, or stamped anew, from code that is not committed yet, no more than the stamp is.

    HEAD is not what it is about: that it is not fresh there is no flip, and neither is its being so after the commit.
    """
    return anchor.verdict.state is not State.FRESH and not holds_stamp(ws.repo, judged.memory, anchor.anchor, head)


def _compare(
    ws: Workspace, judged: Iterable[JudgedMemory], head: str, heard: Mapping[Slot, State]
) -> tuple[list[Flip], list[Transition]]:
    """The flips against the last states. One that is seen for the first time was fresh when it was stamped.

    What was `heard` while the index could not be written is no news, and still a transition.

    At the first look ever (a new clone, an index that was lost) only what HEAD itself did is news.
    """
    last = ws.index.load_states()
    is_first_look = ws.index.head is None
    judging = Judging(ws)
    flips: list[Flip] = []
    transitions: list[Transition] = []
    for memory in judged:
        for anchor in memory.anchors:
            slot, after = (memory.memory.id, anchor.anchor.spec), anchor.verdict.state
            known = last.get(slot)
            before = known.state if known is not None else _state_when_written(anchor)
            is_news = heard.get(slot, before) is not after
            if (before is after and not is_news) or _is_ahead(ws, memory, anchor, head):
                continue
            flip = Flip(memory, anchor, before, _find_cause(ws, judging, memory, anchor, head))
            if before is not after:
                transitions.append(_transition(flip))
            is_heads = flip.caused_by is not None and flip.caused_by.commit == head
            if is_news and (not is_first_look or slot in heard or is_heads):
                flips.append(flip)
    return flips, transitions


def _state_when_written(judged: JudgedAnchor) -> State:
    """What an anchor was when its file got it: what is stamped is fresh, unless a person moved it to other code."""
    return State.FRESH if judged.anchor.was is None else State.STALE


def _find_cause(ws: Workspace, judging: Judging, judged: JudgedMemory, anchor: JudgedAnchor, head: str) -> Since | None:
    """The commit that brought the anchor into its state; None where HEAD has only been put elsewhere in history."""
    state = anchor.verdict.state
    if state is State.STALE and not judged.memory.is_retired:  # of those that were retired nobody asks since when
        return anchor.since
    cause = find_cause(ws, judging, judged.memory, anchor.anchor, head, state)
    last = (ws.index.head or "").partition(" ")[0]
    if state is State.FRESH:
        cause = _unless_stamped_later(ws, judged.memory, anchor, head, cause)
        if cause is not None and ws.repo.is_ancestor(cause.commit, last):
            return None  # it was fresh at a commit that was left for another branch
    return cause


def _unless_stamped_later(
    ws: Workspace, memory: Memory, anchor: JudgedAnchor, head: str, cause: Since | None
) -> Since | None:
    """What made an anchor fresh: the code as it was when `cause` was made, unless only a later stamp agrees with it.

    Then it is the commit that brought the stamp; none, as long as that is not committed.
    """
    stamping = find_stamping(ws.repo, memory, anchor.anchor, head)
    if stamping is None or cause is None:
        return None
    is_later = stamping != cause.commit and ws.repo.is_ancestor(cause.commit, stamping)
    return load_since(ws, stamping) if is_later else cause


def _seen(anchor: JudgedAnchor, head: str) -> SeenState:
    since = anchor.since.commit if anchor.since is not None else None
    return SeenState(anchor.verdict.state, anchor.verdict.reason, since, head)


def _transition(flip: Flip) -> Transition:
    cause = flip.caused_by
    return Transition(
        memory_id=flip.judged.memory.id,
        anchor=flip.anchor.anchor.spec,
        before=flip.before,
        after=flip.after,
        commit=cause.commit if cause is not None else None,
        at=cause.at if cause is not None else None,
        author=cause.author if cause is not None else None,
        subject=cause.subject if cause is not None else None,
        seen_at=read_clock().strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def _watch(ws: Workspace, head: str, judged: Iterable[JudgedMemory]) -> None:
    """Write down for the shell part of the hooks which paths can change a verdict.

    What was followed, or is looked for everywhere, can come to or go from any file of its language.
    """
    anchors = [(memory.memory, anchor) for memory in judged for anchor in memory.anchors]
    sought = list(_sought(ws, head, anchors))
    went_to = {path_of(one.anchor, one.verdict.followed_to) for one in sought if one.verdict.followed_to is not None}
    languages = {one.anchor.language for one in sought}
    endings = {ending for language in languages - {None} for ending in endings_of(language or "")}
    with suppress(OSError):  # the hooks then compare with what was written last, and start Python rather too often
        paths = {anchor.anchor.file for _, anchor in anchors} | went_to
        write_watch(ws.repo, head, paths, endings=endings, always=None in languages)


def _sought(ws: Workspace, head: str, anchors: Iterable[tuple[Memory, JudgedAnchor]]) -> Iterator[JudgedAnchor]:
    """The anchors whose verdicts depend on more than their own files."""
    judging, code = Judging(ws), CommitCode(ws.repo, head)
    in_doubt = (State.ORPHANED, State.UNKNOWN)
    for memory, anchor in anchors:
        is_open = anchor.verdict.followed_to is not None or anchor.verdict.state in in_doubt
        if is_open and judging.took_following(memory, anchor.anchor, code):
            yield anchor
