"""Put notes before the agent of one session: each once, within the budgets; what does not fit stays new."""

from __future__ import annotations

from legendary_git.render.frame import frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legendary_git.agents.session import Session
    from legendary_git.render.frame import Note
    from legendary_git.usecases.push_settings import PushSettings
    from legendary_git.usecases.pushing import Push

_NAMED = "+"
"""Before the id of a memory under which a session keeps that it was named, because it did not fit."""


def tell(
    session: Session,
    notes: Sequence[tuple[Push, Note]],
    settings: PushSettings,
    heading: str,
    *,
    more: str = "",
    spent: int = 0,
) -> str:
    """The frame with those of the notes that the session was not told yet, however many hooks of it run at once.

    `spent` is what this push has taken already. What does not fit stays new; that it is there is said once.
    """
    with session:
        new = [(push, note) for push, note in notes if session.is_new_to(push.noted.id, push.said)]
        named = {note.key for push, note in new if not session.is_new_to(_NAMED + push.noted.id, push.said)}
        budget = min(settings.push_budget - spent, session.left(settings.session_budget))
        framed = frame([note for _, note in new], budget, heading, more=more, named=named)
        around = len(framed.text) - sum(framed.sizes.values())
        for push, note in new:
            if note.key in framed.sizes or note.key in framed.named:
                is_told = note.key in framed.sizes
                key = push.noted.id if is_told else _NAMED + push.noted.id
                session.keep(key, push.said, framed.sizes.get(note.key, 0) + around)
                around = 0
    return framed.text
