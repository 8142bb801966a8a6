"""`git memory why`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.memory_text import render_memory
from legendary_git.usecases.show import Shown
from legendary_git.usecases.why import why


@click.command("why")
@click.argument("place", metavar="PATH[:LINE|::SYMBOL]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(place: str, as_json: bool) -> None:
    """Show the memories about a place in the code, the closest first."""
    found = why(open_workspace(), place)
    warn(found.notices)
    if as_json:
        from legendary_git.render.as_json import of_survey

        say([of_survey("why", found)])
        return
    for number, judged in enumerate(found.memories):
        say([*([""] if number else []), *render_memory(Shown(found.head, judged))])
