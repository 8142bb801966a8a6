"""`git memory init`."""

from __future__ import annotations

import click

from legendary_git.cli.output import notice, say
from legendary_git.cli.where import open_workspace
from legendary_git.render.hooks_text import render_driver, render_installed
from legendary_git.usecases.init import Initialised, init


@click.command("init")
@click.option("--force-global", is_flag=True, help="Write the hooks even if core.hooksPath is outside this repository.")
def command(force_global: bool) -> int:
    """Make this repository remember: the memory folder, its settings, the git hooks, and what merges memories."""
    ws = open_workspace()
    done = init(ws, force_global=force_global)
    say(_lines(done, is_at_root=ws.cwd == ws.root))
    if done.hooks_refused is not None:
        refused = done.hooks_refused
        details = (f"  {line}" for line in refused.details)
        notice([f"hooks are not installed: {refused.what}", *details, f"hint: {refused.todo}"])
        return done.hooks_refused.exit_code
    return 0


def _lines(done: Initialised, *, is_at_root: bool) -> list[str]:
    lines = [f"made {path}" for path in done.made] + [f"found {path}" for path in done.found]
    if done.driver is not None:
        lines += render_driver(done.driver)
    if done.hooks is not None:
        lines += render_installed(done.hooks, done.root)
    if done.made:
        folder = ".legendary" if is_at_root else ":/.legendary"
        lines.append(f'commit it: git add {folder} && git commit -m "Start to remember"')
    return lines
