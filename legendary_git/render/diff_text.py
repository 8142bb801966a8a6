"""The two versions of a memory's code as a unified diff."""

from __future__ import annotations

from difflib import unified_diff

from legendary_git.domain.verdict import State
from legendary_git.render.memory_text import render_anchor
from legendary_git.render.safe import safe
from legendary_git.usecases.diff import AnchorDiff, Diff, Side

_NOT_HERE = "  what was stamped is not in this clone; it cannot be shown"


def render_diff(found: Diff) -> list[str]:
    """For each anchor a line with its verdict, then the diff of its region, if there is one."""
    return [line for one in found.anchors for line in render_anchor_diff(one)]


def render_anchor_diff(one: AnchorDiff) -> list[str]:
    """One anchor's line and diff."""
    return [render_anchor(one.judged), *_lines(one)]


def _lines(one: AnchorDiff) -> list[str]:
    before, after = one.before, one.after
    if before is None:
        return [_NOT_HERE]
    if one.judged.verdict.state is State.UNKNOWN and (after is None or one.judged.anchor.symbol is not None):
        # Where a file does not parse, nobody knows where a symbol in it ends: what is shown would look deleted.
        return ["  what stands there now cannot be read; it cannot be shown"]
    return render_sides(before, after)


def render_sides(before: Side | None, after: Side | None) -> list[str]:
    """The unified diff of two texts and their places; without the first one a line that says so."""
    if before is None:
        return [_NOT_HERE]
    new_place = after.place if after is not None else "/dev/null"
    old, new = _split(before), _split(after)
    if old == new:
        return ["  no difference"]
    diff = unified_diff(
        old, new, f"a/{before.place}", f"b/{new_place}" if after is not None else new_place, lineterm=""
    )
    shown = [safe(line) for line in diff]
    if len(shown) > 2:
        shown[2] = _hunk(shown[2], before, after)
    return shown


def _split(side: Side | None) -> list[str]:
    return side.text.split("\n") if side is not None else []


def _hunk(header: str, before: Side, after: Side | None) -> str:
    """The first hunk's header, with the lines at which the region begins in its file."""
    return f"{header} (from line {before.first_line}{f', now {after.first_line}' if after is not None else ''})"
