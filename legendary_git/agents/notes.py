"""Pushes as notes for the frame, in the order in which they matter."""

from __future__ import annotations

from legendary_git.git.disk_bytes import TooLarge, read_regular
from legendary_git.render.frame import LONGEST_NOTE, Note
from legendary_git.render.note_lines import VERIFIED, note_lines, source_line
from legendary_git.render.quoting import unmarked, without_brackets
from legendary_git.render.safe import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legendary_git.agents.event import Edit
    from legendary_git.usecases.place import Place
    from legendary_git.usecases.pushing import Push

_SHORT = 200
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@")
_MOST_LINES = 1_000_000_000
TOO_SLOW = "(not verified: that takes too long to tell)"


def as_note(push: Push, *, is_pointer: bool) -> Note:
    """What is told of a memory: all that it says, or that it is there, where its code is gone or it was told before."""
    one = push.noted
    push.words = push.words or _words(push)
    verdict, _, change = push.words.partition("\n")
    marks = "(conflicted) " if push.opponents or one.status == "conflicted" else ""
    is_pointer = is_pointer or push.state == "orphaned"
    # Cut here already: a memory may have a megabyte, of which nothing more than this is ever shown.
    title, body = one.title[:LONGEST_NOTE], "" if is_pointer else one.body[: LONGEST_NOTE + 1]
    lines = note_lines(one.label[:LONGEST_NOTE], one.id, f"{marks}{verdict}", title, body)
    if change:
        lines.insert(1, f"  {change}")
    for label, other, title in push.opponents:
        name = f"[{without_brackets(label[:_SHORT])} #{other}]"
        lines.append(f"  contradicts {name} {unmarked(one_line(title[:_SHORT]))}")
    source = source_line(one.author[:_SHORT], one.created[:_SHORT], one.written)
    return Note(one.id, lines, source + (", not committed yet" if push.is_own else ""))


def listing_command(repo_path: str) -> str:
    """What lists the memories of a file. Its name is quoted for a shell; one that hides something is not shown."""
    if _PLAIN.issuperset(repo_path) and not repo_path.startswith("-"):
        return f"git memory why {repo_path}"
    if not repo_path.isprintable() or len(repo_path) > _SHORT or "<" in repo_path:
        return ""
    quoted = repo_path.replace("'", "'\\''")
    return f"git memory why -- '{quoted}'"


def in_order(pushes: list[Push], place: Place, edits: Sequence[Edit]) -> list[Push]:
    """Those first whose code the edits touch, then those about the fewest lines."""
    touched = _find_touched(place, edits) if len(pushes) > 1 else []
    return sorted(pushes, key=lambda push: (not _is_touched(push, touched), _size(push), push.noted.id))


def _words(push: Push) -> str:
    if push.found is None:
        return VERIFIED if push.state == "fresh" else ""
    if push.found.judged is None:
        return TOO_SLOW
    from legendary_git.render.delivery import render_change, render_state

    return "\n".join(filter(None, (render_state(push.found.judged), render_change(push.found.change))))


def _size(push: Push) -> int:
    return min((last - first for first, last in push.lines), default=_MOST_LINES)


def _is_touched(push: Push, touched: list[tuple[int, int]]) -> bool:
    return any(first <= end and start <= last for first, last in push.lines for start, end in touched)


def _find_touched(place: Place, edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """The lines of the file, as it is on disk, that are to be replaced; each place where the text stands counts."""
    wanted = [edit.before.encode("utf-8", "surrogatepass") for edit in edits if edit.before]
    try:
        data = read_regular(place.near.abs_path(place.repo_path)) if wanted else None
    except TooLarge:
        data = None
    found = []
    for before in wanted if data is not None else ():
        at = (data or b"").find(before)
        while data is not None and at >= 0:
            first = data.count(b"\n", 0, at) + 1
            found.append((first, first + before.rstrip(b"\n").count(b"\n")))
            at = data.find(before, at + len(before))
    return found
