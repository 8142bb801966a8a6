"""The file that an event is about: on disk, and in the repository that it belongs to."""

from __future__ import annotations

import os

from legendary_git.git.nearest import Nearest, find_nearest
from legendary_git.usecases.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def find_place(path: str, cwd: str | None, environ: Mapping[str, str]) -> Place | None:
    """The place of a file, in the repository that holds it, wherever `cwd` is; None where there is none.

    Links are followed: what the agent gets to see is what they lead to. A file that is not there has a place too: it
    may be one that was deleted.
    """
    abs_path = _find_file(path, cwd)
    if abs_path is None:
        return None
    near = find_repository(os.path.dirname(abs_path), environ)
    repo_path = near.repo_path(abs_path) if near is not None else None
    return Place(near, repo_path) if near is not None and repo_path is not None else None


def find_repository(folder: str, environ: Mapping[str, str]) -> Nearest | None:
    """The repository that a folder belongs to, if git would read it for whoever runs this."""
    near = find_nearest(os.path.realpath(folder))
    if near is None or near.is_own:
        return near
    from pathlib import Path

    from legendary_git.errors import RepositoryError
    from legendary_git.git.discovery import find_place as ask_git

    try:
        ask_git(Path(near.root), {name: value for name, value in environ.items() if not name.startswith("GIT_DIR")})
    except RepositoryError:
        return None
    return near


def find_folder(cwd: str | None) -> str | None:
    """The folder that the session is in; None where it is gone."""
    try:
        folder = cwd or os.getcwd()
        return folder if os.path.isdir(folder) else None
    except (OSError, ValueError):
        return None


def _find_file(path: str, cwd: str | None) -> str | None:
    """The file's real absolute path. One with backslashes is read as Windows writes it, unless there is such a file."""
    readings = [path, path.replace("\\", "/")] if "\\" in path and os.sep == "/" else [path]
    missing = None
    for reading in readings:
        try:
            if not os.path.isabs(reading):
                folder = find_folder(cwd)
                if folder is None:
                    continue
                reading = os.path.join(folder, reading)
            if os.path.isfile(reading):
                return os.path.realpath(reading)
            if not os.path.lexists(reading):
                missing = os.path.realpath(reading)
        except (OSError, ValueError):
            continue
    return missing
