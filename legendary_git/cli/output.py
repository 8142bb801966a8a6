"""Where results go: stdout for answers, stderr for notices and errors; colour and tables on a terminal only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import click

from legendary_git.errors import EXIT_OK, EXIT_USAGE, OutputFailed, UserError
from legendary_git.render.complaint import on_line, render_complaint

_GREEN, _RED, _CYAN, _BOLD, _RESET = "\x1b[32m", "\x1b[31m", "\x1b[36m", "\x1b[1m", "\x1b[0m"


def prepare_streams() -> None:
    """Let any file name out as the bytes it is, whatever the locale says; what goes to a closed stream goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for the whole run
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def is_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout.isatty()


def say(lines: Iterable[str]) -> None:
    """Print lines of an answer. Raises OutputFailed where they are not taken.

    A reader that has seen enough (`| head`) ends nothing: the exit code is still the answer.
    """
    text = "".join(f"{line}\n" for line in lines)
    try:
        _write(sys.stdout, text)
    except BrokenPipeError:
        return
    except OSError as error:
        raise OutputFailed(f"standard output does not take the answer: {error.strerror}", "see where it goes") from None


def notice(lines: Iterable[str]) -> None:
    """Print lines that are not the answer; where nobody can be told, that is no reason to fail."""
    with suppress(OSError):
        _write(sys.stderr, "".join(f"{line}\n" for line in lines))


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        # What is left in its buffer would make the interpreter complain at exit (docs.python.org/3/library/signal).
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise


def warn(lines: Iterable[str]) -> None:
    """Print warnings, a line each: what could not be used or had to be passed over."""
    notice(f"warning: {on_line(line)}" for line in lines)


def complain(error: UserError) -> None:
    """Print an error: what is wrong, details such as candidates, what to do."""
    notice(render_complaint(error))


def explain_usage(context: click.Context) -> int:
    """Where a group of commands was called without any: say on stderr which there are; the exit code."""
    if context.invoked_subcommand is not None:
        return EXIT_OK
    notice([context.get_help()])
    return EXIT_USAGE


def say_diff(lines: Iterable[str]) -> None:
    """Print a diff, coloured as git does on a terminal."""
    is_colour_wanted = is_coloured()
    say(_coloured(line) if is_colour_wanted else line for line in lines)


def is_coloured() -> bool:
    """Whether standard output shows colours, and its user wants any (no-color.org)."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _coloured(line: str) -> str:
    for start, colour in (("+++", _BOLD), ("---", _BOLD), ("+", _GREEN), ("-", _RED), ("@@", _CYAN)):
        if line.startswith(start):
            return f"{colour}{line}{_RESET}"
    return line
