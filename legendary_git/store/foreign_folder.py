"""Files that another program keeps: found and read without following a link, within limits, none of them trusted."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import StoreError
from legendary_git.store.bad_file import BadFile

LIMIT_BYTES = 1024 * 1024
MOST_FILES = 10_000
_MOST_FOLDERS_DEEP = 12


@dataclass(frozen=True, slots=True)
class ForeignScan:
    """The folder that was looked through, the files in it (`/` between folders), and what was passed over."""

    folder: Path
    names: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def scan_foreign(place: Path, suffixes: tuple[str, ...]) -> ForeignScan:
    """The regular files with one of these endings at or below a place, in order of name.

    What is hidden is passed over in silence, a symbolic link with a warning: it may lead anywhere. `place` itself may
    be one, since somebody named it. Raises StoreError where it is not there, cannot be listed, or holds too many files.
    """
    try:
        found = place.stat()
        if not stat.S_ISDIR(found.st_mode):
            return ForeignScan(place.parent, (place.name,))
        names: list[str] = []
        warnings: list[str] = []
        for name, is_link in sorted(_walk(place, "", suffixes, 1)):
            (warnings if is_link else names).append(f"{name}: a symbolic link: not read" if is_link else name)
            if len(names) > MOST_FILES:
                raise StoreError(f"{place} holds more than {MOST_FILES} files", "name the folder of the memories alone")
    except OSError as error:
        raise StoreError(f"{place} cannot be read: {error.strerror}", "name a readable file or folder") from error
    return ForeignScan(place, tuple(names), tuple(warnings))


def _walk(folder: Path, prefix: str, suffixes: tuple[str, ...], depth: int) -> Iterator[tuple[str, bool]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            name = f"{prefix}{entry.name}"
            if entry.is_symlink():
                yield name, True
            elif entry.is_dir(follow_symlinks=False):
                if depth < _MOST_FOLDERS_DEEP:
                    yield from _walk(folder / entry.name, f"{name}/", suffixes, depth + 1)
            elif entry.name.lower().endswith(suffixes) and entry.is_file(follow_symlinks=False):
                yield name, False


def read_foreign(folder: Path, name: str) -> bytes:
    """A file's bytes. Raises BadFile where it cannot be read, is a link or no file by now, or is too large."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        with os.fdopen(os.open(folder / name, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadFile(1, "not a regular file: put a file there")
            data = file.read(LIMIT_BYTES + 1)
    except OSError as error:
        what = "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror
        raise BadFile(1, f"it cannot be read ({what}): make it a readable file") from error
    if len(data) > LIMIT_BYTES:
        raise BadFile(1, f"larger than {LIMIT_BYTES} bytes: keep the one fact, and link to the rest")
    return data
