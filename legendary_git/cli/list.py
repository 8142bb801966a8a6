"""`git memory list`."""

from __future__ import annotations

import click

from legendary_git.cli.output import is_terminal, say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.domain.judged import Survey
from legendary_git.domain.values import replace
from legendary_git.render.memory_text import render_invalid, render_row
from legendary_git.usecases.list import list_memories


@click.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that were superseded or deprecated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(everything: bool, as_json: bool) -> None:
    """List every memory that holds, with its verdict. JSON has the retired ones too, with their status."""
    found = list_memories(open_workspace())
    if not (everything or as_json):
        found = replace(found, memories=tuple(found.current()))
    say_survey("list", found, as_json=as_json)


def say_survey(name: str, found: Survey, *, as_json: bool) -> None:
    """Print memories: as JSON, as a table on a terminal, or as the three fields a line that pipes get."""
    warn((*found.notices, *render_invalid(found)))
    if as_json:
        from legendary_git.render.as_json import of_survey

        say([of_survey(name, found)])
    elif is_terminal() and found.memories:
        from legendary_git.render.table import print_table

        print_table(found.memories)
    else:
        say(render_row(judged) for judged in found.memories)
