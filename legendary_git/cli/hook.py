"""`git memory hook`: what the git hooks call; the fast way to it is in `legendary_git.__main__`."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from legendary_git.errors import UserError
from legendary_git.hooks.run import run


@click.command("hook")
@click.option("--keep", is_flag=True, help="Keep what decides without Python whether there is anything to do.")
@click.argument("name", metavar="GIT-HOOK")
@click.argument("arguments", nargs=-1)
def command(keep: bool, name: str, arguments: tuple[str, ...]) -> int:
    """Run what the git hook GIT-HOOK runs: bring the index in step with HEAD and tell what flipped."""
    if keep:
        _keep()
    return run([name, *arguments])


def _keep() -> None:
    """Where it cannot be kept, the next hook starts Python again."""
    from legendary_git.git.hook_files import keep_for_lines
    from legendary_git.usecases.workspace import open_workspace

    with suppress(UserError):
        keep_for_lines(open_workspace().repo, Path(sys.executable))
