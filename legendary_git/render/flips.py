"""What a git hook says: all flips in one line."""

from __future__ import annotations

from collections import Counter

from legendary_git.domain.verdict import State
from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.words import name_of
from legendary_git.usecases.catch_up import CatchUp, Flip
from legendary_git.usecases.screening import shown_bad

_NAMED = 3
_WORDS = {State.FRESH: "fresh again"}


def render_catch_up(caught: CatchUp) -> str | None:
    """One line, or None where there is nothing to say. Up to three flips are named, more are counted."""
    parts = []
    if caught.flips:
        flips = sorted(caught.flips, key=lambda flip: (_ORDER.index(flip.after), flip.judged.memory.id))
        parts += [_named(flip) for flip in flips[:_NAMED]]
        if len(flips) > _NAMED:
            parts.append(f"and {_counted(flips[_NAMED:])} more")
    invalid = map(shown_bad, caught.invalid[:_NAMED])
    parts += [f"invalid {safe_name(bad.path)}:{bad.line} {one_line(bad.message)}" for bad in invalid]
    if not parts:
        return None
    is_doubtful = any(flip.after is not State.FRESH for flip in caught.flips)
    return f"legendary: {'; '.join(parts)}{' (see git memory stale)' if is_doubtful else ''}"


_ORDER = (State.ORPHANED, State.STALE, State.UNKNOWN, State.FRESH, State.UNANCHORED)


def _named(flip: Flip) -> str:
    cause = flip.caused_by
    by = f' by {cause.commit[:7]} "{one_line(cause.subject)}"' if cause is not None else ""
    return f"{_word(flip)} {name_of(flip.judged.memory)} {safe_name(flip.anchor.anchor.spec)}{by}"


def _counted(flips: list[Flip]) -> str:
    counts = Counter(_word(flip) for flip in flips)
    return ", ".join(f"{count} {word}" for word, count in counts.items())


def _word(flip: Flip) -> str:
    return _WORDS.get(flip.after, str(flip.after))
