"""A file that somebody named for an answer: where it really is, and how it gets its bytes."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from legendary_git.errors import OutputFailed, UsageError
from legendary_git.git.atomic import write_atomically
from legendary_git.git.links import find_link

_STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/")
"""What the process has open already: written behind what is there, even where that is a file."""


def examine_place(place: str) -> Path:
    """The file as it was named, if one may be written there. Raises UsageError."""
    path = Path(place)
    try:
        is_folder, has_folder = path.is_dir(), Path(os.path.realpath(place)).parent.is_dir()
    except OSError as error:
        raise UsageError(f"--output: {place}: {error.strerror}", "name another file") from None
    if is_folder:
        raise UsageError(f"--output: {place} is a folder", "name a file in it")
    if not has_folder and not place.startswith(_STREAMS):
        raise UsageError(f"--output: there is no folder {_from_here(path.parent)}", "make it first")
    return path


def _from_here(path: Path) -> Path:
    """A path as a message names it: from the current folder, if it is below it."""
    try:
        return path.relative_to(Path.cwd())
    except (ValueError, OSError):
        return path


def refuse_links(path: Path, root: Path) -> None:
    """Raises UsageError where the way to the file goes by a symbolic link that is in the repository.

    A link is content: whoever opens a pull request could let it lead to any file of whoever runs the check. One
    outside was made on this machine, and is followed.
    """
    found = find_link(path, root)
    if found is not None:
        raise UsageError(
            f"--output: {path} leads through a symbolic link of the repository: {found}",
            "remove the link, or name a file elsewhere",
        )


def write_file(path: Path, data: bytes) -> None:
    """Put the bytes there: a file whole or not at all, a pipe or a device as it is. Raises OutputFailed."""
    try:
        mode = path.stat().st_mode if path.exists() else stat.S_IFREG
        if str(path).startswith(_STREAMS) or not stat.S_ISREG(mode):
            _pour(path, data)
        else:
            write_atomically(Path(os.path.realpath(path)), data)
    except OSError as error:
        if error.errno == errno.ENXIO and stat.S_ISFIFO(mode):
            raise OutputFailed(f"{path} is a pipe that nobody reads", "start its reader first") from None
        raise OutputFailed(f"{path} cannot be written: {error.strerror}", "see where it goes") from None


def _pour(path: Path, data: bytes) -> None:
    """Opened without waiting: a pipe without a reader would hold up the check for good."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)), "wb") as file:
        os.set_blocking(file.fileno(), True)
        file.write(data)
