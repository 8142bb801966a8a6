"""The file by which a git hook, without Python, knows whether anything that matters has changed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from legendary_git.git.atomic import write_atomically
from legendary_git.git.paths import encode_path
from legendary_git.git.repository import Repository

NO_COMMIT = "-"
ALWAYS = "*"


def watch_path(repo: Repository) -> Path:
    """Where the hooks look for it: each work tree has its own."""
    return repo.state_dir / "watch"


def write_watch(
    repo: Repository,
    commit: str | None,
    repo_paths: Iterable[str],
    *,
    endings: Iterable[str] = (),
    always: bool = False,
) -> None:
    """Say at which commit the index was in step, and which files matter, beside everything in `.legendary/`.

    `commit` None: at none. `endings`: every file whose name ends so matters (`.py`, lower case; `.`: those without a
    dot). `always`: hooks start Python whatever changed. Raises OSError where it cannot be written; a hook then compares
    with the older file.
    """
    paths = {*repo_paths, *(f"{ALWAYS}{ending}" for ending in endings)}
    # A line cannot hold a line end; a path with one is rare enough to give up the shortcut.
    lines = [commit or NO_COMMIT]
    if always or any("\n" in path for path in paths):
        lines.append(ALWAYS)
    lines.extend(sorted(path for path in paths if "\n" not in path))
    write_atomically(watch_path(repo), b"".join(encode_path(line) + b"\n" for line in lines))
