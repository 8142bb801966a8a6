"""Which store a command works on: the one of the repository around it, or with `--global` the user's own."""

from __future__ import annotations

import click

from legendary_git.usecases import workspace
from legendary_git.usecases.workspace import Workspace

IS_GLOBAL = "is_global"


def is_global() -> bool:
    """Whether `git memory --global …` was called."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.find_root().params.get(IS_GLOBAL))


def open_workspace(*, is_made: bool = False) -> Workspace:
    """Raises RepositoryError, and StoreError where the user's own store is missing and need not be made."""
    if is_global():
        return open_users(is_made=is_made)
    return workspace.open_workspace()


def open_users(*, is_made: bool = False) -> Workspace:
    """The user's own store, wherever one stands."""
    from legendary_git.usecases.users_store import open_users_store  # most commands never need it

    return open_users_store(is_made=is_made)
