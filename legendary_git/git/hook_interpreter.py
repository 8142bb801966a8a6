"""Whether the Python that the hooks hand over to is there and has us."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_SECONDS = 20


def is_program(python: Path) -> bool:
    """Whether it can be started."""
    return os.access(python, os.X_OK) and python.is_file()


def has_us(python: Path) -> bool:
    """Whether that Python finds this package; a virtual environment that was made anew may not."""
    if str(python) == sys.executable:
        return True
    try:
        return _imports(python)
    except (OSError, subprocess.TimeoutExpired):
        return False


def _imports(python: Path) -> bool:
    words = [str(python), "-P", "-c", "import legendary_git"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_SECONDS)
    return done.returncode == 0
