"""Make a repository where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from legendary_git.git.environment import run_git, scrubbed


def make_repository(folder: Path, environ: Mapping[str, str]) -> None:
    """A new repository in a folder, without anybody's template of hooks. Raises GitFailed, RepositoryError."""
    run_git(["init", "--quiet", "--template=", "."], folder, environ=scrubbed(environ))
