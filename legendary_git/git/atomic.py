"""Files that are never seen half written."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomically(abs_path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Put a file where it belongs in one step, its folder too. Raises OSError, and then leaves nothing behind.

    Without a `mode` the umask holds, and where a group shares the repository it can write the file. What others left
    beside it who were killed while they wrote is taken away.
    """
    make_folder(abs_path.parent)
    prefix = f".{abs_path.name}-"
    _sweep(abs_path.parent, prefix)
    handle, scratch = tempfile.mkstemp(dir=abs_path.parent, prefix=prefix)
    try:
        with os.fdopen(handle, "wb") as file:
            lock(file.fileno())
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), _mode_in(abs_path.parent) if mode is None else mode)
            Path(scratch).replace(abs_path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise


def make_folder(folder: Path) -> None:
    """Make a folder where it is missing; below one that a group shares (core.sharedRepository) it is shared as well."""
    if folder.is_dir():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if _is_shared(folder.parent):
        folder.chmod(stat.S_IMODE(folder.parent.stat().st_mode))


def make_shared_file(path: Path) -> None:
    """An empty file that a group can write, where there is none yet and the group shares its folder. Raises OSError."""
    if path.exists() or not _is_shared(path.parent):
        return
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        try:
            os.fchmod(descriptor, _mode_in(path.parent))
        finally:
            os.close(descriptor)


def _is_shared(folder: Path) -> bool:
    shared = stat.S_ISGID | stat.S_IWGRP
    return folder.stat().st_mode & shared == shared


def _mode_in(folder: Path) -> int:
    mask = os.umask(0)
    os.umask(mask)
    more = folder.stat().st_mode & 0o666 if _is_shared(folder) else 0
    return 0o666 & ~mask | more


def _sweep(folder: Path, prefix: str) -> None:
    """Whoever still writes holds a lock, which the system takes from those who die."""
    for path in folder.glob(f"{prefix}*"):
        with suppress(OSError), path.open("rb") as file:
            if lock(file.fileno()):
                path.unlink()


def lock(descriptor: int) -> bool:
    """Whether the file is ours alone until it is closed."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):  # Windows has no flock, nor do some file systems: there nothing is taken away
        return False
    return True
