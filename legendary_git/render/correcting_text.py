"""What became of memories that were corrected, as text."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.render.diff_text import render_anchor_diff
from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.words import name_of
from legendary_git.usecases.deprecate import Deprecated
from legendary_git.usecases.examine import NEVER
from legendary_git.usecases.reaffirm import Reaffirmation, Restamped
from legendary_git.usecases.record import Recorded, RecordedFlip
from legendary_git.usecases.resolve import Resolved
from legendary_git.usecases.supersede import Superseded


def render_superseded(found: Superseded) -> list[str]:
    """`superseded [label #id] by [label #id] TITLE`."""
    return [f"superseded {name_of(found.old)} by {name_of(found.new)} {one_line(found.new.title)}"]


def render_deprecated(found: Deprecated) -> list[str]:
    """`deprecated [label #id]: reason`."""
    return [f"deprecated {name_of(found.memory)}: {one_line(found.reason)}"]


def render_doubt(ready: Reaffirmation) -> list[str]:
    """What a person should look at before they say that a memory holds: its words, and the code then and now."""
    in_doubt = {one.before.anchor.spec for one in ready.anchors if one.before is not None}
    memory = ready.judged.memory
    lines = [f"{name_of(memory)} {one_line(memory.content)}"]
    return [
        *lines,
        *(line for one in ready.diffs if one.judged.anchor.spec in in_doubt for line in render_anchor_diff(one)),
    ]


def render_reaffirmed(done: Reaffirmation) -> list[str]:
    """`reaffirmed [label #id] OLD -> NEW (lines A-B): fresh`, a line an anchor; and the day, where there is another."""
    name, day = name_of(done.judged.memory), done.assertion.expires
    again = [] if day is None else [f"renewed {name} {'for good' if day.strip() == NEVER else f'until {day.strip()}'}"]
    return [*(f"reaffirmed {name} {_place(one)}" for one in done.anchors), *again]


def _place(one: Restamped) -> str:
    old = safe_name(one.before.anchor.spec) if one.before is not None else ""
    if one.after is None:
        return f"{old}: no longer anchored"
    new, lines = safe_name(one.after.spec), one.after.lines
    told = f" (lines {lines})" if lines is not None and one.after.symbol is not None else ""
    return f"{new if old in ('', new) else f'{old} -> {new}'}{told}: fresh"


def render_resolved(found: Resolved) -> list[str]:
    """A line a memory: what is kept, what that supersedes, what is deprecated and why."""
    return [
        *(f"kept {name_of(one)} {one_line(one.title)}" for one in found.kept),
        *(f"superseded {name_of(one)} by {name_of(found.kept[0])}" for one in found.superseded),
        *(f"deprecated {name_of(one)}: {one_line(found.reason)}" for one in found.deprecated),
    ]


def render_recorded(found: Recorded) -> list[str]:
    """A line a flip, and the commit if there is one."""
    lines = [_flip(one) for one in found.flips]
    return [*lines, *([f'committed {found.commit[:7]} "{found.subject}"'] if found.commit is not None else [])]


def _flip(one: RecordedFlip) -> str:
    flip = one.transition
    by = f' by {flip.commit[:7]} "{one_line(flip.subject or "")}"' if flip.commit is not None else ""
    return f"recorded {name_of(one.memory)} {safe_name(flip.anchor)}: {flip.after}{by}"


def render_left(paths: Sequence[str]) -> list[str]:
    """A line for each file that was written and not committed."""
    return [f"{safe_name(path)} has other changes that are not committed: commit it yourself" for path in paths]
