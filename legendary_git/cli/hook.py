"""`git memory hook`: what the git hooks call; the fast way to it is in `legendary_git.__main__`."""

from __future__ import annotations

import click

from legendary_git.hooks.run import run


@click.command("hook")
@click.argument("name", metavar="GIT-HOOK")
@click.argument("arguments", nargs=-1)
def command(name: str, arguments: tuple[str, ...]) -> int:
    """Run what the git hook GIT-HOOK runs: bring the index in step with HEAD and tell what flipped."""
    return run([name, *arguments])
