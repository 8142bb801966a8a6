"""`git memory log`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.memory_text import render_transition
from legendary_git.usecases.log import log


@click.command("log")
@click.argument("memory_id", metavar="ID", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(memory_id: str | None, as_json: bool) -> None:
    """Show when verdicts changed and by which commit, the latest first.

    A commit that a rebase or an amendment has replaced since is marked as no longer in history.
    """
    ws = open_workspace()
    transitions = log(ws, memory_id)
    warn(ws.notices)
    if as_json:
        from legendary_git.render.as_json import of_log

        say([of_log(transitions)])
    else:
        say(render_transition(one) for one in transitions)
