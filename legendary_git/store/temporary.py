"""A file beside another in which new content is made, and taking away those that somebody left who was killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_SUFFIX = ".tmp"


@contextmanager
def temporary_file(folder: Path, name: str, mode: int = 0o666) -> Iterator[tuple[Path, int]]:
    """A new hidden file for what will be called `name`, and a descriptor to write to it; neither outlives the context.

    Others that nobody is writing any more go first. Raises OSError.
    """
    sweep(folder)
    path, descriptor = _claim(folder, name, mode)
    try:
        yield path, descriptor
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        os.close(descriptor)


def write_durably(descriptor: int, data: bytes) -> None:
    """Write to a file and see it on the disk, before it gets the name that it is looked for under."""
    with os.fdopen(descriptor, "wb", closefd=False) as file:
        file.write(data)
        file.flush()
        os.fsync(descriptor)


def sweep(folder: Path) -> None:
    """Take away what processes left in a folder that died while they wrote; what is being written stays."""
    with suppress(OSError):
        for path in folder.glob(f".*.md.*{_SUFFIX}"):
            with suppress(OSError):
                descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
                try:
                    if _lock(descriptor):
                        path.unlink()
                finally:
                    os.close(descriptor)


def _claim(folder: Path, name: str, mode: int) -> tuple[Path, int]:
    """A file whose lock is held. Whoever sweeps may have been quicker than the lock: then another one."""
    while True:
        path = folder / f".{name}.{os.urandom(4).hex()}{_SUFFIX}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        is_ours = _lock(descriptor)
        if is_ours is None or (is_ours and os.fstat(descriptor).st_nlink):
            return path, descriptor
        os.close(descriptor)
        path.unlink(missing_ok=True)


def _lock(descriptor: int) -> bool | None:
    """Whether the file is ours alone, until it is closed or we die; None where files cannot be locked."""
    try:
        import fcntl
    except ImportError:  # Windows has none, and there a file that is open cannot be deleted
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
