"""Which memories an edit put out of step, told from those that were out of step before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from legendary_git.agents.event import Edit
from legendary_git.agents.session import Session
from legendary_git.git.disk_bytes import TooLarge, read_regular
from legendary_git.store.memory_fields import build_memory
from legendary_git.store.texts import unpack_json
from legendary_git.usecases.at_hand import AtHand, DatedByHistory, NotAtHand, judge_at_hand
from legendary_git.usecases.call_time import TooLong, judging_seconds
from legendary_git.usecases.limited import limited
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push

_WRONG = ("stale", "orphaned")


class Edited:
    """A file that was edited just now: `edits` is what was replaced in it, `before` its text before, if it is known."""

    def __init__(
        self, place: Place, session: Session, edits: Sequence[Edit], before: str | None, environ: Mapping[str, str]
    ) -> None:
        self._place = place
        self._session = session
        self._edits = edits
        self._environ = environ
        self._committed = _read_committed(place, environ)
        self._before = self._take_back() if before is None else before.encode("utf-8", "surrogatepass")

    def sort_out(self, pushes: list[Push]) -> tuple[list[Push], bool]:
        """Those of the memories that are not known to have been out of step before.

        Whether they are all known not to have been comes with them: only then it was this edit.
        """
        before: dict[str, bool | None] = {}
        with suppress(TooLong), limited(judging_seconds()):
            for push in pushes:
                before[push.noted.path] = self._was_wrong(push)
        were_wrong = [(push, before.get(push.noted.path)) for push in pushes]
        kept = [(push, was_wrong) for push, was_wrong in were_wrong if not was_wrong]
        return [push for push, _ in kept], all(was_wrong is False for _, was_wrong in kept)

    def _was_wrong(self, push: Push) -> bool | None:
        """None: that cannot be told. Where the text before is not known, what is committed may have been wrong too."""
        if self._before is not None:
            return self._judge(push, self._before)
        if (self._session.last_said(push.noted.id) or "").partition(" ")[0] in _WRONG:
            return True
        if self._committed is not None and self._judge(push, self._committed):
            return True
        return None

    def _judge(self, push: Push, content: bytes) -> bool | None:
        memory = build_memory(push.noted.path, unpack_json(push.noted.front), push.noted.body)
        files = AtHand(self._place.near, self._place.head, self._environ, {self._place.repo_path: content})
        try:
            return judge_at_hand(memory, files).state in _WRONG
        except DatedByHistory:
            return True
        except NotAtHand:
            return None

    def _take_back(self) -> bytes | None:
        """The file's bytes before the edits; None where that cannot be told for certain."""
        data = _read(self._place)
        if data is None or not self._edits or any(edit.before is None for edit in self._edits):
            return None
        if self._committed is not None and data in self._made_of(self._committed):
            return self._committed
        for edit in reversed(self._edits):
            before, after = _bytes_of(edit)
            if not after or data.count(after) != 1:
                return None
            data = data.replace(after, before)
        return data

    def _made_of(self, content: bytes) -> list[bytes]:
        """What the edits make of a text, where each replaces one place or all of them."""
        once = everywhere = content
        for edit in self._edits:
            before, after = _bytes_of(edit)
            once = once.replace(before, after, 1) if before and once.count(before) == 1 else b""
            everywhere = everywhere.replace(before, after) if before else b""
        return [made for made in (once, everywhere) if made and made != content]


def _bytes_of(edit: Edit) -> tuple[bytes, bytes]:
    before, after = (text.encode("utf-8", "surrogatepass") for text in (edit.before or "", edit.after))
    return before, after


def _read(place: Place) -> bytes | None:
    with suppress(TooLarge):
        return read_regular(place.near.abs_path(place.repo_path))
    return None


def _read_committed(place: Place, environ: Mapping[str, str]) -> bytes | None:
    with suppress(NotAtHand):
        return AtHand(place.near, place.head, environ).read_committed(place.repo_path)
    return None
