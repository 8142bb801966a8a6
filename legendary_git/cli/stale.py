"""`git memory stale`."""

from __future__ import annotations

import click

from legendary_git.cli.list import say_survey
from legendary_git.cli.where import open_workspace
from legendary_git.usecases.stale import stale


@click.command("stale")
@click.option("--file", "files", multiple=True, metavar="PATH", help="Only memories anchored to this file; repeatable.")
@click.option("--at", metavar="REV", help="Judge this commit instead of the working tree.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(files: tuple[str, ...], at: str | None, as_json: bool) -> None:
    """List the memories that may be wrong now: stale, orphaned or unknown."""
    say_survey("stale", stale(open_workspace(), files=files, at=at), as_json=as_json)
