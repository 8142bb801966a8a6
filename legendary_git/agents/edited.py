"""Which memories an edit put out of step, told from those that were out of step before it."""

from __future__ import annotations

from collections.abc import Mapping

from legendary_git.agents.event import Event
from legendary_git.agents.session import Session
from legendary_git.git.disk_bytes import TooLarge, read_regular
from legendary_git.store.memory_fields import build_memory
from legendary_git.store.texts import unpack_json
from legendary_git.usecases.at_hand import AtHand, NotAtHand, judge_at_hand
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push

_WRONG = ("stale", "orphaned")


def without_older(
    event: Event, place: Place, session: Session, pushes: list[Push], environ: Mapping[str, str]
) -> list[Push]:
    """The memories without those that were stale or orphaned before the edit already.

    What the session was told last says so; where it was told nothing, the edit is taken back in mind. Where neither
    tells, the edit is taken to have done it: that the memory is out of step is so in any case.
    """
    before = _take_back(event, place)
    kept = []
    for push in pushes:
        told = session.last_said(push.noted.id)
        was_wrong = None if told is None else any(told == push.said_when(state) for state in _WRONG)
        if was_wrong is None and before is not None:
            was_wrong = _was_wrong(place, push, before, environ)
        if not was_wrong:
            kept.append(push)
    return kept


def _take_back(event: Event, place: Place) -> bytes | None:
    """The file's bytes before the edits; None where that cannot be told for certain."""
    try:
        data = read_regular(place.near.abs_path(place.repo_path))
    except TooLarge:
        return None
    for edit in reversed(event.edits):
        after = edit.after.encode("utf-8", "surrogatepass")
        if data is None or edit.before is None or not after or data.count(after) != 1:
            return None
        data = data.replace(after, edit.before.encode("utf-8", "surrogatepass"))
    return data if event.edits else None


def _was_wrong(place: Place, push: Push, before: bytes, environ: Mapping[str, str]) -> bool:
    memory = build_memory(push.noted.path, unpack_json(push.noted.front), push.noted.body)
    files = AtHand(place.near, place.head, environ, {place.repo_path: before})
    try:
        return judge_at_hand(memory, files).state in _WRONG
    except NotAtHand:
        return True  # it was stale in what is committed, or gone already
