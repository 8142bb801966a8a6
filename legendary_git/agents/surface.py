"""`git memory surface`: what memories say about the file that an agent is about to read or edit, or has edited.

Most calls end in the first lines: no repository, no memories, none about this file, or all of them told before.
"""

from __future__ import annotations

from legendary_git.agents.complaint import say_late
from legendary_git.agents.event import Event, Moment
from legendary_git.agents.target import find_place
from legendary_git.git.blob_id import short_digest
from legendary_git.usecases.call_time import TooLong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from legendary_git.agents.event import Edit
    from legendary_git.agents.session import Session
    from legendary_git.usecases.place import Place
    from legendary_git.usecases.pushing import Push

_WRONG = ("stale", "orphaned")
_CORRECT = (
    "If one is wrong now, correct it: git memory supersede, "
    "deprecate or reaffirm ID; if it holds all the same: git memory reaffirm ID --evidence TEXT."
)
_BY_THIS = f"This edit leaves these notes out of step with the code. {_CORRECT}"
_BY_SOMETHING = f"These notes are out of step with the code as it is now. {_CORRECT}"
"""Where it cannot be told whether it was this edit."""


def surface(event: Event, environ: Mapping[str, str]) -> str:
    """What is to be put before the agent at this event; empty where nothing is worth it."""
    if event.moment is Moment.SESSION:
        from legendary_git.agents.brief import begin

        return begin(event, environ)
    if event.moment is Moment.PROMPT:
        from legendary_git.agents.prompt import recall

        return recall(event, environ)
    said: list[str] = []
    for path in event.paths:
        spent = sum(len(text) + 1 for text in said)
        try:
            said += filter(None, [_about(event, path, environ, spent)])
        except TooLong as error:
            say_late(error, "surface")
            break  # what is known by now is told
    return "\n".join(said)


def _about(event: Event, path: str, environ: Mapping[str, str], spent: int) -> str:
    place = find_place(path, event.cwd, environ)
    if place is None or not place.has_store:
        return ""
    is_after = event.moment is Moment.AFTER_EDIT
    if is_after and place.is_memory:
        return ""  # no code was changed; what it says now is told where its code is opened
    # Late, as everything below: most calls end here, or where nothing is new.
    from legendary_git.agents.session import Session
    from legendary_git.usecases.pushing import find_pushes, nearby_of

    session = Session.open(place.near.git_dir, event.session, environ)
    pushes = find_pushes(
        place,
        environ,
        lambda one: not session.is_new_to(_near(place, one.id), nearby_of(place, one)),
        lambda late: say_late(late, "surface"),
    )
    new = [push for push in pushes if _is_new(session, push, is_after=is_after)]
    edits = tuple(edit for edit in event.edits if edit.path == path)
    heading = ""
    if is_after and new:
        from legendary_git.agents.edited import Edited

        new, is_certain = Edited(place, session, edits, event.before, environ).sort_out(new)
        heading = _BY_THIS if is_certain else _BY_SOMETHING
    text = _push(place, session, new, edits, heading, environ, spent, is_pointer=is_after) if new else ""
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


def _push(
    place: Place,
    session: Session,
    new: list[Push],
    edits: Sequence[Edit],
    heading: str,
    environ: Mapping[str, str],
    spent: int,
    *,
    is_pointer: bool,
) -> str:
    from legendary_git.agents.complaint import complain
    from legendary_git.agents.notes import as_note, in_order, listing_command
    from legendary_git.agents.telling import tell
    from legendary_git.render.frame import HEADING
    from legendary_git.usecases.push_settings import load_push_settings
    from legendary_git.usecases.pushable import keep_pushable

    settings = load_push_settings(place.near, environ)
    complain(settings.faults)
    new = keep_pushable(place, new, environ, only_merged=settings.only_merged)
    is_pointer = is_pointer or place.is_memory
    notes = [(push, as_note(push, is_pointer=is_pointer)) for push in in_order(new, place, edits)]
    _keep_answers(place, new)
    return tell(session, notes, settings, heading or HEADING, more=listing_command(place.repo_path), spent=spent)


def _keep_answers(place: Place, pushes: list[Push]) -> None:
    if any(push.found is not None for push in pushes):
        from legendary_git.usecases.pushing_slowly import keep_answers

        keep_answers(place, pushes)
