"""`git memory resolve`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.render.correcting_text import render_resolved
from legendary_git.usecases.resolve import resolve


@click.command("resolve")
@click.argument("memory_id", metavar="ID")
@click.option("--keep", multiple=True, required=True, metavar="ID", help="A memory that holds; repeatable.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(memory_id: str, keep: tuple[str, ...], as_json: bool) -> None:
    """Say which of the memories that contradict each other hold. The others are retired.

    What is kept supersedes those whose code it covers; the rest are deprecated.
    """
    found = resolve(open_workspace(), memory_id, keep)
    warn(found.notices)
    if as_json:
        from legendary_git.render.changes_json import of_resolved

        say([of_resolved(found)])
    else:
        say(render_resolved(found))
