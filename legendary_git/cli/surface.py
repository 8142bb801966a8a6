"""`git memory surface`: what an agent's hook runs; the fast way to it is in `legendary_git.__main__`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from legendary_git.agents.plain import preview
from legendary_git.agents.run import run
from legendary_git.cli.output import say
from legendary_git.errors import UsageError


@click.command("surface")
@click.option("--host", default="claude", metavar="NAME", help="The agent whose hook runs this (default: claude).")
@click.option("--file", "path", metavar="PATH", help="Print what would be pushed for this file, and keep nothing.")
def command(host: str, path: str | None) -> int:
    """Push what memories say to an agent: its hook runs this, an event as JSON on stdin, an answer as JSON or nothing.

    When it opens or edits a file, the memories anchored there come with their verdicts, once a session; after an edit,
    those that it left out of step; as a session begins, a brief. Any failure is silent: the agent goes on.
    """
    if path is None:
        return run(["surface", "--host", host])
    if not Path(path).is_file():
        raise UsageError(f"there is no file {path!r}", "name a file that is there")
    text = preview(path, os.environ)
    if text:
        say(text.split("\n"))
    return 0
