"""Ask a person at the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from legendary_git.errors import UsageError


def require_terminal(todo: str) -> None:
    """Raise UsageError where nobody can answer; `todo` says what does the work without questions."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("this asks questions, and standard input is no terminal", todo)


def ask(question: str) -> str:
    """The line that is typed, without what a terminal obeys. Raises EOFError at the end of input."""
    _let_edit()
    _take_any_bytes()
    try:
        line = input(f"{question} ")
    except EOFError:
        sys.stdout.write("\n")
        raise
    return "".join(char for char in line if char.isprintable()).strip()


def _let_edit() -> None:
    """With readline, input() lets a line be edited; on a terminal that can do nothing it only gets in the way."""
    if os.environ.get("TERM", "dumb") != "dumb":
        with suppress(ImportError):
            import readline  # noqa: F401 - input() finds it


def _take_any_bytes() -> None:
    """A byte that is not UTF-8 is no reason to fail."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="surrogateescape")
