"""`git memory surface`: what memories say about the file that an agent is about to read or edit, or has edited.

Most calls end in the first lines: no repository, no memories, none about this file, or all of them told before.
"""

from __future__ import annotations

from legendary_git.agents.event import Event, Moment
from legendary_git.agents.target import find_place
from legendary_git.git.blob_id import short_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from legendary_git.agents.session import Session
    from legendary_git.usecases.place import Place
    from legendary_git.usecases.pushing import Push

_WRONG = ("stale", "orphaned")
_EDITED = (
    "This edit leaves these notes out of step with the code. If one is wrong now, correct it: git memory supersede, "
    "deprecate or reaffirm ID; if it holds all the same: git memory reaffirm ID --evidence TEXT."
)


def surface(event: Event, environ: Mapping[str, str]) -> str:
    """What is to be put before the agent at this event; empty where nothing is worth it."""
    if event.moment is Moment.SESSION:
        from legendary_git.agents.brief import begin

        return begin(event, environ)
    if event.moment is Moment.PROMPT:
        from legendary_git.agents.prompt import recall

        return recall(event, environ)
    return "\n".join(filter(None, (_about(event, path, environ) for path in event.paths)))


def _about(event: Event, path: str, environ: Mapping[str, str]) -> str:
    place = find_place(path, event.cwd, environ)
    if place is None or not place.has_store:
        return ""
    # Late, as everything below: most calls end here, or where nothing is new.
    from legendary_git.agents.session import Session
    from legendary_git.usecases.pushing import find_pushes, nearby_of

    session = Session.open(place.near.git_dir, event.session, environ)
    pushes = find_pushes(place, environ, lambda one: not session.is_new_to(_near(place, one.id), nearby_of(place, one)))
    is_after = event.moment is Moment.AFTER_EDIT
    new = [push for push in pushes if _is_new(session, push, is_after=is_after)]
    if is_after and new:
        from legendary_git.agents.edited import without_older

        new = without_older(event, place, session, new, environ)
    text = _push(event, place, session, new, environ) if new else ""
    for push in pushes:
        is_told = not session.is_new_to(push.noted.id, push.said)
        if is_told and push.found is not None and not push.found.is_kept:
            session.keep(_near(place, push.noted.id), nearby_of(place, push.noted))
    return text


def _near(place: Place, memory_id: str) -> str:
    """Under which a session keeps what was near a memory when it was told, as seen from the file."""
    return f"{memory_id}@{short_digest(place.repo_path)}"


def _is_new(session: Session, push: Push, *, is_after: bool) -> bool:
    if is_after and push.state not in _WRONG:
        return False
    return session.is_new_to(push.noted.id, push.said)


def _push(event: Event, place: Place, session: Session, new: list[Push], environ: Mapping[str, str]) -> str:
    """Frame what is new, once for the session, however many hooks of it run at the same time."""
    from legendary_git.agents.notes import as_note, in_order
    from legendary_git.render.frame import HEADING, frame
    from legendary_git.usecases.push_settings import load_push_settings
    from legendary_git.usecases.pushable import keep_pushable

    settings = load_push_settings(place.near, environ)
    new = keep_pushable(place, new, environ, only_merged=settings.only_merged)
    is_after = event.moment is Moment.AFTER_EDIT
    is_pointer = is_after or place.is_memory
    notes = [(push, as_note(push, is_pointer=is_pointer)) for push in in_order(new, place, event.edits)]
    _keep_answers(place, new)
    with session:
        notes = [(push, note) for push, note in notes if session.is_new_to(push.noted.id, push.said)]
        budget = min(settings.push_budget, session.left(settings.session_budget))
        framed = frame([note for _, note in notes], budget, _EDITED if is_after else HEADING)
        around = len(framed.text) - sum(framed.sizes.values())
        for number, (push, note) in enumerate(notes):
            session.keep(push.noted.id, push.said, framed.sizes.get(note.key, 0) + (around if number == 0 else 0))
    return framed.text


def _keep_answers(place: Place, pushes: list[Push]) -> None:
    if any(push.found is not None for push in pushes):
        from legendary_git.usecases.pushing_slowly import keep_answers

        keep_answers(place, pushes)
