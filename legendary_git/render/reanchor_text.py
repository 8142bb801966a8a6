"""What became of anchors, as text."""

from __future__ import annotations

from legendary_git.render.diff_text import render_sides
from legendary_git.render.safe import safe_name
from legendary_git.render.words import name_of
from legendary_git.usecases.reanchor import Reanchored, Reanchoring


def render_reanchored(found: Reanchored) -> list[str]:
    """A line an anchor, and below it what was compared where a person said where the code is and it is not the same."""
    return [
        line for one in found.done for line in (render_reanchoring(one, is_dry_run=found.is_dry_run), *_evidence(one))
    ]


def render_reanchoring(one: Reanchoring, *, is_dry_run: bool = False) -> str:
    """`reanchored [label #id] OLD -> NEW (lines A-B): fresh`."""
    word = "would reanchor" if is_dry_run else "reanchored"
    old, new, lines = one.before.anchor.spec, one.after.spec, one.after.lines
    place = safe_name(old) if old == new else f"{safe_name(old)} -> {safe_name(new)}"
    told = f" (lines {lines})" if lines is not None and one.after.symbol is not None else ""
    return f"{word} {name_of(one.memory)} {place}{told}: {one.verdict}{_degree(one)}"


def _degree(one: Reanchoring) -> str:
    if one.comparison is None or one.comparison.is_same:
        return ""
    if one.comparison.similarity is None:
        return ", what was stamped could not be compared"
    return f", {one.comparison.similarity} % is as it was"


def _evidence(one: Reanchoring) -> list[str]:
    if one.comparison is None or one.comparison.is_same:
        return []
    return render_sides(one.comparison.before, one.comparison.after)
