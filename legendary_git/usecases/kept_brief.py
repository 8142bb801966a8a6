"""The last brief, as long as nothing that it hangs on has changed: a session begins without judging every memory again.

It hangs on the memory files, the files that they are anchored to, HEAD where it is told since when something is wrong,
the team's settings, and the clock.
"""

from __future__ import annotations

import os

from legendary_git.git.blob_id import short_digest
from legendary_git.store.places import CONFIG
from legendary_git.store.quick_look import Behind, QuickLook, put_brief
from legendary_git.store.texts import pack_json, unpack_json
from legendary_git.usecases.place import Place
from legendary_git.usecases.pushing import Push

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def find_kept_brief(place: Place, now: float) -> list[Push] | None:
    """The memories of the brief, with their doubts as `words`; None: make it anew. `now` is in seconds."""
    if place.near.is_sparse:  # memories that are not on disk are in no answer of the index
        return None
    try:
        look = QuickLook(place.near.root)
        try:
            return _read(place, look, now)
        finally:
            look.close()
    except (Behind, ValueError):
        return None


def basis_of_brief(place: Place, look: QuickLook, *, is_dated: bool) -> str | None:
    """A digest of what it hangs on; None where that cannot be told. Not `is_dated`: HEAD does not matter to it."""
    files = look.anchored_files()
    if files is None or place.head is None:
        return None
    return short_digest(look.memories_stamp(), place.head if is_dated else "", _settings(place), *files)


def keep_brief(
    place: Place,
    items: Sequence[tuple[str, str, str]],
    basis: str,
    *,
    since: float,
    until: float | None,
    is_dated: bool,
) -> None:
    """Keep a brief: path, state and doubt of each memory, and from when until when that is so (None: for good)."""
    kept = {"basis": basis, "dated": is_dated, "since": since, "until": until, "items": items}
    put_brief(place.near.root, pack_json(kept))


def _read(place: Place, look: QuickLook, now: float) -> list[Push] | None:
    text = look.brief()
    if text is None:
        return None
    kept = unpack_json(text)
    is_now = kept["since"] <= now and (kept["until"] is None or now < kept["until"])
    if not is_now or kept["basis"] != basis_of_brief(place, look, is_dated=kept["dated"]):
        return None
    known = {path: (state, words) for path, state, words in kept["items"]}
    noted = {one.path: one for one in look.about_memories(known)}
    if noted.keys() != known.keys():
        return None
    pushes = [Push(noted[path], state, [], words) for path, (state, words) in known.items()]
    for push in pushes:
        push.committed = look.committed(place.head or "", push.noted.path)
    return pushes


def _settings(place: Place) -> str:
    try:
        with open(os.path.join(place.near.root, CONFIG), encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return ""
