"""`git memory check --stdin-refs`, which a server's pre-receive or update hook runs."""

from __future__ import annotations

import sys
from pathlib import Path

from legendary_git.cli.output import notice, say, warn
from legendary_git.errors import EXIT_NO, EXIT_OK
from legendary_git.usecases.checking.baseline import load_baseline
from legendary_git.usecases.checking.receive import Received, receive
from legendary_git.usecases.checking.ref_updates import parse_updates
from legendary_git.usecases.checking.server_settings import ServerSettings
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
    """Check the refs that git names on standard input; the exit code. Raises UsageError, RepositoryError."""
    ws = open_server_workspace()
    updates = parse_updates(sys.stdin.buffer.read(), ws.repo.object_format)
    known = load_baseline(baseline, None, is_named=True) if baseline is not None else None
    received = receive(ws, ServerSettings(ws, fail_on, warn_on, known, is_all), updates, effort)
    _show(received, as_json)
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
