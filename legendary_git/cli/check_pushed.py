"""`git memory check --pushed`, which a pre-push hook runs."""

from __future__ import annotations

import os
import stat
import sys

from legendary_git.cli.check_call import CheckCall
from legendary_git.cli.check_output import Outputs, show
from legendary_git.cli.output import notice, warn
from legendary_git.domain.values import replace
from legendary_git.errors import EXIT_NO, EXIT_OK, UsageError
from legendary_git.git.objects import ObjectFormat
from legendary_git.render.checking.obeyed import unobeyed
from legendary_git.usecases.checking.check import Asked, check
from legendary_git.usecases.checking.pushed import find_pushed
from legendary_git.usecases.effort import Effort
from legendary_git.usecases.workspace import Workspace


def read_pushed(form: ObjectFormat) -> tuple[str, ...] | None:
    """The commits that are pushed; None where nobody says anything of a push. Raises UsageError."""
    stdin = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read()
    return find_pushed(os.environ, stdin, form, is_pipe=_is_pipe())


def _is_pipe() -> bool:
    try:
        return sys.stdin is not None and stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):  # it is closed, or no file
        return False


def check_pushed(ws: Workspace, commits: tuple[str, ...], call: CheckCall, told: Outputs, effort: Effort) -> int:
    """Check each commit with its own memories and settings; the exit code. Raises UsageError, ConfigError."""
    if not commits:
        notice(["git memory: nothing to check: no branch is pushed"])
    if len(commits) > 1 and told.files:
        raise UsageError("--output takes one answer, and several commits are pushed", "leave it out in a pre-push hook")
    code = EXIT_OK
    for commit in commits:
        settings = call.load_settings(ws, commit)
        report = check(ws, Asked(call.policy(settings.config), settings.baseline, commit), effort)
        report = replace(report, notices=(*settings.notices, *settings.config.warnings, *report.notices))
        warn(map(unobeyed, report.notices))
        show(told, ws, report)
        code = EXIT_NO if report.failed else code
    return code
