"""Where the branches of remotes stood when they were fetched last."""

from __future__ import annotations

from legendary_git.git.paths import decode_path
from legendary_git.git.repository import Repository

_REFS = "refs/remotes/"
_FIRST = "origin"


def find_remote_tips(repo: Repository, branch: str) -> tuple[str, ...]:
    """The commits that a branch was at: that of `origin`, or else those of all other remotes, each once.

    The name is taken letter for letter, not as a revision: it comes from outside, and `main^2` is a revision too.
    """
    listed = repo.git("for-each-ref", "--format=%(objectname) %(refname)", _REFS).splitlines()
    refs = {name: oid for oid, _, name in (decode_path(line).partition(" ") for line in listed)}
    remotes = decode_path(repo.git("remote")).splitlines()
    tips = [(remote, refs[ref]) for remote in (_FIRST, *remotes) if (ref := f"{_REFS}{remote}/{branch}") in refs]
    return tuple(dict.fromkeys(oid for remote, oid in tips if remote == _FIRST or tips[0][0] != _FIRST))
