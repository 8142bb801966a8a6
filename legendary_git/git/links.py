"""Symbolic links on the way to a file: one that is in the repository is content, made by whoever could commit."""

from __future__ import annotations

import os
from pathlib import Path

_MOST_LINKS = 40


def find_link(path: Path, root: Path) -> Path | None:
    """The first link on the way to `path` that is in the repository at `root`, from there; None where there is none.

    Links outside were made on this machine, and are followed to where they lead.
    """
    root = root.resolve()
    at, left, links = Path.cwd(), [*reversed(path.parts)], 0
    while left and links <= _MOST_LINKS:
        part = left.pop()
        at = at.parent if part == os.pardir else at / part
        if not at.is_symlink():
            continue
        if root in at.parents:
            return at.relative_to(root)
        links += 1
        left += reversed(at.readlink().parts)
        at = at.parent
    return None
