"""A terminal in which a command runs, as a person has one before them."""

from __future__ import annotations

import os
import pty
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def run_in_terminal(words: Sequence[str], folder: Path, env: Mapping[str, str]) -> tuple[int, str]:
    """Run a program whose three streams are a terminal; its exit code, and what is on the screen, escapes and all."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe(words[0], list(words), dict(env))  # noqa: S606 - no shell is wanted
    shown = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # Linux says so when the last one has closed it
            break
        if not data:
            break
        shown += data
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), shown.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
