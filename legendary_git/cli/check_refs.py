"""`git memory check --stdin-refs`, which a server's pre-receive or update hook runs."""

from __future__ import annotations

import sys
from pathlib import Path

from legendary_git.cli.output import notice, say, warn
from legendary_git.domain.values import replace
from legendary_git.errors import EXIT_NO, EXIT_OK, ConfigError, UsageError
from legendary_git.usecases.allowance import Allowance
from legendary_git.usecases.checking.baseline import load_baseline
from legendary_git.usecases.checking.receive import Received, receive
from legendary_git.usecases.checking.ref_updates import parse_updates
from legendary_git.usecases.checking.server_settings import ServerSettings, receive_seconds
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.workspace import open_server_workspace


def check_refs(
    *,
    fail_on: tuple[str, ...] | None,
    warn_on: tuple[str, ...] | None,
    baseline: Path | None,
    is_all: bool,
    as_json: bool,
    effort: Effort,
) -> int:
    """Check the refs that git names on standard input; the exit code.

    That is EXIT_NO where the push is to be refused, whatever in it is the reason, and for nothing else: what is wrong
    with the installation raises UsageError or RepositoryError, or is a bug.
    """
    try:
        ws = open_server_workspace()
        ws = replace(ws, allowance=Allowance(receive_seconds(ws.repo)))
        known = load_baseline(baseline, None, is_named=True) if baseline is not None else None
        updates = parse_updates(sys.stdin.buffer.read(), ws.repo.object_format)
        received = receive(ws, ServerSettings(ws, fail_on, warn_on, known, is_all), updates, effort)
    except ConfigError as error:
        raise UsageError(error.what, error.todo) from error
    _show(received, as_json)
    if received.crash is not None and not received.failed:
        raise received.crash
    return EXIT_NO if received.failed else EXIT_OK


def _show(received: Received, as_json: bool) -> None:
    if as_json:
        from legendary_git.render.checking.refs_json import of_received

        say([of_received(received)])
    else:
        from legendary_git.render.checking.refs_text import render_received, render_received_summary

        warn(received.notices)
        say(render_received(received))
        notice(render_received_summary(received))
