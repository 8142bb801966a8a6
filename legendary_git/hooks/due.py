"""What the shell part decides before it starts Python, for hooks that a manager starts without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from legendary_git.git.repository import Repository
from legendary_git.git.watch import watch_path


def is_due(words: Sequence[str], environ: Mapping[str, str], repo: Repository) -> bool:
    """Whether a git hook, with the arguments that git gave it, has anything to look at.

    pre-commit and prek give no arguments; what those would be is in variables.
    """
    name, *arguments = words
    if name == "post-checkout" and _argument(arguments, 2, environ, "PRE_COMMIT_CHECKOUT_TYPE") == "0":
        return False  # files were checked out; HEAD has not moved
    if not (repo.root / ".legendary").is_dir() and not watch_path(repo).exists():
        return False
    if not any((repo.git_dir / folder).is_dir() for folder in ("rebase-merge", "rebase-apply")):
        return True
    rewrote = _argument(arguments, 0, environ, "PRE_COMMIT_REWRITE_COMMAND")
    return (name, rewrote) == ("post-rewrite", "rebase") or _has_nothing_to_replay(repo.git_dir)


def _argument(arguments: Sequence[str], at: int, environ: Mapping[str, str], variable: str) -> str:
    return arguments[at] if len(arguments) > at else environ.get(variable, "")


def _has_nothing_to_replay(git_dir: Path) -> bool:
    try:
        return "noop" in (git_dir / "rebase-merge" / "done").read_text(errors="replace").splitlines()
    except OSError:
        return False
