"""`git memory recall`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.memory_text import render_recalled
from legendary_git.usecases.recall import recall


@click.command("recall")
@click.argument("query", nargs=-1, required=True)
@click.option("-m", "most", type=click.IntRange(min=1), default=8, show_default=True, help="How many at most.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(query: tuple[str, ...], most: int, as_json: bool) -> None:
    """Search everything that memories say and name. Any QUERY is taken literally."""
    recalled = recall(open_workspace(), " ".join(query), most=most)
    warn(recalled.notices)
    if as_json:
        from legendary_git.render.as_json import of_recalled

        say([of_recalled(recalled)])
    else:
        say(render_recalled(recalled))
