"""The last brief, as long as nothing that it hangs on has changed: a session begins without judging every memory again.

It hangs on the memory files, the files that they are anchored to, the commits that touched these where it is told since
when something is wrong, the team's settings, and the clock. Of a few files that have changed the memories are judged:
where all of them still hold, the brief does too.
"""

from __future__ import annotations

from legendary_git.errors import ConfigError
from legendary_git.git.blob_id import short_digest
from legendary_git.store.quick_look import WAIT_SECONDS, Behind, Garbled, QuickLook
from legendary_git.store.texts import pack_json, unpack_json
from legendary_git.usecases.call_time import lock_seconds
from legendary_git.usecases.choosing import choose_pushable
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push, find_pushes
from legendary_git.usecases.team_settings import load_team_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from legendary_git.git.nearest import Nearest

MOST_WRONG = 5
"""Of those that may be wrong, so many are told."""
_DOUBTFUL = ("stale", "orphaned")
_SHA1_DIGITS = 40
_MOST_FILES = 10
"""Of more files that have changed, all of git is asked as fast."""


class KeptBrief:
    """A brief as it is kept: path, state and doubt of each memory, `wrong` those that do not hold, shown or not.

    `basis` is a digest of what it hangs on besides the clock, the files and HEAD, `files` their blobs. `head` is HEAD
    where something is wrong, for since when is told of that (empty: before the first commit); None where HEAD does not
    matter. It holds from `since` to `until` (None: for good), in seconds. Of `items`, the first `most` that hold and
    may be pushed are told; `is_whole` says that there are no more.
    """

    __slots__ = ("basis", "files", "head", "is_whole", "items", "most", "since", "until", "wrong")

    def __init__(
        self,
        items: Sequence[tuple[str, str, str]],
        wrong: Sequence[str],
        basis: str,
        head: str | None,
        files: Mapping[str, str | None],
        since: float,
        until: float | None,
        most: int,
        is_whole: bool,
    ) -> None:
        self.items = items
        self.wrong = wrong
        self.basis = basis
        self.head = head
        self.files = files
        self.since = since
        self.until = until
        self.most = most
        self.is_whole = is_whole

    def keep(self, near: Nearest) -> None:
        """Put it into the index of that work tree."""
        from legendary_git.store.quick_put import put_brief  # late: it is kept far more often than made

        kept = pack_json({name: getattr(self, name) for name in self.__slots__})
        put_brief(near.root, near.git_dir, kept)

    def is_at(self, now: float) -> bool:
        """Whether a clock that says `now` changes nothing."""
        return self.since <= now and (self.until is None or now < self.until)


def find_kept_brief(place: Place, now: float, environ: Mapping[str, str], *, only_merged: bool) -> list[Push] | None:
    """The memories of the brief that may be pushed, with their doubts as `words`; None: make it anew.

    `now` is in seconds.
    """
    if place.near.is_sparse:  # memories that are not on disk are in no answer of the index
        return None
    try:
        look = QuickLook(place.near.root, place.near.git_dir, lock_seconds(WAIT_SECONDS))
        try:
            look.check_tables()
            found = _read(place, look, now, environ)
        finally:
            look.close()
    except Garbled:
        from legendary_git.usecases.own_index import begin_anew

        begin_anew(place.near)
        return None
    except (Behind, ValueError, TypeError):
        return None
    return _choose(place, *found, environ, only_merged=only_merged) if found is not None else None


def basis_of_brief(place: Place, memories_stamp: str) -> str | None:
    """A digest of what it hangs on, HEAD and the files aside; None where that cannot be told."""
    return None if place.head is None else short_digest(memories_stamp, _settings(place), place.near.cut_off)


def _choose(
    place: Place, kept: KeptBrief, pushes: list[Push], environ: Mapping[str, str], *, only_merged: bool
) -> list[Push] | None:
    """What may be pushed, as in a new brief; None where more memories have to be looked at for that."""
    doubtful = [push for push in pushes if push.state in _DOUBTFUL]
    best = [push for push in pushes if push.state not in _DOUBTFUL]
    told, _ = choose_pushable(place, best, kept.most, environ, only_merged=only_merged)
    if len(told) < kept.most and not kept.is_whole:
        return None
    return [*told, *choose_pushable(place, doubtful, MOST_WRONG, environ, only_merged=only_merged)[0]]


def _read(place: Place, look: QuickLook, now: float, environ: Mapping[str, str]) -> tuple[KeptBrief, list[Push]] | None:
    text = look.brief()
    kept = KeptBrief(**_parse(text)) if text is not None else None
    if kept is None or not kept.is_at(now):
        return None
    if kept.basis != basis_of_brief(place, look.memories_stamp()):
        return None
    before = kept.head, kept.files
    if not _still_hold(place, look, kept, environ) or not _is_dated_as_it_was(place, look, kept, environ):
        return None
    if (kept.head, kept.files) != before:
        kept.keep(place.near)
    known = {path: (state, words) for path, state, words in kept.items}
    noted = {one.path: one for one in look.about_memories(known)}
    if noted.keys() != known.keys():
        return None
    pushes = [Push(noted[path], state, [], words) for path, (state, words) in known.items()]
    for push in pushes:
        push.committed = look.committed(place.head or "", push.noted.path)
    return kept, pushes


def _parse(text: str) -> dict[str, Any]:
    found: dict[str, Any] = unpack_json(text)
    return found


def _still_hold(place: Place, look: QuickLook, kept: KeptBrief, environ: Mapping[str, str]) -> bool:
    """Whether what is anchored to files that have changed holds as it did; what they are now is kept with the brief."""
    files = look.anchored_files()
    changed = [path for path, blob in files.items() if blob is None or blob != kept.files.get(path)]
    if len(changed) > _MOST_FILES or files.keys() != kept.files.keys():
        return False
    for path in changed:
        here = Place(place.near, path)
        blobs = here.blobs(path, len(place.head or "") or _SHA1_DIGITS)
        if blobs is None or (blobs[0] != kept.files[path] and not _all_hold(here, kept, environ)):
            return False
        files[path] = blobs[0]
    kept.files = files
    return True


def _is_dated_as_it_was(place: Place, look: QuickLook, kept: KeptBrief, environ: Mapping[str, str]) -> bool:
    """Whether what is wrong is so since when it was: HEAD has not moved, or past nothing that has to do with it.

    All of it has its code where that was stamped, or the brief would not have been kept.
    """
    if kept.head is None or kept.head == place.head:
        return True
    if not kept.head:
        return False
    from legendary_git.usecases.git_at_place import is_untouched_since

    wrong = look.about_memories(kept.wrong)
    files = {anchor.file for one in wrong for anchor in one.anchors}
    if len(wrong) != len(kept.wrong) or not is_untouched_since(
        place, kept.head, files, [one.id for one in wrong], environ
    ):
        return False
    kept.head = place.head or ""
    return True


def _all_hold(here: Place, kept: KeptBrief, environ: Mapping[str, str]) -> bool:
    wrong = set(kept.wrong)
    for push in find_pushes(here, environ):
        is_kept = push.found is None or push.found.is_kept
        if push.state != "fresh" or push.noted.path in wrong or not is_kept:
            return False
    return True


def _settings(place: Place) -> str:
    try:
        return load_team_settings(place.near.root) or ""
    except ConfigError as error:
        return error.what
