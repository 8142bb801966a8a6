"""What would be pushed for a file, for a person who wants to see it."""

from __future__ import annotations

from collections.abc import Mapping

from legendary_git.agents.complaint import complain
from legendary_git.agents.notes import as_note, in_order, listing_command
from legendary_git.agents.target import find_place
from legendary_git.render.frame import frame
from legendary_git.usecases.push_settings import load_push_settings
from legendary_git.usecases.pushable import keep_pushable
from legendary_git.usecases.pushing import find_pushes


def preview(path: str, environ: Mapping[str, str]) -> str:
    """The text that an agent would get that opens the file in a new session; empty where nothing. Nothing is kept."""
    place = find_place(path, None, environ)
    if place is None or not place.has_store:
        return ""
    settings = load_push_settings(place.near, environ)
    complain(settings.faults)
    pushes = keep_pushable(place, find_pushes(place, environ), environ, only_merged=settings.only_merged)
    notes = [as_note(push, is_pointer=place.is_memory) for push in in_order(pushes, place, ())]
    budget = min(settings.push_budget, settings.session_budget)
    return frame(notes, budget, more=listing_command(place.repo_path)).text
