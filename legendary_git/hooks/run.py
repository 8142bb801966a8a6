"""Run one git hook: bring the index in step, tell what flipped in one line on stderr, exit 0 whatever happens."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from legendary_git import __version__
from legendary_git.errors import UserError


def run(words: Sequence[str]) -> int:
    """`words` are the hook's name and the arguments git gave it. Always 0: a hook of ours never fails the user."""
    try:
        line = _run(words)
    except UserError as error:
        line = f"legendary: {error.what} ({error.todo})"
    except Exception as error:  # noqa: BLE001 - whatever it is, git goes on
        line = f"legendary: {type(error).__name__}: {error} ({_log(words)})"
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


def _log(words: Sequence[str]) -> str:
    """Write down what happened, without anything that a memory says; where that is."""
    try:
        from legendary_git.git.repository import Repository

        folder = Repository.find(Path.cwd(), dict(_environ())).state_dir
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "log"
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"legendary-git {__version__}, Python {sys.version.split()[0]}, hook {' '.join(words)}\n")
            file.write(traceback.format_exc())
    except (OSError, UserError):
        return "no log could be written"
    return f"details in {log}"


def _environ() -> dict[str, str]:
    import os

    return dict(os.environ)
