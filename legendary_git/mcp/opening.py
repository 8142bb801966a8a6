"""Which repository a call is about. It is looked for anew at each call: it may have come, or gone, since the last."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import RepositoryError, UsageError
from legendary_git.git.discovery import find_place
from legendary_git.git.environment import LOCAL_VARIABLES
from legendary_git.usecases.users_store import open_users_store
from legendary_git.usecases.workspace import Workspace, open_workspace


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the server was started, and in which environment; `is_users`: it serves the user's own store."""

    start: Path
    environ: Mapping[str, str]
    is_users: bool = False


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that the client has open, and what the client calls it."""

    path: Path
    name: str | None = None


def open_for(around: Surroundings, roots: Sequence[Root], repo: str | None, *, is_writing: bool) -> Workspace:
    """The workspace that a call is about, to be closed by whoever asked.

    `roots` are the folders that the client has open, none where it does not say; `repo` is what the call names. Raises
    RepositoryError, StoreError (the user's own store is missing), and UsageError where several could be meant.
    """
    if around.is_users:
        return open_users_store(around.environ, is_made=is_writing)
    if repo is None and not roots:
        return open_workspace(around.start, around.environ)
    # What says in the environment which repository is meant, said it of the folder that the server was started in.
    environ = {name: value for name, value in around.environ.items() if name not in LOCAL_VARIABLES}
    return open_workspace(find_start(around.start, roots, repo, environ), environ)


def find_start(start: Path, roots: Sequence[Root], repo: str | None, environ: Mapping[str, str]) -> Path:
    """The folder in which to look for the repository. Raises UsageError, RepositoryError."""
    if repo is not None:
        return _named(repo, roots) if roots else _folder(start / repo)
    return roots[0].path if len(roots) == 1 else _only(roots, environ)


def _folder(path: Path) -> Path:
    if not os.path.isdir(path):  # noqa: PTH112 - pathlib raises for a name that is too long
        raise RepositoryError("there is no folder as `repo` names it", "give the absolute path of a repository")
    return path


def _named(repo: str, roots: Sequence[Root]) -> Path:
    """A root as the client calls it, or as its folder is called, or a folder at or below one."""
    called = [root.path for root in roots if root.name == repo]
    meant = called or [root.path for root in roots if root.path.name == repo] or _below(roots, repo)
    inside = [folder for folder in dict.fromkeys(meant) if _is_within(folder, roots)]
    if len(inside) == 1:
        return inside[0]
    what = "could be several folders" if inside else "is in no folder that is open here"
    raise UsageError(
        f"the repository that is named {what}", "name one of them, or a folder in it", details=_shown(roots)
    )


def _below(roots: Sequence[Root], repo: str) -> list[Path]:
    return [root.path / repo for root in roots if os.path.isdir(root.path / repo)]  # noqa: PTH112 - same


def _is_within(folder: Path, roots: Sequence[Root]) -> bool:
    """Where links lead counts: what the client has opened is all that a call may reach."""
    real = Path(os.path.realpath(folder))
    return any(real.is_relative_to(os.path.realpath(root.path)) for root in roots)


def _only(roots: Sequence[Root], environ: Mapping[str, str]) -> Path:
    """The root that is in a repository, if all that are, are in the same one."""
    found: dict[Path, Root] = {}
    for root in roots:
        with suppress(RepositoryError):
            found.setdefault(find_place(root.path, environ).root, root)
    if len(found) == 1:
        return next(iter(found.values())).path
    if found:
        raise UsageError("several repositories are open here", "say which: repo", details=_shown(list(found.values())))
    raise RepositoryError("no folder that is open here is in a repository", "make one: git init", details=_shown(roots))


def _shown(roots: Sequence[Root]) -> tuple[str, ...]:
    return tuple(f"{root.path} ({root.name})" if root.name else str(root.path) for root in roots)
