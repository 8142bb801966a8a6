"""`git memory reanchor`."""

from __future__ import annotations

import click

from legendary_git.cli.output import complain, notice, say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.errors import EXIT_NO, EXIT_OK, UsageError
from legendary_git.render.reanchor_text import render_reanchored
from legendary_git.usecases.reanchor import Reanchored, reanchor, reanchor_all


@click.command("reanchor")
@click.argument("memory_id", metavar="[ID]", required=False)
@click.option("--to", metavar="SPEC", help="Where it is now: PATH, PATH:START-END, PATH::Symbol.")
@click.option("--anchor", "which", metavar="SPEC", help="Which anchor is meant, as it is written now.")
@click.option("--all", "everywhere", is_flag=True, help="Every anchor whose code is proved to be elsewhere.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    memory_id: str | None, to: str | None, which: str | None, everywhere: bool, dry_run: bool, as_json: bool
) -> int:
    """Rewrite the anchors of a memory to where their code is now, as far as that is proved.

    Code that moved, was renamed or formatted is carried over; code that changed is not. With --to you say where it is:
    if what stands there differs from what was remembered, the memory stays stale, and the difference is shown.
    """
    ws = open_workspace()
    if everywhere:
        if memory_id is not None or to is not None or which is not None:
            raise UsageError("--all takes no ID, no --to and no --anchor", "git memory reanchor --all [--dry-run]")
        found = reanchor_all(ws, dry_run=dry_run)
    elif memory_id is None:
        raise UsageError("no memory is named", "git memory reanchor ID, or --all")
    else:
        found = reanchor(ws, memory_id, to=to, which=which, dry_run=dry_run)
    _say(found, as_json=as_json)
    return EXIT_NO if found.refused else EXIT_OK


def _say(found: Reanchored, *, as_json: bool) -> None:
    warn(found.notices)
    if as_json:
        from legendary_git.render.changes_json import of_reanchored

        say([of_reanchored(found)])
    else:
        say(render_reanchored(found))
        if not (found.done or found.refused):
            notice(["nothing to rewrite: every anchor that is fresh says where its code is"])
    for refusal in found.refused:
        complain(refusal.error)
