"""Make a brief of every memory judged anew, and keep it for the sessions to come where it hangs on few files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

from legendary_git.agents.complaint import complain, say_late
from legendary_git.agents.notes import TOO_SLOW
from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.moment import parse_moment
from legendary_git.domain.ranking import by_recency
from legendary_git.domain.verdict import State
from legendary_git.errors import ConfigError, UserError
from legendary_git.render.delivery import render_state
from legendary_git.store.quick_look import WAIT_SECONDS, Behind, QuickLook
from legendary_git.usecases.at_hand import AtHand, NotAtHand, judge_at_hand
from legendary_git.usecases.brief import Brief, brief
from legendary_git.usecases.call_time import TooLong, catching_up_seconds, judging_seconds, lock_seconds
from legendary_git.usecases.choosing import MOST_LOOKED_AT, choose_pushable
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.config import Config, load_config
from legendary_git.usecases.kept_brief import MOST_WRONG, KeptBrief, basis_of_brief
from legendary_git.usecases.limited import limited
from legendary_git.usecases.memories import Memories, load_memories
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push, judge_by_index
from legendary_git.usecases.pushing_slowly import Finding
from legendary_git.usecases.pushing_survey import note_memory
from legendary_git.usecases.workspace import Workspace, open_workspace

_MOST_WITHOUT_GIT = 20
_HOLDS = (State.FRESH, State.UNANCHORED)
_WRONG = (State.STALE, State.ORPHANED)


def make_brief(place: Place, environ: Mapping[str, str], *, only_merged: bool) -> list[Push]:
    """The memories of the brief, the best first, those that may be wrong last; each with its doubt as `words`.

    All of them may be pushed.
    """
    now = read_clock()
    loaded = None
    try:
        ws = open_workspace(Path(place.near.root), environ)
        with closing(ws.index), limited(catching_up_seconds()):
            loaded, before = _load(ws, place)
            config = _load_config(ws.root)
            days = config.brief_stale_days
            found = brief(ws, most=MOST_LOOKED_AT, most_wrong=MOST_LOOKED_AT, stale_days=days, now=now, memories=loaded)
    except UserError:
        return []
    except TooLong as error:
        if loaded is not None:  # what is told says itself that this takes too long
            return _without_git(place, loaded, environ, only_merged=only_merged)
        say_late(error, "surface")
        return []
    best = [_push(judged) for judged, _ in found.top]
    wrong = [_push(judged) for judged in found.may_be_wrong]
    told, looked = choose_pushable(place, best, config.brief_most, environ, only_merged=only_merged)
    doubtful, _ = choose_pushable(place, wrong, MOST_WRONG, environ, only_merged=only_merged)
    if before is not None:
        is_whole = looked == len(best)
        _keep(place, found, config, [*best[:looked], *wrong], now.timestamp(), before, is_whole=is_whole)
    return [*told, *doubtful]


def _without_git(place: Place, loaded: Memories, environ: Mapping[str, str], *, only_merged: bool) -> list[Push]:
    """What the bytes of the files tell in no time, where git takes too long for one of them (a filter that hangs, say).

    What they do not tell is not verified. Nothing of it is kept.
    """
    current = [JudgedMemory(one, ()) for one in loaded.valid if not one.is_retired]
    config = _load_config(Path(place.near.root))
    files = AtHand(place.near, place.head, environ)
    best: list[Push] = []
    with suppress(TooLong), limited(judging_seconds()):
        for one, _ in by_recency(current, read_clock())[:_MOST_WITHOUT_GIT]:
            best.append(_push_at_hand(place, one.memory, files))
    told, _ = choose_pushable(place, best, config.brief_most, environ, only_merged=only_merged)
    return sorted(told, key=lambda push: push.state in _WRONG)


def _push_at_hand(place: Place, memory: Memory, files: AtHand) -> Push:
    noted = note_memory(memory)
    known = judge_by_index(place, noted)
    if known is not None:
        return known
    try:
        return _push(judge_at_hand(memory, files))
    except NotAtHand:
        return Push(noted, State.UNKNOWN.value, [], TOO_SLOW, Finding(None))


def _load(ws: Workspace, place: Place) -> tuple[Memories, str | None]:
    """The memories, and the stamp that the index had before they were read and has still."""
    before, loaded = _stamp_memories(place), load_memories(ws)
    after = _stamp_memories(place)
    return (loaded if before == after else load_memories(ws)), after


def _load_config(root: Path) -> Config:
    """The team's settings; where they mean nothing, the defaults, and a complaint."""
    try:
        return load_config(root)
    except ConfigError as error:
        complain([(error.what, error.todo)])
        return Config()


def _push(judged: JudgedMemory) -> Push:
    words = "" if judged.state in _HOLDS else render_state(judged)
    return Push(note_memory(judged.memory), judged.state.value, [], words, Finding(judged))


def _keep(
    place: Place, found: Brief, config: Config, pushes: list[Push], now: float, before: str, *, is_whole: bool
) -> None:
    """Unless it hangs on more than the files that memories are anchored to, or on what a clock said that is ahead."""
    current = list(found.survey.current())
    if not all(Finding(one).is_kept for one in current) or any(_written(one) > now for one in current):
        return
    wrong = [one.memory.path for one in current if one.state in _WRONG]
    basis = basis_of_brief(place, before)
    files = _files(place, before)
    if basis is None or files is None:
        return
    dates = [parse_moment(one.since.at) for one in found.may_be_wrong if one.since is not None]
    # In seconds, which have no end: a commit may be of the last day that a calendar holds.
    doubtful = timedelta(days=config.brief_stale_days).total_seconds()
    ends = [date.timestamp() + doubtful for date in dates if date is not None]
    items = [(one.noted.path, one.state, one.words) for one in pushes]
    head = (found.head or "") if wrong else None
    most = config.brief_most
    KeptBrief(items, wrong, basis, head, files, now, min(ends, default=None), most, is_whole).keep(place.near)


def _files(place: Place, before: str) -> dict[str, str | None] | None:
    """What the files with anchors are; None where that is not known of all, or memories have changed meanwhile."""
    try:
        with closing(_look(place)) as look:
            files = look.anchored_files()
            return files if look.memories_stamp() == before and None not in files.values() else None
    except Behind:
        return None


def _look(place: Place) -> QuickLook:
    return QuickLook(place.near.root, place.near.git_dir, lock_seconds(WAIT_SECONDS))


def _stamp_memories(place: Place) -> str | None:
    try:
        with closing(_look(place)) as look:
            return look.memories_stamp()
    except Behind:
        return None


def _written(judged: JudgedMemory) -> float:
    moment = parse_moment(judged.memory.updated) or parse_moment(judged.memory.created)
    return moment.timestamp() if moment is not None else 0.0
