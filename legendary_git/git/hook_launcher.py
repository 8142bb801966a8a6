"""What the lines of other hook managers run: our shell part in the git directory, which git never shows or commits."""

from __future__ import annotations

import os
from pathlib import Path

from legendary_git.git.atomic import write_atomically
from legendary_git.git.hook_slot import read_hook
from legendary_git.git.hook_text import BODY, RUN, body_bytes, run_bytes
from legendary_git.git.repository import Repository


def launcher_folder(repo: Repository) -> Path:
    """Where it is; all work trees share it."""
    return repo.common_dir / "legendary"


def keep_launcher(repo: Repository, python: Path) -> bool:
    """Put it there for that interpreter; whether anything had to be written. Raises OSError."""
    folder = launcher_folder(repo)
    wanted = {folder / BODY: body_bytes(python), folder / RUN: run_bytes()}
    missing = {path: content for path, content in wanted.items() if read_hook(path) != content}
    for path, content in missing.items():
        write_atomically(path, content, mode=0o644)
    return bool(missing)


def has_launcher(repo: Repository) -> bool:
    """Whether it is there and can be read, which is all that a line asks for."""
    return all(os.access(launcher_folder(repo) / name, os.R_OK) for name in (BODY, RUN))


def remove_launcher(repo: Repository) -> bool:
    """Take it away, and the folder where nothing else is in it; whether there was anything. Raises OSError."""
    folder = launcher_folder(repo)
    present = [path for path in (folder / BODY, folder / RUN) if path.exists()]
    for path in present:
        path.unlink()
    if present and not any(folder.iterdir()):
        folder.rmdir()
    return bool(present)
