"""What git holds, as values: commits, entries of trees, changes between trees."""

from __future__ import annotations

import hashlib
import re
from enum import Enum

from legendary_git.domain.values import dataclass

REGULAR = 0o100644
EXECUTABLE = 0o100755
SYMLINK = 0o120000
GITLINK = 0o160000
TREE = 0o040000

NULL_ID = "0" * 40
"""No object's id. As the id of a file on disk: it is there, but git would not store it (unreadable, failing filter)."""

_HEX = re.compile(r"[0-9a-f]+")


class ObjectFormat(Enum):
    """How a repository names its objects, as `extensions.objectFormat` says it: no name is valid in both formats."""

    SHA1 = "sha1"
    SHA256 = "sha256"

    @property
    def hex_digits(self) -> int:
        """The length of an id."""
        return 40 if self is ObjectFormat.SHA1 else 64

    def is_oid(self, text: str) -> bool:
        """Whether the text is an object id in full (lower-case hex)."""
        return len(text) == self.hex_digits and _HEX.fullmatch(text) is not None

    def hash_object(self, kind: str, data: bytes) -> str:
        """The id that git gives to an object of that kind (`blob`, `tree`, …) with these bytes."""
        head = b"%s %d\0" % (kind.encode("ascii"), len(data))
        return hashlib.new(self.value, head + data, usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit. `author` is `Name <mail>`; `committed_at` the committer's time, UTC; `subject` as `git log` has it."""

    oid: str
    tree: str
    parents: tuple[str, ...]
    author: str
    author_name: str
    committed_at: str
    subject: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What a tree has at a path. `mode` is git's: 0o100644, 0o100755, or that of a symlink, gitlink or tree."""

    oid: str
    mode: int

    @property
    def is_regular(self) -> bool:
        return is_regular_mode(self.mode)


@dataclass(frozen=True, slots=True)
class Change:
    """A file that differs: its blob ids before and after. None: no regular file is there on that side."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Touch:
    """What one commit did to a file: its blob ids before and after. None: there was, or is, nothing."""

    commit: str
    before: str | None
    after: str | None


def is_regular_mode(mode: int) -> bool:
    """Whether a mode is a regular file's. Old trees also hold 0o100664 and the like."""
    return mode & 0o170000 == 0o100000
