"""The store of no repository: what a user wants remembered everywhere, in a git repository below their data folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

from legendary_git.errors import StoreError
from legendary_git.git.environment import LOCAL_VARIABLES
from legendary_git.git.new_repository import make_repository
from legendary_git.store.folder import MEMORIES
from legendary_git.usecases.workspace import Workspace, open_workspace


def users_folder() -> Path:
    """`$XDG_DATA_HOME/legendary/global`, or what the system has for it."""
    return user_data_path("legendary", appauthor=False) / "global"


def open_users_store(environ: Mapping[str, str] | None = None, *, is_made: bool = False) -> Workspace:
    """The user's own store, whatever repository one stands in; with `is_made` it is made where there is none.

    Raises StoreError where it is missing or cannot be made, RepositoryError where it cannot be read.
    """
    folder = users_folder()
    around = os.environ if environ is None else environ
    apart = {name: value for name, value in around.items() if name not in LOCAL_VARIABLES}
    if not (folder / ".git").exists():
        if not is_made:
            raise StoreError(
                "you have no memories outside of repositories yet", "write one: git memory remember --scope global TEXT"
            )
        _make(folder, apart)
    return open_workspace(folder, apart, is_users=True)


def _make(folder: Path, environ: Mapping[str, str]) -> None:
    try:
        (folder / MEMORIES).mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be made: {error.strerror}", "set XDG_DATA_HOME to a folder that you may write to"
        ) from error
    make_repository(folder, environ)
