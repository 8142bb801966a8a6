"""Take secrets out of a text that somebody wants to keep otherwise."""

from __future__ import annotations

from legendary_git.secrets.find import find_secrets

CROSSED_OUT = "…"
_FIELD = "text"


def cross_out(text: str) -> str:
    """The text with `…` in the place of every line in which there is a secret; one that goes on takes its lines along.

    Empty where a secret is still found after that.
    """
    lines = text.split("\n")
    while found := find_secrets({_FIELD: "\n".join(lines)}):
        places = {min(one.line, len(lines)) - 1 for one in found}
        done = {place for place in places if lines[place] != CROSSED_OUT}
        # What begins on a line that is crossed out already is one that was wrapped: the next line has the rest of it.
        done |= {_following(lines, place) for place in places - done}
        if all(lines[place] == CROSSED_OUT for place in done):
            return ""
        for place in done:
            lines[place] = CROSSED_OUT
    return "\n".join(lines)


def _following(lines: list[str], place: int) -> int:
    return next((at for at in range(place, len(lines)) if lines[at] != CROSSED_OUT), place)
