"""`git memory brief`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.memory_text import render_brief
from legendary_git.usecases.brief import brief
from legendary_git.usecases.config import load_config


@click.command("brief")
@click.option("-m", "most", type=click.IntRange(min=0), help="How many memories at most. Default: 8.")
@click.option("--stale-days", type=float, help="Tell of code that changed so lately. Default: 7.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(most: int | None, stale_days: float | None, as_json: bool) -> None:
    """Show what to know before starting, and what may be wrong now."""
    ws = open_workspace()
    config = load_config(ws.root)
    found = brief(
        ws,
        most=config.brief_most if most is None else most,
        stale_days=config.brief_stale_days if stale_days is None else stale_days,
    )
    warn(found.survey.notices)
    if as_json:
        from legendary_git.render.as_json import of_brief

        say([of_brief(found)])
    else:
        say(render_brief(found))
