"""`git memory rebuild`."""

from __future__ import annotations

import click

from legendary_git.cli.output import say
from legendary_git.cli.where import open_workspace
from legendary_git.usecases.rebuild import rebuild


@click.command("rebuild")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """Make the derived index anew from the memory files and git."""
    rebuilt = rebuild(open_workspace())
    if as_json:
        from legendary_git.render.changes_json import of_rebuilt

        say([of_rebuilt(rebuilt)])
    else:
        secrets = f" ({rebuilt.secrets} with a secret: git memory check)" if rebuilt.secrets else ""
        say([f"memories: {rebuilt.memories}, anchors: {rebuilt.anchors}, invalid files: {rebuilt.invalid}{secrets}"])
