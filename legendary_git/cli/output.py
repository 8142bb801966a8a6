"""Where results go: stdout for answers, stderr for notices and errors; colour and tables on a terminal only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from legendary_git.errors import UserError

_GREEN, _RED, _CYAN, _BOLD, _RESET = "\x1b[32m", "\x1b[31m", "\x1b[36m", "\x1b[1m", "\x1b[0m"


def prepare_streams() -> None:
    """Let any file name out as the bytes it is, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def is_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout.isatty()


def say(lines: Iterable[str]) -> None:
    """Print lines of an answer."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def notice(lines: Iterable[str]) -> None:
    """Print lines that are not the answer."""
    for line in lines:
        sys.stderr.write(f"{line}\n")


def complain(error: UserError) -> None:
    """Print an error: what is wrong, details such as candidates, what to do."""
    kind = "fatal" if error.exit_code == 128 else "error"
    notice([f"{kind}: {error.what}", *(f"  {detail}" for detail in error.details), f"hint: {error.todo}"])


def say_diff(lines: Iterable[str]) -> None:
    """Print a diff, coloured as git does on a terminal."""
    is_coloured = is_terminal() and not os.environ.get("NO_COLOR")
    say(_coloured(line) if is_coloured else line for line in lines)


def _coloured(line: str) -> str:
    for start, colour in (("+++", _BOLD), ("---", _BOLD), ("+", _GREEN), ("-", _RED), ("@@", _CYAN)):
        if line.startswith(start):
            return f"{colour}{line}{_RESET}"
    return line
