"""What every back end answers: one repository's HEAD, commits, trees and blobs."""

from __future__ import annotations

from typing import Protocol

from legendary_git.errors import ObjectMissing, OverLimit
from legendary_git.git.objects import Change, Commit, Entry

MOST_BYTES = 64_000_000
"""Bytes of one object that is read at all: thirty times the largest file that is judged (parsing/limits.py)."""
MOST_TREE_BYTES = 32_000_000
"""Bytes of a tree, of a folder with half a million files: taken apart it takes ten times as much."""


class ObjectDatabase(Protocol):
    """Ids go in and out as hex, paths as repo_paths. Nothing is ever fetched.

    What is not here, what is here but damaged, and a blob or commit of more than MOST_BYTES are told alike: none is
    evidence of anything. A tree that is too large raises OverLimit. Replacements
    (refs/replace) do not count. `Repository` says what each question means; the back ends answer them the same.
    """

    def head(self) -> str | None: ...

    def is_detached(self) -> bool: ...

    def peel_commit(self, oid: str) -> str | None: ...

    def commit(self, oid: str) -> Commit | None: ...

    def has_object(self, oid: str) -> bool: ...

    def kind(self, oid: str) -> str | None: ...

    def find_id(self, prefix: str, kind: str) -> str | None: ...

    def entry(self, commit: str, repo_path: str) -> Entry | None: ...

    def files(self, commit: str, folder: str) -> dict[str, Entry]: ...

    def entries(self, commit: str, folder: str) -> dict[str, Entry]: ...

    def read_blob(self, oid: str) -> bytes | None: ...

    def blob_size(self, oid: str) -> int | None: ...

    def write_blob(self, data: bytes) -> str | None: ...

    def changes(self, old: str | None, new: str) -> tuple[Change, ...]: ...

    def is_ancestor(self, one: str, other: str) -> bool: ...

    def history(self, commit: str, since: str | None) -> frozenset[str]: ...


def missing(what: str) -> ObjectMissing:
    """The error that says what is not here, and how to bring it here."""
    return ObjectMissing(f"{what} is not in this clone", "Bring it here: git fetch --refetch --filter=blob:none")


def malformed(oid: str) -> OverLimit:
    """The error that says that a tree is here and nobody can read it; git writes none like that."""
    return OverLimit(f"the tree {oid} cannot be read", "See what `git fsck` says of it.")


def too_large(what: str) -> OverLimit:
    """The error that says what is too large to be looked through."""
    return OverLimit(f"{what} is too large to be looked through", "See whether it was meant to be committed.")
