"""`git memory deprecate`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.correcting_text import render_deprecated
from legendary_git.usecases.deprecate import deprecate


@click.command("deprecate")
@click.argument("memory_id", metavar="ID")
@click.option("--reason", required=True, metavar="TEXT", help="Why it no longer holds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(memory_id: str, reason: str, as_json: bool) -> None:
    """Retire a memory that no longer holds and that no other one replaces. Its file stays."""
    found = deprecate(open_workspace(), memory_id, reason)
    warn(found.notices)
    if as_json:
        from legendary_git.render.changes_json import of_deprecated

        say([of_deprecated(found)])
    else:
        say(render_deprecated(found))
