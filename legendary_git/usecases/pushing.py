"""Which memories are about a file, and whether each still holds for the bytes that are on disk now.

What the index knows is enough for most; only where a file has changed since it was judged last, more is loaded.
"""

from __future__ import annotations

from legendary_git.git.blob_id import short_digest
from legendary_git.store.noted import Noted
from legendary_git.store.quick_look import WAIT_SECONDS, Behind, Garbled, QuickLook
from legendary_git.usecases.call_time import TooLong, lock_seconds
from legendary_git.usecases.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from legendary_git.usecases.pushing_slowly import Finding

_RETIRED = ("superseded", "deprecated")
_SHA1_DIGITS = 40
_TOLD = 2_001
"""Characters: more of a text is never told."""


class Push:
    """A memory that may be pushed, with its verdict: `state` as `State` spells it.

    `words` are how that was told before, if it was; `found` is what was found out now, to be told. `lines` are where
    its anchors in the file stand, as first and last line; an anchor on all of the file has none. `opponents` are label,
    id and title of those that it contradicts. `committed` is the blob that HEAD has of its file (empty: none; None:
    that is not known), `is_own` whether it may be pushed though its file is not what is committed.
    """

    __slots__ = ("_digest", "committed", "found", "is_own", "lines", "noted", "opponents", "state", "words")

    def __init__(
        self, noted: Noted, state: str, lines: list[tuple[int, int]], words: str = "", found: Finding | None = None
    ) -> None:
        self.noted = noted
        self.state = state
        self.lines = lines
        self.words = words
        self.found = found
        self.opponents: list[tuple[str, str, str]] = []
        self.committed: str | None = None
        self.is_own = False
        self._digest = ""

    @property
    def said(self) -> str:
        """How it was judged, and a digest of what it says; since when that is so may still become known."""
        if not self._digest:
            one = self.noted
            text, size = one.body[:_TOLD], str(len(one.body))
            self._digest = short_digest(one.label, one.title[:_TOLD], text, size, one.status, one.author)
        return f"{self.state} {self._digest}"


def find_pushes(
    place: Place,
    environ: Mapping[str, str],
    is_known: Callable[[Noted], bool] = lambda _: False,
    say_late: Callable[[TooLong], None] = lambda _: None,
) -> list[Push]:
    """The memories that are anchored to the file, or the one that it is, with their verdicts; retired ones aside.

    Invalid ones, and those with a known secret, are in no answer of the index. Where `is_known` says of one whose
    verdict takes long to find that it was told, and nothing near it has changed, it is not judged and left out. Where
    all memories have to be read first, and that takes longer than anybody waits, those that were read are told, and
    `say_late` is called; where none of these is about the file, TooLong is raised.
    """
    try:
        return _look(place, environ, is_known)
    except Behind as error:
        from legendary_git.usecases.pushing_survey import catch_up_index, find_noted

        try:
            if catch_up_index(place.near, is_damaged=isinstance(error, Garbled)):
                return _look(place, environ, is_known)
        except Behind:
            pass
        except TooLong as late:
            return _look_at_part(place, environ, is_known, late, say_late)
        return _judge_all(place, find_noted(place.near, place.repo_path, environ), environ, is_known)


def _look_at_part(
    place: Place,
    environ: Mapping[str, str],
    is_known: Callable[[Noted], bool],
    late: TooLong,
    say_late: Callable[[TooLong], None],
) -> list[Push]:
    try:
        found = _look(place, environ, is_known, is_partial=True)
    except Behind:
        found = []
    if not found:
        raise late
    say_late(late)
    return found


def _look(
    place: Place, environ: Mapping[str, str], is_known: Callable[[Noted], bool], *, is_partial: bool = False
) -> list[Push]:
    look = QuickLook(place.near.root, place.near.git_dir, lock_seconds(WAIT_SECONDS), is_partial=is_partial)
    try:
        is_whole = not place.is_memory and not is_partial
        found = _about_file(place, look, environ) if is_whole else _about(place, look)
        pushes = _judge_all(place, found, environ, is_known)
        for push in pushes:
            if push.noted.status == "conflicted":
                push.opponents = look.opponents(push.noted)
            push.committed = look.committed(place.head or "", push.noted.path)
        return pushes
    finally:
        look.close()


