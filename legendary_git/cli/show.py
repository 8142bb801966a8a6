"""`git memory show`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.memory_text import render_memory
from legendary_git.usecases.show import show


@click.command("show")
@click.argument("memory_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(memory_id: str, as_json: bool) -> None:
    """Show one memory and whether it still holds. ID may be shortened to any unique beginning."""
    shown = show(open_workspace(), memory_id)
    warn(shown.notices)
    if as_json:
        from legendary_git.render.as_json import of_shown

        say([of_shown("show", shown)])
    else:
        say(render_memory(shown))
