"""Run one git hook: bring the index in step, tell what flipped in one line on stderr, exit 0 whatever happens."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from legendary_git.errors import UserError

_SHOWN = 200


def run(words: Sequence[str]) -> int:
    """`words` are the hook's name and the arguments git gave it. Always 0: a hook of ours never fails the user."""
    try:
        line = _run(words)
    except UserError as error:
        line = f"legendary: {error.what} ({error.todo})"
    except KeyboardInterrupt:
        line = "legendary: interrupted (the next hook or command looks at this commit)"
    except Exception as error:  # noqa: BLE001 - whatever it is, git goes on
        line = _log(words, error)
    if line:
        _say(line)
    return 0


def _run(words: Sequence[str]) -> str | None:
    from legendary_git.hooks.due import is_due
    from legendary_git.render.flips import render_catch_up
    from legendary_git.usecases.catch_up import catch_up
    from legendary_git.usecases.workspace import open_workspace

    ws = open_workspace()
    if not is_due(words, _environ(), ws.repo):
        return None
    found = catch_up(ws, is_settled=True)
    if found.flips and ws.repo.is_set("legendary.autoRecord"):
        from legendary_git.usecases.record import record  # it writes into the work tree, so that hardly anybody asks

        record(ws)
    return None if _is_new(words) else render_catch_up(found)


def _is_new(words: Sequence[str]) -> bool:
    """Whether a clone or a work tree has just been made: nothing was otherwise in it before, so nothing flipped."""
    return list(words[:1]) == ["post-checkout"] and len(words) > 1 and not words[1].strip("0")


def _say(line: str) -> None:
    try:
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        sys.stderr.buffer.write(data)
        sys.stderr.buffer.flush()
    except (OSError, AttributeError):
        return  # nobody listens any more; a stream that was closed from the start is None


def _log(words: Sequence[str], error: Exception) -> str:
    """Write down what happened; the line about it."""
    try:
        from legendary_git.usecases.crash_log import write_crash

        log = write_crash(error, ["hook", *words], _environ())
    except Exception:  # noqa: BLE001 - what failed may be what the log needs
        log = None
    said = " ".join(str(error).split())
    shown = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"
    where = f"details in {log}" if log is not None else "no log could be written"
    return f"legendary: {type(error).__name__}: {shown} ({where})"


def _environ() -> dict[str, str]:
    import os

    return dict(os.environ)
