"""Merge one memory file of two branches: its front matter by meaning, its body as git merges text."""

from __future__ import annotations

from legendary_git.domain.merge import MergedFront, merge_front
from legendary_git.domain.values import dataclass
from legendary_git.errors import GitFailed
from legendary_git.git.merge_file import TextMerge, merge_texts
from legendary_git.store.front_reword import reword
from legendary_git.store.merge_text import (
    NO_TEXT,
    MemoryText,
    conflict_of,
    has_comments_of,
    read_text,
    says,
    side_of,
)

MARKER_SIZE = 7


@dataclass(frozen=True, slots=True)
class MergedMemory:
    """The file that came out. `open`: what the sides disagree about, the keys of the front matter or the body."""

    data: bytes
    open: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        return not self.open


def merge_memory(base: bytes, ours: bytes, theirs: bytes, *, marker_size: int = MARKER_SIZE) -> MergedMemory:
    """Merge three versions of a memory file; `base` is empty where both sides added it.

    Where the sides disagree, both are in what comes out, between conflict markers. A file that cannot be read as a
    memory is merged as text.
    """
    one, other = read_text(ours), read_text(theirs)
    if one is None or other is None:
        return merge_as_text(base, ours, theirs, marker_size=marker_size)
    common = (read_text(base) or NO_TEXT).with_newline(one.newline)
    other = other.with_newline(one.newline)
    fields = merge_front(common.fields, one.fields, other.fields)
    front, front_open = _merge_fronts(common, one, other, fields, marker_size)
    body, body_open = _merge_bodies(common, one, other, marker_size)
    return MergedMemory(one.joined(front, body), (*front_open, *body_open))


def merge_as_text(base: bytes, ours: bytes, theirs: bytes, *, marker_size: int = MARKER_SIZE) -> MergedMemory:
    """Merge whole files as git merges text; what git takes for binary becomes one conflict."""
    found = _merge_texts(base, ours, theirs, marker_size)
    return MergedMemory(found.data, () if found.is_clean else ("text",))


def _merge_fronts(
    common: MemoryText, ours: MemoryText, theirs: MemoryText, fields: MergedFront, marker_size: int
) -> tuple[str, tuple[str, ...]]:
    """The three front matters, each changed to say what the merge came to, so that git's merge of them keeps comments
    and spelling of both sides, and shows as conflicts what is left open.
    """
    base = reword(common.front, fields.base, (ours.front, theirs.front))
    one = reword(ours.front, fields.ours, (theirs.front,))
    other = reword(theirs.front, fields.theirs, (ours.front,))
    found = _merge_texts(base.encode("utf-8"), one.encode("utf-8"), other.encode("utf-8"), marker_size)
    merged = found.data.decode("utf-8")
    if found.is_clean and not fields.open and says(merged, fields.ours):
        return merged, ()
    if not fields.open and says(one, fields.ours) and has_comments_of(f"{base}{one}", other):
        return one, ()
    is_readable = not found.is_clean and all(
        says(side_of(merged, marker_size, is_ours=is_ours), wanted)
        for is_ours, wanted in ((True, fields.ours), (False, fields.theirs))
    )
    if not is_readable:
        merged = conflict_of(ours.front.encode("utf-8"), theirs.front.encode("utf-8"), marker_size).decode("utf-8")
    return merged, fields.open or ("comments",)


def _merge_bodies(
    common: MemoryText, ours: MemoryText, theirs: MemoryText, marker_size: int
) -> tuple[bytes, tuple[str, ...]]:
    found = _merge_texts(common.body, ours.body, theirs.body, marker_size)
    if found.is_clean:
        return found.data, ()
    is_hidden = read_text(ours.joined(ours.front, found.data)) is not None
    if is_hidden and marker_size == MARKER_SIZE:
        # Within a fenced block, markers are text: nobody would be told of them.
        return conflict_of(ours.body, theirs.body, marker_size, ours.newline), ("body",)
    return found.data, ("body",)


def _merge_texts(base: bytes, ours: bytes, theirs: bytes, marker_size: int) -> TextMerge:
    try:
        return merge_texts(base, ours, theirs, marker_size=marker_size)
    except GitFailed:
        return TextMerge(conflict_of(ours, theirs, marker_size), is_clean=False)
