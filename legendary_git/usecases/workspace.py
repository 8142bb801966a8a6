"""What every command works in: a repository and its index."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.git.paths import repo_path_of
from legendary_git.git.repository import Repository
from legendary_git.store.index import Index
from legendary_git.usecases.allowance import UNLIMITED, Allowance
from legendary_git.usecases.own_index import open_index


@dataclass(frozen=True, slots=True)
class Workspace:
    """A repository, the index of its memories, and the folder that paths are relative to."""

    repo: Repository
    index: Index
    cwd: Path
    is_users: bool = False
    """Whether it is the user's own store, which is of no repository's code."""
    allowance: Allowance = UNLIMITED
    """How long its anchors may be judged."""

    def repo_paths(self, path: str) -> tuple[str, ...]:
        """What a path that somebody gives may mean: relative to the current folder, or else to the root."""
        found = (repo_path_of(self.root, self.cwd / path), repo_path_of(self.root, self.root / path))
        return tuple(dict.fromkeys(one for one in found if one is not None))

    @property
    def root(self) -> Path:
        return self.repo.root

    @property
    def notices(self) -> tuple[str, ...]:
        """What had to be given up so far: a line where the index cannot be used, or was made anew."""
        return (self.index.notice,) if self.index.notice else ()


def open_workspace(
    start: Path | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    is_users: bool = False,
) -> Workspace:
    """The repository around `start` (default: here) as git would find it. Raises RepositoryError."""
    cwd = start or Path.cwd()
    repo = Repository.find(cwd, os.environ if environ is None else environ)
    return Workspace(repo, open_index(repo.root, repo.git_dir), cwd, is_users)


def open_server_workspace(start: Path | None = None, environ: Mapping[str, str] | None = None) -> Workspace:
    """The repository around `start`, bare or not, as a hook of a server sees it: nothing on disk is read or written.

    Raises RepositoryError.
    """
    cwd = start or Path.cwd()
    repo = Repository.find(cwd, os.environ if environ is None else environ, may_be_bare=True)
    return Workspace(repo, Index.in_memory(), cwd)
