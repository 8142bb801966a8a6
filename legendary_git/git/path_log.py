"""Which commits touched a file: asked of git once for a whole history, whichever part of it is walked through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from legendary_git.errors import GitFailed
from legendary_git.git.commit_text import parse_seconds
from legendary_git.git.object_database import ObjectDatabase
from legendary_git.git.objects import Touch
from legendary_git.git.paths import encode_path

_LOG = (
    *("log", "--full-history", "--format=%x01%H %ct", "-z", "--raw", "--no-abbrev", "-O/dev/null"),
    *("--no-show-signature", "--no-renames", "--no-ext-diff", "--no-textconv"),
)

_KEPT_HISTORIES = 16
_KEPT_FILES = 1_024


class _Known(NamedTuple):
    """The commits that were looked through, up to which, and what those that touched the file did, the latest first."""

    upto: str
    commits: frozenset[str]
    touches: tuple[Touch, ...]


class PathLog:
    """What git says of one repository, kept as long as this object is: history does not change."""

    def __init__(self, git: Callable[..., bytes], objects: ObjectDatabase) -> None:
        self._git = git
        self._objects = objects
        self._known: dict[tuple[str, str], _Known] = {}
        self._histories: dict[tuple[str, str], frozenset[str]] = {}

    def find(self, old: str, new: str, repo_path: str) -> tuple[Touch, ...]:
        """What the commits after `old` and up to `new` did to the file, the latest first; merges aside."""
        known = self._known.get((old, repo_path))
        if known is None or new not in known.commits:
            known = self._ask(old, new, repo_path)
            if len(self._known) >= _KEPT_FILES:
                self._known.pop(next(iter(self._known)))
            self._known[old, repo_path] = known
        if known.upto == new:
            return known.touches
        return tuple(touch for touch in known.touches if self._objects.is_ancestor(touch.commit, new))

    def _between(self, old: str, new: str) -> frozenset[str]:
        """The commits after one and up to another: many files are asked about between the same ones."""
        if (old, new) not in self._histories:
            if len(self._histories) >= _KEPT_HISTORIES:
                self._histories.pop(next(iter(self._histories)))
            self._histories[old, new] = self._objects.history(new, old)
        return self._histories[old, new]

    def _ask(self, old: str, new: str, repo_path: str) -> _Known:
        commits = self._between(old, new)
        path_bytes = encode_path(repo_path)
        try:
            said = self._git("--literal-pathspecs", *_LOG, f"{old}..{new}", "--", path_bytes)
        except GitFailed:
            return _Known(new, commits, ())
        # By time and then by id: git's own order hangs on where it began.
        found = sorted(_parse(said, path_bytes), key=lambda timed: (-timed[0], timed[1].commit))
        return _Known(new, commits, tuple(touch for _, touch in found))


def _parse(said: bytes, path_bytes: bytes) -> Iterator[tuple[int, Touch]]:
    """The time of each commit and what it did. A folder that took the file's place is listed by its files: not this."""
    seconds, commit = b"", b""
    fields = iter(said.split(b"\0"))
    for one in fields:
        field = one.lstrip(b"\n")
        if field.startswith(b"\1"):
            commit, _, seconds = field[1:].partition(b" ")  # no time at all, where the commit has none
        elif field.startswith(b":") and next(fields) == path_bytes:
            before, after = (oid if oid.strip("0") else None for oid in field.decode("ascii").split()[2:4])
            yield parse_seconds(seconds), Touch(commit.decode("ascii"), before, after)
