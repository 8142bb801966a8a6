"""Files that are never seen half written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(abs_path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Put a file where it belongs in one step, its folder too. Raises OSError, and then leaves nothing behind."""
    abs_path.parent.mkdir(parents=True, exist_ok=True)
    handle, scratch = tempfile.mkstemp(dir=abs_path.parent, prefix=f".{abs_path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)
        Path(scratch).replace(abs_path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise
