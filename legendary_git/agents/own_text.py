"""What of an output is ours: notes that were pushed before, memory files. An error in it has not happened now."""

from __future__ import annotations

from legendary_git.render.frame import CLOSING, OPENING
from legendary_git.store.places import MEMORIES

_LONGEST = 200
"""Lines: a frame that is not closed by then was cut, and what follows is somebody else's."""
_ITEMS = 50
_LIST = "triggers:"


def foreign_lines(lines: list[str]) -> list[str]:
    """The lines but for ours: framed notes, the triggers of a memory in its file or shown, lines that name one."""
    if any(OPENING in line for line in lines):
        lines = _without_frames(lines)
    if any(_LIST in line for line in lines):
        lines = _without_lists(lines)
    return [line for line in lines if MEMORIES not in line and not line.lstrip(" +-").startswith(f"{_LIST} ")]


def _without_frames(lines: list[str]) -> list[str]:
    found: list[str] = []
    left = 0
    for line in lines:
        if OPENING in line:
            left = _LONGEST
        if not left:
            found.append(line)
        left = 0 if CLOSING in line else max(0, left - 1)
    return found


def _without_lists(lines: list[str]) -> list[str]:
    found: list[str] = []
    left = 0
    for line in lines:
        if line.rstrip().endswith(_LIST):
            left = _ITEMS
        elif left and "- " not in line[:_LONGEST]:
            left = 0
        if not left:
            found.append(line)
        left = max(0, left - 1)
    return found
