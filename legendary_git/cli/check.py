"""`git memory check`."""

from __future__ import annotations

import click

from legendary_git.cli.output import notice, say, warn
from legendary_git.cli.where import open_workspace
from legendary_git.errors import EXIT_NO, EXIT_OK, ConfigError, UsageError
from legendary_git.render.check_text import render_check, render_summary
from legendary_git.usecases.check import POLICIES, check
from legendary_git.usecases.config import load_config, parse_policies


@click.command("check")
@click.option("--fail-on", metavar="LIST", help="What fails, comma-separated. Default: orphaned,invalid,conflicted.")
@click.option("--at", metavar="REV", help="Judge this commit instead of HEAD.")
@click.option("--worktree", is_flag=True, help="Judge the working tree instead of HEAD.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(fail_on: str | None, at: str | None, worktree: bool, as_json: bool) -> int:
    """Fail (exit code 1) if a memory's code is gone, a memory file is invalid, or two memories contradict each other.

    Needs no hooks and no index.
    """
    if at is not None and worktree:
        raise UsageError("--at and --worktree exclude each other", "give one of them")
    ws = open_workspace()
    policies = load_config(ws.root).check_fail_on if fail_on is None else _parse(fail_on)
    report = check(ws, fail_on=policies, at=at, worktree=worktree)
    warn(report.notices)
    if as_json:
        from legendary_git.render.as_json import of_check

        say([of_check(report)])
    else:
        say(render_check(report))
        notice([render_summary(report)])
    return EXIT_NO if report.failed else EXIT_OK


def _parse(text: str) -> tuple[str, ...]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:  # as from a variable that is not set: a check that nothing can fail
        raise UsageError("--fail-on names nothing", f"choose from: {', '.join(POLICIES)}")
    try:
        return parse_policies(words)
    except ConfigError as error:
        raise UsageError(f"--fail-on: {error.what}", error.todo) from error
