"""The user's editor: which one git would start, and starting it as git does."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from legendary_git.errors import EditorFailed, GitFailed
from legendary_git.git.repository import Repository


def find_editor(repo: Repository) -> str:
    """The command line of GIT_EDITOR, core.editor, VISUAL or EDITOR, in git's order. Raises EditorFailed."""
    try:
        return os.fsdecode(repo.git("var", "GIT_EDITOR")).rstrip("\n")
    except GitFailed as error:
        raise EditorFailed("git knows no editor for this terminal", "set one: git config core.editor NAME") from error


def run_editor(repo: Repository, path: Path) -> None:
    """Let the user edit a file, and wait until they have.

    Ctrl-C is the editor's while it runs. Raises EditorFailed where it cannot be started or says that it failed,
    KeyboardInterrupt where Ctrl-C ended it.
    """
    editor = find_editor(repo)
    # The editor is a line for the shell (`code --wait`, `"/opt/my editor/bin/e" -n`), as in git's editor.c.
    with _left_alone():
        code = subprocess.run(["sh", "-c", f'{editor} "$@"', editor, str(path)], check=False).returncode
    if code in (-signal.SIGINT, 128 + signal.SIGINT):
        raise KeyboardInterrupt
    if code != 0:
        raise EditorFailed(
            f"the editor `{editor}` failed (exit code {code})", "see which one git starts: git var GIT_EDITOR"
        )


@contextmanager
def _left_alone() -> Iterator[None]:
    """Ctrl-C passes us by. It is handled and not ignored, which a child would inherit."""
    kept = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, kept)
