"""`git memory diff`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, say_diff, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.diff_text import render_diff
from legendary_git.usecases.diff import diff


@click.command("diff")
@click.argument("memory_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(memory_id: str, as_json: bool) -> None:
    """Show the code of a memory as it was when stamped against what it is now."""
    ws = open_workspace()
    found = diff(ws, memory_id)
    warn(ws.notices)
    if as_json:
        from legendary_git.render.as_json import of_diff

        say([of_diff(found)])
    else:
        say_diff(render_diff(found))
