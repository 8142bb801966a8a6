"""`git memory check`."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from legendary_git.cli.check_baseline import load_old, write_baseline
from legendary_git.cli.check_call import CheckCall
from legendary_git.cli.check_output import Outputs, parse_outputs, show
from legendary_git.cli.output import say, warn
from legendary_git.cli.progress import progress
from legendary_git.cli.where import open_workspace
from legendary_git.domain.values import replace
from legendary_git.errors import EXIT_NO, EXIT_OK, ObjectMissing, UsageError
from legendary_git.git.paths import repo_path_of
from legendary_git.render.checking.formats import FORMATS
from legendary_git.render.checking.obeyed import unobeyed
from legendary_git.usecases.checking.baseline import BASELINE, Baseline, find_forgotten, shown_place
from legendary_git.usecases.checking.check import Asked, check
from legendary_git.usecases.checking.ci_base import FoundBase, find_ci_base, resolve_base
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.rules import find_rule
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.workspace import Workspace

if TYPE_CHECKING:
    from legendary_git.usecases.checking.staged import Staged


@click.command("check")
@click.option(
    "--base",
    metavar="REV",
    help="Ask what was done since this commit, with `REV...` since REV was left; in CI found by itself.",
)
@click.option("--no-base", is_flag=True, help="Ask about all of HEAD in CI, too, as is done everywhere else.")
@click.option("--all", "is_all", is_flag=True, help="Count what was there before, too.")
@click.option("--at", metavar="REV", help="Judge this commit instead of HEAD.")
@click.option("--worktree", is_flag=True, help="Judge the working tree instead of HEAD.")
@click.option("--staged", is_flag=True, help="Judge what a commit of what is staged would do, as pre-commit hooks do.")
@click.option(
    "--pushed", is_flag=True, help="Judge what is pushed, in a pre-push hook; where nothing is said of a push, HEAD."
)
@click.option(
    "--fail-on",
    metavar="LIST",
    help="What fails, comma-separated, or none. Default: orphaned,invalid,conflicted,secret.",
)
@click.option("--warn-on", metavar="LIST", help="What warns, comma-separated, or none. Default: everything else.")
@click.option("--baseline", metavar="FILE", type=click.Path(path_type=Path), help="Known findings, which do not count.")
@click.option(
    "--write-baseline", "is_baseline_written", is_flag=True, help="Take all that is found for known from now on."
)
@click.option("--explain", metavar="RULE", help="Say what a rule means, or with `all` which there are.")
@click.option("--stdin-refs", is_flag=True, help="For a server's hook: check the OLD NEW REF lines of stdin.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(FORMATS)),
    help="How standard output tells it. Default: text, in GitHub Actions github.",
)
@click.option(
    "--output", "outputs", metavar="FORMAT=FILE", multiple=True, help="Write a file in a format, too; repeatable."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: --format json.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=1),
    help="Judge in so many processes; the answer is the same. Default: as many as are worth it.",
)
def command(explain: str | None, **given: Any) -> int:
    """Fail (exit code 1) if a memory's code is gone, a memory file is invalid, or two memories contradict each other.

    Needs no hooks and no index.
    """
    if explain is not None:
        _refuse_beside_explain(click.get_current_context())
        return _explain(explain)
    call = CheckCall(**given)
    call.refuse()
    if call.stdin_refs:
        return _check_refs(call)
    told = parse_outputs(call.format_name, call.as_json, call.outputs, os.environ)
    ws = open_workspace()
    told.refuse_links(ws.root)
    commits = _read_pushed(ws) if call.pushed else None
    return _check_one(ws, call, told) if commits is None else _check_pushed(ws, commits, call, told)


def _check_one(ws: Workspace, call: CheckCall, told: Outputs) -> int:
    """Check one state, or what one change did."""
    found = _find_base(ws, call.base) if call.asks_what_changed else FoundBase()
    place = call.baseline or ws.root / BASELINE
    is_named = call.baseline is not None
    old = load_old(place, ws.root, is_named=is_named) if call.is_baseline_written else Baseline()
    with _open_staged(ws) if call.staged else nullcontext() as index:
        settings = (
            index.load_settings(place, is_named=is_named) if index is not None else call.load_settings(ws, call.at)
        )
        asked = Asked(call.policy(settings.config), settings.baseline, call.at, call.worktree, found.base, call.is_all)
        asked = _with_forgotten(ws, asked, place, ws.repo.head() if call.staged else found.base)
        with progress() as told_how_far:
            effort = Effort(call.jobs, told_how_far)
            report = index.check(asked, effort) if index is not None else _check(ws, asked, effort, call.base)
    report = replace(report, notices=(*settings.notices, *settings.config.warnings, *found.notices, *report.notices))
    warn(map(unobeyed, report.notices))
    if call.is_baseline_written:
        return write_baseline(place, report, old, shown_place(place, is_named=is_named))
    show(told, ws, report)
    return EXIT_NO if report.failed else EXIT_OK


def _refuse_beside_explain(context: click.Context) -> None:
    given = (name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)
    if any(name != "explain" for name in given):
        raise UsageError("--explain checks nothing", "leave the other options out")


def _with_forgotten(ws: Workspace, asked: Asked, place: Path, base: str | None) -> Asked:
    path = repo_path_of(ws.root, place.absolute())
    if base is None or path is None:
        return asked
    return replace(asked, forgotten=find_forgotten(ws.repo, base, path, asked.baseline))


def _check(ws: Workspace, asked: Asked, effort: Effort, named: str | None) -> CheckReport:
    """`named`: what the command line calls the commit before the change."""
    try:
        return check(ws, asked, effort)
    except ObjectMissing as error:
        if named is None:
            raise
        raise ObjectMissing(
            f"HEAD cannot be compared with {named}: this partial clone does not have the folders of both",
            "clone with --filter=blob:none, or without a filter; or ask about all of HEAD: --no-base",
        ) from error


def _open_staged(ws: Workspace) -> AbstractContextManager[Staged]:
    from legendary_git.usecases.checking.staged import open_staged  # in hooks alone

    return open_staged(ws, os.environ)


def _read_pushed(ws: Workspace) -> tuple[str, ...] | None:
    from legendary_git.cli.check_pushed import read_pushed  # in hooks alone

    return read_pushed(ws.repo.object_format)


def _check_pushed(ws: Workspace, commits: tuple[str, ...], call: CheckCall, told: Outputs) -> int:
    from legendary_git.cli.check_pushed import check_pushed

    with progress() as told_how_far:
        return check_pushed(ws, commits, call, told, Effort(call.jobs, told_how_far))


def _check_refs(call: CheckCall) -> int:
    from legendary_git.cli.check_refs import check_refs  # on servers alone

    fail_on, warn_on = call.said_policies
    return check_refs(
        fail_on=fail_on,
        warn_on=warn_on,
        baseline=call.baseline,
        is_all=call.is_all,
        as_json=call.as_json or call.format_name == "json",
        effort=Effort(call.jobs),  # what a server says goes to whoever pushes, line by line
    )


def _find_base(ws: Workspace, base: str | None) -> FoundBase:
    """The commit before the change: the one that is named, or the one that a CI job is about."""
    return FoundBase(resolve_base(ws.repo, base)) if base is not None else find_ci_base(ws.repo, os.environ)


def _explain(name: str) -> int:
    from legendary_git.render.checking.text import render_rule, render_rules

    if name == "all":
        say(render_rules())
        return EXIT_OK
    rule = find_rule(name)
    if rule is None:
        raise UsageError(f"no rule is called `{name}`", "see which there are: git memory check --explain all")
    say(render_rule(rule))
    return EXIT_OK
