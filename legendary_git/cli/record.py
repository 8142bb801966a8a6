"""`git memory record`."""

from __future__ import annotations

import click

from legendary_git.cli.output import complain, notice, say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.errors import EXIT_NO, EXIT_OK
from legendary_git.render.correcting_text import render_left, render_recorded
from legendary_git.usecases.record import record


@click.command("record")
@click.option("--commit", "is_committed", is_flag=True, help="Commit the files that were written, and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(is_committed: bool, as_json: bool) -> int:
    """Write the flips that the hooks saw into the `history` of the memories' files."""
    found = record(open_workspace(), commit=is_committed)
    warn((*found.notices, *render_left(found.left)))
    if as_json:
        from legendary_git.render.changes_json import of_recorded

        say([of_recorded(found)])
    else:
        say(render_recorded(found))
        if not (found.flips or found.refused):
            notice(["nothing to record: every flip that was seen is in its memory's history"])
    for _, error in found.refused:
        complain(error)
    return EXIT_NO if found.refused else EXIT_OK
