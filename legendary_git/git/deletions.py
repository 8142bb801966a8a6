"""Which commits took a file away: asked of git once for a whole history, whichever part of it is walked through."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from legendary_git.errors import GitFailed
from legendary_git.git.libgit import LibgitObjects
from legendary_git.git.paths import encode_path

_LOG = ("log", "--full-history", "--format=%ct %H", "--no-show-signature", "--no-renames", "--diff-filter=D")


class _Known(NamedTuple):
    """The commits that were looked through, and those of them that took the file away, the latest first."""

    commits: frozenset[str]
    deletions: tuple[str, ...]


class Deletions:
    """What git says of one repository, kept as long as this object is: history does not change."""

    def __init__(self, git: Callable[..., bytes], objects: LibgitObjects) -> None:
        self._git = git
        self._objects = objects
        self._known: dict[tuple[str, str], _Known] = {}

    def find(self, old: str, new: str, repo_path: str) -> tuple[str, ...]:
        """The commits after `old` and up to `new` that took the file away, the latest first; merges aside."""
        known = self._known.get((old, repo_path))
        if known is None or new not in known.commits:
            known = self._known[old, repo_path] = self._ask(old, new, repo_path)
        return tuple(oid for oid in known.deletions if self._objects.is_ancestor(oid, new))

    def _ask(self, old: str, new: str, repo_path: str) -> _Known:
        commits = self._objects.history(new, old)
        try:
            said = self._git("--literal-pathspecs", *_LOG, f"{old}..{new}", "--", encode_path(repo_path))
        except GitFailed:
            return _Known(commits, ())
        # By time and then by id: git's own order hangs on where it began.
        lines = sorted((line.split() for line in said.decode("ascii").splitlines()), key=_latest_first)
        return _Known(commits, tuple(oid for _, oid in lines))


def _latest_first(line: list[str]) -> tuple[int, str]:
    seconds, oid = line
    return -int(seconds), oid
