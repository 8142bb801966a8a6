"""`git memory reaffirm`."""

from __future__ import annotations

import click

from legendary_git.cli.output import is_terminal, say, say_diff, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.correcting_text import render_doubt, render_reaffirmed
from legendary_git.usecases.reaffirm import Assertion, prepare_reaffirmation, reaffirm


@click.command("reaffirm")
@click.argument("memory_id", metavar="ID")
@click.option("--evidence", required=True, metavar="TEXT", help="What shows that it still holds.")
@click.option(
    "--anchor", "anchors", multiple=True, metavar="SPEC", help="What it is about now, where its code is gone."
)
@click.option("--expect", metavar="STATE", help="Only if the code is what `show` printed this state for.")
@click.option("--expires", metavar="DATE", help="When to look at it again, YYYY-MM-DD; never, if it does not age.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    memory_id: str, evidence: str, anchors: tuple[str, ...], expect: str | None, expires: str | None, as_json: bool
) -> None:
    """Say that a stale memory still holds for the code as it is now, and what shows it.

    Its anchors are stamped anew; who said so, when, why, and for which code is added to its evidence. On a terminal the
    old and the new code are shown first. With --expires it gets another day to be looked at, also where its code is
    what was remembered, or it is about none.
    """
    ws = open_workspace()
    asserted = Assertion(memory_id=memory_id, evidence=evidence, anchors=anchors, expect=expect, expires=expires)
    ready = prepare_reaffirmation(ws, asserted)
    warn(ready.notices)
    if is_terminal() and not as_json:
        say_diff(render_doubt(ready))
    reaffirm(ws, ready)
    if as_json:
        from legendary_git.render.changes_json import of_reaffirmed

        say([of_reaffirmed(ready)])
    else:
        say(render_reaffirmed(ready))
