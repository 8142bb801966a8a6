"""What the shell part decides before it starts Python, for hooks that a manager starts without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legendary_git.git.replay import is_on_the_way
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
    rewrote = _argument(arguments, 0, environ, "PRE_COMMIT_REWRITE_COMMAND")
    return not is_on_the_way(repo, [name, rewrote] if name == "post-rewrite" else words)


def _argument(arguments: Sequence[str], at: int, environ: Mapping[str, str], variable: str) -> str:
    return arguments[at] if len(arguments) > at else environ.get(variable, "")
