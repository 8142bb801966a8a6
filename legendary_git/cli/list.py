"""`git memory list`."""

from __future__ import annotations

import click

from legendary_git.cli.output import is_terminal, say, warn
from legendary_git.domain.judged import Survey
from legendary_git.render.memory_text import render_invalid, render_row
from legendary_git.usecases.list import list_memories
from legendary_git.usecases.workspace import open_workspace


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """List every memory with its verdict."""
    say_survey("list", list_memories(open_workspace()), as_json=as_json)


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
