"""`git memory supersede`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.correcting_text import render_superseded
from legendary_git.usecases.supersede import supersede


@click.command("supersede")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(old: str, new: str, as_json: bool) -> None:
    """Retire the memory OLD: NEW stands in its place.

    NEW must be about all the code that OLD is about: a file covers its symbols, a class its methods. Both files are
    changed, or neither.
    """
    found = supersede(open_workspace(), old, new)
    warn(found.notices)
    if as_json:
        from legendary_git.render.changes_json import of_superseded

        say([of_superseded(found)])
    else:
        say(render_superseded(found))
