"""Reading and writing the files of agents. All of these raise AgentRefused for what the system refuses."""

from __future__ import annotations

import stat
from contextlib import suppress
from pathlib import Path

from legendary_git.errors import AgentRefused
from legendary_git.git.atomic import write_atomically


def read_text(path: Path) -> str | None:
    """The file's text; None where it is not there. What is not UTF-8 is refused with its line."""
    try:
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise AgentRefused(f"{path}:{line}: this is not UTF-8", "mend that line; nothing was changed") from error
    except OSError as error:
        raise AgentRefused(f"{path} cannot be read: {error.strerror}", "make it a file that you can read") from error


def write_text(path: Path, text: str) -> None:
    """Where the path is a link, what it leads to is written. The mode stays."""
    target = path.resolve()
    try:
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
        write_atomically(target, text.encode("utf-8"), mode=mode)
    except OSError as error:
        raise _cannot_write(path, error) from error


def delete(path: Path, base: Path) -> None:
    """The file, and every folder above it, below `base`, that is empty then."""
    try:
        path.resolve().unlink()
    except OSError as error:
        raise _cannot_write(path, error) from error
    for folder in path.parents:
        if folder == base or not folder.is_relative_to(base):
            return
        with suppress(OSError):  # it is not empty
            folder.rmdir()


def _cannot_write(path: Path, error: OSError) -> AgentRefused:
    return AgentRefused(
        f"{path} cannot be written: {error.strerror}", "make it a file that you can write; then try again"
    )
