"""`git memory guard`: what memories say about an error that has just been printed again.

Nearly all output has none, and is let go after one look at its words: until then nothing is loaded that can wait.
"""

from __future__ import annotations

import os

from legendary_git.agents.event import Event
from legendary_git.agents.target import find_folder, find_repository
from legendary_git.store.places import MEMORIES
from legendary_git.usecases.call_time import TooLong, lock_seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from legendary_git.domain.trigger_search import Sighting, Trigger
    from legendary_git.git.nearest import Nearest


def guard(event: Event, environ: Mapping[str, str]) -> str:
    """What is to be put before the agent after a command; empty where its output shows no error that is known."""
    if not event.output.strip():
        return ""
    near = _find_store(event, environ)
    if near is None:
        return ""
    try:
        sightings = find_sightings(near, event)
        if not sightings:
            return ""
        from legendary_git.agents.recurrence import push  # late: most calls end here

        return push(event, near, sightings, environ)
    except TooLong as error:
        from legendary_git.agents.complaint import say_late

        say_late(error, "guard")
        return ""


def find_sightings(near: Nearest, event: Event) -> list[Sighting]:
    """The triggers of memories that hold, where they stand in the output as errors that happened now.

    Where memories have to be read first, and that takes longer than anybody waits, those that were read count; raises
    TooLong where none of these has any.
    """
    from legendary_git.domain.whole_output import Output
    from legendary_git.store.quick_look import WAIT_SECONDS, Behind, Garbled
    from legendary_git.store.trigger_look import TriggerLook

    output: Output | None = None
    triggers = []
    try:
        look = TriggerLook(near.root, near.git_dir, lock_seconds(WAIT_SECONDS))
        try:
            if look.has_triggers():
                output = Output(event.output)
                triggers = look.triggers_for(output.text)
        finally:
            look.close()
    except Behind as error:
        output = output or Output(event.output)
        triggers = _load_triggers(near, output.text, is_damaged=isinstance(error, Garbled))
    if not triggers or output is None:
        return []
    from legendary_git.agents.happened import Happened
    from legendary_git.domain.trigger_search import find_triggers

    lines = output.lines_with({one.word for one in triggers}, _foreign)
    return find_triggers(lines, triggers, Happened(event).accepts)


def _load_triggers(near: Nearest, text: str, *, is_damaged: bool) -> list[Trigger]:
    from legendary_git.usecases.triggers_slowly import load_triggers

    try:
        return load_triggers(near, text, is_damaged=is_damaged)
    except TooLong as late:
        found = _triggers_by_now(near, text)
        if not found:
            raise
        from legendary_git.agents.complaint import say_late

        say_late(late, "guard")
        return found


def _triggers_by_now(near: Nearest, text: str) -> list[Trigger]:
    from legendary_git.store.quick_look import WAIT_SECONDS, Behind
    from legendary_git.store.trigger_look import TriggerLook

    try:
        look = TriggerLook(near.root, near.git_dir, lock_seconds(WAIT_SECONDS), is_partial=True)
        try:
            return look.triggers_for(text)
        finally:
            look.close()
    except Behind:
        return []


def _foreign(text: str) -> str:
    if "git-memory" not in text and ".legendary" not in text and "triggers" not in text:
        return text
    from legendary_git.agents.own_text import foreign_lines

    return "\n".join(foreign_lines(text.split("\n")))


def _find_store(event: Event, environ: Mapping[str, str]) -> Nearest | None:
    """The repository in which the command ran, or where that has no memories, the session's."""
    folder = find_folder(event.cwd)
    if folder is None:
        return None
    from legendary_git.agents.command_folder import find_command_folder

    for one in dict.fromkeys((find_command_folder(event.command or "", folder), folder)):
        near = find_repository(one, environ)
        if near is not None and os.path.isdir(os.path.join(near.root, MEMORIES)):
            return near
    return None
