"""`git memory hooks install|uninstall|status`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from legendary_git.cli.output import explain_usage, notice, say
from legendary_git.cli.where import open_workspace
from legendary_git.errors import EXIT_NO, EXIT_OK
from legendary_git.git.hook_call import Dialect, call_lines
from legendary_git.git.hook_files import HookAction, install, keep_for_lines, status, uninstall
from legendary_git.git.hook_status import find_callers
from legendary_git.git.merge_driver import install_driver, uninstall_driver
from legendary_git.render.hooks_text import render_driver, render_installed, render_status


@click.group("hooks", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> int:
    """Install, remove or examine the git hooks, and what merges memories."""
    return explain_usage(context)


@command.command("install")
@click.option("--force-global", is_flag=True, help="Write the hooks even if core.hooksPath is outside this repository.")
@click.option("--force", is_flag=True, help="Write the hooks even where a hook manager wipes them or git commits them.")
@click.option(
    "--print",
    "dialect",
    type=click.Choice([one.value for one in Dialect]),
    help="Write no hooks; print the lines by which a hook manager, git's configuration or a shell hook runs ours.",
)
def install_hooks(force_global: bool, force: bool, dialect: str | None) -> None:
    """Install the hooks and the merge driver; hooks that are already there keep running.

    Where a hook manager owns the folder, it has to call ours: the lines to add are printed. What they run is kept in
    the git directory.
    """
    ws, python = open_workspace(), Path(sys.executable)
    if dialect is not None:
        keep_for_lines(ws.repo, python)
        say(call_lines(Dialect(dialect)))
        return
    say(render_driver(install_driver(ws.repo, python)))
    say(render_installed(install(ws.repo, python, force_global=force_global, force=force), ws.root))


@command.command("uninstall")
def uninstall_hooks() -> None:
    """Remove the hooks and the merge driver, and put back what was there."""
    ws = open_workspace()
    reports = uninstall(ws.repo)
    say(line for report in reports for line in render_installed(report, ws.root))
    if not reports:
        say(["there are no hooks of ours"])
    driver = uninstall_driver(ws.repo)
    say(render_driver(driver) if driver is not HookAction.ABSENT else [])
    manager, names = find_callers(ws.repo)
    if names:
        notice([f"{manager} still has lines that call ours: {', '.join(names)}", "hint: take them out of its files"])


@command.command("status")
def show_status() -> int:
    """Tell for each hook whether git would really run it. Exit code 1 if one would not be."""
    found = status(open_workspace().repo)
    say(line for hook in found for line in render_status(hook))
    return EXIT_OK if all(hook.problem is None for hook in found) else EXIT_NO
