"""Files that are never seen half written."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomically(abs_path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Put a file where it belongs in one step, its folder too. Raises OSError, and then leaves nothing behind.

    What others left beside it who were killed while they wrote is taken away.
    """
    abs_path.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{abs_path.name}-"
    _sweep(abs_path.parent, prefix)
    handle, scratch = tempfile.mkstemp(dir=abs_path.parent, prefix=prefix)
    try:
        with os.fdopen(handle, "wb") as file:
            lock(file.fileno())
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), mode)
            Path(scratch).replace(abs_path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise


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
