"""The object database and references through pygit2; nothing of pygit2 leaves this module.

Importing it costs as much as three bare interpreters, so `repository.py` does so at the first question that needs it.
It reads no index and no work tree: split and sparse indexes, which libgit2 refuses, do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType, Option, RepositoryOpenFlag, SortMode

from legendary_git.errors import ObjectMissing, RepositoryError
from legendary_git.git.commit_text import decode_text, format_subject, format_utc
from legendary_git.git.descent import Descent
from legendary_git.git.discovery import unsupported
from legendary_git.git.kept_trees import KeptTrees
from legendary_git.git.object_database import MOST_BYTES, MOST_TREE_BYTES, malformed, missing, too_large
from legendary_git.git.objects import TREE, Change, Commit, Entry, ObjectFormat
from legendary_git.git.paths import decode_path, encode_path, is_repo_path, locale_path
from legendary_git.git.raw_objects import parse_commit, parse_tree
from legendary_git.git.raw_walk import walk_back
from legendary_git.git.tree_changes import compare_trees, walk_tree

_is_oid = ObjectFormat.SHA1.is_oid

# Git has judged the owner already, and knows safe.directory from places where libgit2 does not look.
pygit2.option(Option.SET_OWNER_VALIDATION, 0)

_USUAL = re.compile(
    rb"tree [0-9a-f]{40}\n(?:parent [0-9a-f]{40}\n)*author [^\n]*\ncommitter [^\n>]*> [0-9]{1,11} [-+][0-9]{4}\n"
)
"""Commits with a time of which libgit2 thinks as git does: others it refuses, or reads otherwise."""


class LibgitObjects:
    """One repository's commits, trees and blobs. Ids go in and out as hex, paths as repo_paths."""

    def __init__(self, git_dir: Path) -> None:
        """Raises RepositoryError where libgit2 refuses the repository."""
        try:
            self._repo = pygit2.Repository(str(git_dir), RepositoryOpenFlag.NO_SEARCH | RepositoryOpenFlag.NO_DOTGIT)
        except (pygit2.GitError, KeyError, ValueError) as error:
            said = str(error)
            if "extension" in said:
                raise unsupported(said.rpartition(" ")[2]) from error
            raise RepositoryError(said, "See what `git status` says there.") from error
        self._roots: dict[str, str] = {}
        self._descent = Descent(self._descends, self._list_parents)
        self._trees: KeptTrees[pygit2.Tree] = KeptTrees()
        self._read_trees: KeptTrees[Mapping[bytes, Entry]] = KeptTrees()

    def head(self) -> str | None:
        """The id of the commit that HEAD is; None before the first commit of a branch."""
        try:
            if self._repo.head_is_unborn:
                return None
            oid = str(self._repo.head.target)
            return oid if self._read(oid)[0] == ObjectType.COMMIT else str(self._repo.head.peel(pygit2.Commit).id)
        except (pygit2.GitError, KeyError, ValueError) as error:
            raise RepositoryError(f"HEAD cannot be read: {error}", "See what `git status` says.") from error

    def is_detached(self) -> bool:
        return self._repo.head_is_detached

    def peel_commit(self, oid: str) -> str | None:
        """The commit that an object (a commit or a tag) stands for."""
        found = self._get(oid)
        while isinstance(found, pygit2.Tag):
            oid = str(found.target)
            found = self._get(oid)
        return oid if self._read(oid)[0] == ObjectType.COMMIT else None

    def commit(self, oid: str) -> Commit | None:
        kind, data = self._read(oid)
        if kind != ObjectType.COMMIT:
            return None
        found = self._get(oid) if _USUAL.match(data) else None
        if not isinstance(found, pygit2.Commit):
            return parse_commit(oid, data)
        try:
            encoding = found.message_encoding
        except UnicodeDecodeError:
            return parse_commit(oid, data)
        name = decode_text(found.author.raw_name, encoding)
        return Commit(
            oid=oid,
            tree=str(found.tree_id),
            parents=tuple(map(str, found.parent_ids)),
            author=f"{name} <{decode_text(found.author.raw_email, encoding)}>",
            author_name=name,
            committed_at=format_utc(found.commit_time),
            subject=format_subject(decode_text(found.raw_message, encoding)),
        )

    def has_object(self, oid: str) -> bool:
        return _is_oid(oid) and self._repo.odb.exists(oid)

    def kind(self, oid: str) -> str | None:
        if not self.has_object(oid):
            return None
        try:
            header = self._header(oid) or self._repo.odb.read(oid)
        except (pygit2.GitError, KeyError):
            return None
        return ObjectType(header[0]).name.lower()

    def find_id(self, prefix: str, kind: str) -> str | None:
        """The one object whose id begins with `prefix`, if it is a `kind` (commit or blob); None if several do."""
        try:
            oid = str(self._repo.expand_id(prefix))
        except (pygit2.GitError, KeyError, ValueError):
            return None
        return oid if self.kind(oid) == kind else None

    def entry(self, commit: str, repo_path: str) -> Entry | None:
        if not is_repo_path(repo_path):
            return None
        *folders, name = repo_path.split("/")
        tree = self._tree(self._root(commit))
        for folder in folders:
            child = _child(tree, folder)
            if child is None or child.mode != TREE:
                return None
            tree = self._tree(child.oid)
        return _child(tree, name)

    def files(self, commit: str, folder: str) -> dict[str, Entry]:
        top = Entry(self._root(commit), TREE) if not folder else self.entry(commit, folder)
        return dict(walk_tree(self._entries, top.oid, folder)) if top is not None and top.mode == TREE else {}

    def entries(self, commit: str, folder: str) -> dict[str, Entry]:
        top = self.entry(commit, folder)
        items = self._tree(top.oid) if top is not None and top.mode == TREE else ()
        return {decode_path(one.raw_name or b""): Entry(str(one.id), int(one.filemode)) for one in items}

    def read_blob(self, oid: str) -> bytes | None:
        found = self._get(oid)
        return found.data if isinstance(found, pygit2.Blob) else None

    def blob_size(self, oid: str) -> int | None:
        if not self.has_object(oid):
            return None
        header = self._header(oid)
        if header is not None:
            return header[1] if header[0] == ObjectType.BLOB else None
        found = self._get(oid)
        return int(found.size) if isinstance(found, pygit2.Blob) else None

    def write_blob(self, data: bytes) -> str | None:
        try:
            return str(self._repo.create_blob(data))
        except (pygit2.GitError, OSError):
            return None

    def changes(self, old: str | None, new: str) -> tuple[Change, ...]:
        # libgit2's own comparison looks at every file, also of folders that are the same on both sides.
        before = self._root(old) if old is not None else None
        found = compare_trees(self._entries, before, self._root(new))
        return tuple(sorted(found, key=lambda change: change.path))

    def is_ancestor(self, one: str, other: str) -> bool:
        return self._descent.holds(one, other)

    def history(self, commit: str, since: str | None) -> frozenset[str]:
        try:
            walker = self._repo.walk(commit)
            if since is not None:
                walker.hide(since)
            return frozenset(str(found.id) for found in walker)
        except (pygit2.GitError, KeyError, ValueError):
            return frozenset(self._reach(commit)).difference(self._reach(since) if since is not None else ())

    def _descends(self, one: str, other: str) -> bool:
        try:
            return self._repo.descendant_of(other, one)
        except (pygit2.GitError, KeyError, ValueError):
            with suppress(ObjectMissing):
                return self.has_object(one) and one in self._reach(other)
            return False

    def _list_parents(self, one: str, other: str) -> Sequence[tuple[str, Sequence[str]]]:
        try:
            walker = self._repo.walk(other, SortMode.TOPOLOGICAL | SortMode.REVERSE)
            walker.hide(one)
            return [(str(found.id), tuple(map(str, found.parent_ids))) for found in walker]
        except (pygit2.GitError, KeyError, ValueError):
            before = self._reach(one)
            return [pair for pair in self._reach(other).items() if pair[0] not in before]

    def _reach(self, commit: str) -> Mapping[str, Sequence[str]]:
        """Each commit that one is or descends from, with its parents; raises ObjectMissing where one is not here."""
        return walk_back(commit, self._parents)

    def _parents(self, oid: str) -> Sequence[str]:
        found = self._get(oid)
        if isinstance(found, pygit2.Commit):  # a shallow clone's own: without the parents that it lacks
            return tuple(map(str, found.parent_ids))
        refused = self.commit(oid)
        if refused is None:
            raise missing(f"the history of {oid}")
        return refused.parents

    def _get(self, oid: str) -> pygit2.Object | None:
        """The object; None where it is not here, damaged, or too large: none of that is evidence of anything."""
        try:
            return self._repo.get(oid) if _is_oid(oid) and not self._is_large(oid) else None
        except pygit2.GitError:
            return None

    def _read(self, oid: str) -> tuple[ObjectType | None, bytes]:
        """Kind and bytes of an object, also of one that libgit2 makes nothing of; None where `_get` would say so."""
        try:
            return self._repo.odb.read(oid) if _is_oid(oid) and not self._is_large(oid) else (None, b"")
        except (pygit2.GitError, KeyError):
            return None, b""

    def _root(self, commit: str) -> str:
        if commit not in self._roots:
            found = self.commit(commit)
            if found is None:
                raise missing(commit)
            self._roots[commit] = found.tree
        return self._roots[commit]

    def _tree(self, oid: str) -> pygit2.Tree:
        known = self._trees.find(oid)
        if known is not None:
            return known
        if self._is_large(oid):
            raise too_large(f"the tree {oid}")
        found = self._get(oid)
        if not isinstance(found, pygit2.Tree):
            raise malformed(oid) if self._read(oid)[0] == ObjectType.TREE else missing(oid)
        return self._trees.keep(oid, found, len(found))

    def _entries(self, oid: str) -> Mapping[bytes, Entry]:
        known = self._read_trees.find(oid)
        if known is not None:
            return known
        found = self._read_tree(oid)
        return self._read_trees.keep(oid, found, len(found))

    def _read_tree(self, oid: str) -> Mapping[bytes, Entry]:
        if self._is_large(oid):
            raise too_large(f"the tree {oid}")
        kind, data = self._read(oid)
        found = parse_tree(data, ObjectFormat.SHA1) if kind == ObjectType.TREE else None
        if found is None:
            raise malformed(oid) if kind == ObjectType.TREE else missing(oid)
        return found

    def _is_large(self, oid: str) -> bool:
        """Whether an object is not to be read; an older pygit2 cannot tell."""
        found = self._header(oid)
        return found is not None and found[1] > (MOST_TREE_BYTES if found[0] == ObjectType.TREE else MOST_BYTES)

    def _header(self, oid: str) -> tuple[int, int] | None:
        """The kind of an object and the number of its bytes; None: it is not here, or nobody can tell."""
        if not hasattr(self._repo.odb, "read_header"):
            return None
        try:
            kind, size = self._repo.odb.read_header(oid)
        except (pygit2.GitError, KeyError, ValueError):
            return None
        return int(kind), int(size)


def _child(tree: pygit2.Tree, name: str) -> Entry | None:
    found: pygit2.Object | None
    try:
        found = tree[locale_path(name)]
    except KeyError:
        # By halves, as libgit2 looks for a name, it is not found where somebody has put the entries into another order.
        wanted = encode_path(name)
        found = next((one for one in tree if one.raw_name == wanted), None)
        if found is None:
            return None
    return Entry(str(found.id), int(found.filemode))
