"""`git memory hooks install|uninstall|status`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from legendary_git.cli.output import say
from legendary_git.errors import EXIT_NO, EXIT_OK
from legendary_git.git.hook_files import install, status, uninstall
from legendary_git.usecases.workspace import open_workspace


@click.group("hooks")
def command() -> None:
    """Install, remove or examine the git hooks."""


@command.command("install")
@click.option("--force-global", is_flag=True, help="Write the hooks even if core.hooksPath is outside this repository.")
def install_hooks(force_global: bool) -> None:
    """Install the hooks; hooks that are already there keep running."""
    say(install(open_workspace().repo, Path(sys.executable), force_global=force_global).lines())


@command.command("uninstall")
def uninstall_hooks() -> None:
    """Remove the hooks and put back what was there."""
    say(uninstall(open_workspace().repo).lines())


@command.command("status")
def show_status() -> int:
    """Tell for each hook whether git would really run it. Exit code 1 if one would not be."""
    found = status(open_workspace().repo)
    for hook in found:
        say([f"{'ok' if hook.effective else 'wrong'}: {hook.name}: {hook.why}"])
        say([f"  cure: {hook.cure}"] if not hook.effective else [])
    return EXIT_OK if all(hook.effective for hook in found) else EXIT_NO