def _about(place: Place, look: QuickLook) -> list[Noted]:
    return look.about_memory(place.repo_path) if place.is_memory else look.about_file(place.repo_path)


def _about_file(place: Place, look: QuickLook, environ: Mapping[str, str]) -> list[Noted]:
    found = look.about_file(place.repo_path)
    if any(one.file == place.repo_path for noted in found for one in noted.anchors) or place.is_missing:
        return found
    from legendary_git.usecases.arrivals import follow_here

    return look.about_file(place.repo_path) if follow_here(place, look, environ) else found


def _judge_all(
    place: Place, found: list[Noted], environ: Mapping[str, str], is_known: Callable[[Noted], bool]
) -> list[Push]:
    pushes = {one.path: judge_by_index(place, one) for one in found if one.status not in _RETIRED}
    rest = [one for one in found if one.path in pushes and pushes[one.path] is None and not is_known(one)]
    if rest:
        from legendary_git.usecases.pushing_slowly import judge_carefully

        pushes |= judge_carefully(place, rest, environ)
    return [push for push in pushes.values() if push is not None and _is_here(place, push)]


def _is_here(place: Place, push: Push) -> bool:
    """Whether it is about the file now, and was not only followed there once. Of a file that is gone: whether it is."""
    if not place.is_memory and push.state != "orphaned" and place.is_missing:
        return False
    if place.is_memory or any(one.file == place.repo_path for one in push.noted.anchors):
        return True
    return push.found is not None and place.repo_path in push.found.places


def judge_by_index(place: Place, noted: Noted) -> Push | None:
    """The verdict where the index has it: every file is what was stamped, or what was judged last. None: judge it."""
    if all(_is_stamped(place, one.file, one.blob) and not one.was_moved for one in noted.anchors):
        lines = [(one.first, one.last) for one in noted.anchors if one.file == place.repo_path and one.first]
        return Push(noted, "fresh" if noted.anchors else "unanchored", lines)
    if noted.basis is not None and noted.basis == basis_of(place, noted):
        return Push(noted, noted.state, parse_lines(noted.lines), noted.words or "")
    return None


def basis_of(place: Place, noted: Noted) -> str | None:
    """A digest of all that a verdict hangs on which does not hang on other files; None where a file cannot be read."""
    parts = [noted.front, noted.body, place.head or "", place.cut_off]
    for one in noted.anchors:
        blobs = place.blobs(one.file, len(one.blob or "") or _SHA1_DIGITS)
        if blobs is None or place.head is None:
            return None
        parts += [one.file, blobs[0]]
    return short_digest(*parts)


def nearby_of(place: Place, noted: Noted) -> str:
    """A digest of what is near a memory: while it stays, a verdict that was told is hardly another one by now."""
    digits = len(place.head or "") or _SHA1_DIGITS
    blobs = [
        place.blobs(path, digits) for path in dict.fromkeys([place.repo_path, *(one.file for one in noted.anchors)])
    ]
    return short_digest(noted.front, noted.body, place.head or "", *(found[0] if found else "-" for found in blobs))


def format_lines(lines: list[tuple[int, int]]) -> str:
    """Ranges of lines as the index keeps them."""
    return " ".join(f"{first}-{last}" for first, last in lines)


def parse_lines(text: str) -> list[tuple[int, int]]:
    """The opposite of `format_lines`."""
    pairs = (part.partition("-") for part in text.split())
    return [(int(first), int(last)) for first, _, last in pairs]


def _is_stamped(place: Place, repo_path: str, stamped: str | None) -> bool:
    if stamped is None:
        return False
    blobs = place.blobs(repo_path, len(stamped))
    return blobs is not None and stamped in blobs
