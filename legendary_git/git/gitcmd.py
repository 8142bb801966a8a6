"""The object database and references through the git command, for repositories that libgit2 refuses.

Objects come from one `git cat-file` that stays; a process of its own is started for questions about history alone.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from legendary_git.errors import OverLimit, RepositoryError
from legendary_git.git.cat_file import CatFile
from legendary_git.git.descent import Descent
from legendary_git.git.environment import ask_git, complaint, start_git
from legendary_git.git.kept_trees import KeptTrees
from legendary_git.git.object_database import MOST_BYTES, MOST_TREE_BYTES, malformed, missing
from legendary_git.git.objects import TREE, Change, Commit, Entry, ObjectFormat
from legendary_git.git.paths import decode_path, encode_path, is_repo_path
from legendary_git.git.raw_objects import parse_commit, parse_tree
from legendary_git.git.tree_changes import compare_trees, walk_tree


class CommandObjects:
    """One repository's commits, trees and blobs. Ids go in and out as hex, paths as repo_paths."""

    def __init__(self, git_dir: Path, environ: Mapping[str, str], form: ObjectFormat) -> None:
        """`environ` is that of the children, as `environment.scrubbed` leaves it."""
        self._git_dir = git_dir
        self._environ = dict(environ)
        self._form = form
        self._objects = CatFile(self._start, form)
        self._descent = Descent(self._descends, self._list_parents)
        self._roots: dict[str, str] = {}
        self._trees: KeptTrees[dict[bytes, Entry]] = KeptTrees()

    def head(self) -> str | None:
        """The id of the commit that HEAD is; None before the first commit of a branch."""
        found = self._objects.header("HEAD^{commit}")
        if found is not None:
            return found.oid
        why = self._why_no_head()
        if why is not None:
            raise RepositoryError(f"HEAD cannot be read: {why}", "See what `git status` says.")
        return None

    def is_detached(self) -> bool:
        return self._ask("symbolic-ref", "--quiet", "HEAD").returncode == 1

    def peel_commit(self, oid: str) -> str | None:
        """The commit that an object (a commit or a tag) stands for."""
        found = self._objects.header(f"{oid}^{{commit}}") if self._form.is_oid(oid) else None
        return found.oid if found is not None else None

    def commit(self, oid: str) -> Commit | None:
        try:
            data = self._read(oid, "commit")
        except OverLimit:
            return None
        return parse_commit(oid, data) if data is not None else None

    def has_object(self, oid: str) -> bool:
        return self._form.is_oid(oid) and self._objects.header(oid) is not None

    def kind(self, oid: str) -> str | None:
        found = self._objects.header(oid) if self._form.is_oid(oid) else None
        return found.kind if found is not None else None

    def find_id(self, prefix: str, kind: str) -> str | None:
        """The one object whose id begins with `prefix`, if it is a `kind` (commit or blob); None if several do."""
        if self._form.is_oid(prefix):
            fitting = [prefix]
        else:  # not asked of `cat-file`, which takes the name of a branch for it
            fitting = self._ask("rev-parse", f"--disambiguate={prefix}").stdout.decode("ascii").split()
        found = self._objects.header(fitting[0]) if len(fitting) == 1 else None
        return found.oid if found is not None and found.kind == kind else None

    def entry(self, commit: str, repo_path: str) -> Entry | None:
        if not is_repo_path(repo_path):
            return None
        found = Entry(self._root(commit), TREE)
        for name in encode_path(repo_path).split(b"/"):
            child = self._tree(found.oid).get(name) if found.mode == TREE else None
            if child is None:
                return None
            found = child
        return found

    def files(self, commit: str, folder: str) -> dict[str, Entry]:
        top = Entry(self._root(commit), TREE) if not folder else self.entry(commit, folder)
        return dict(walk_tree(self._tree, top.oid, folder)) if top is not None and top.mode == TREE else {}

    def entries(self, commit: str, folder: str) -> dict[str, Entry]:
        top = self.entry(commit, folder)
        items = self._tree(top.oid) if top is not None and top.mode == TREE else {}
        return {decode_path(name): entry for name, entry in items.items()}

    def read_blob(self, oid: str) -> bytes | None:
        size = self.blob_size(oid)  # asked first: git would read all of it
        return self._read(oid, "blob") if size is not None and size <= MOST_BYTES else None

    def blob_size(self, oid: str) -> int | None:
        found = self._objects.header(oid) if self._form.is_oid(oid) else None
        return found.size if found is not None and found.kind == "blob" else None

    def write_blob(self, data: bytes) -> str | None:
        result = self._ask("hash-object", "-w", "-t", "blob", "--stdin", stdin=data)
        return result.stdout.decode("ascii").strip() if result.returncode == 0 else None

    def changes(self, old: str | None, new: str) -> tuple[Change, ...]:
        before = self._root(old) if old is not None else None
        return tuple(sorted(compare_trees(self._tree, before, self._root(new)), key=lambda change: change.path))

    def is_ancestor(self, one: str, other: str) -> bool:
        return self._descent.holds(one, other)

    def history(self, commit: str, since: str | None) -> frozenset[str]:
        return frozenset(self._rev_list(commit, since))

    def _read(self, oid: str, kind: str) -> bytes | None:
        most = MOST_TREE_BYTES if kind == "tree" else MOST_BYTES
        found = self._objects.read(oid, most) if self._form.is_oid(oid) else None
        return found[1] if found is not None and found[0] == kind else None

    def _root(self, commit: str) -> str:
        if commit not in self._roots:
            found = self.commit(commit)
            if found is None:
                raise missing(commit)
            self._roots[commit] = found.tree
        return self._roots[commit]

    def _tree(self, oid: str) -> dict[bytes, Entry]:
        known = self._trees.find(oid)
        if known is not None:
            return known
        data = self._read(oid, "tree")
        found = parse_tree(data, self._form) if data is not None else None
        if found is None:
            raise malformed(oid) if data is not None else missing(oid)
        return self._trees.keep(oid, found, len(found))

    def _descends(self, one: str, other: str) -> bool:
        # An absent commit is told without starting a process.
        if not (self.has_object(one) and self.has_object(other)):
            return False
        return self._ask("merge-base", "--is-ancestor", one, other).returncode == 0

    def _list_parents(self, one: str, other: str) -> Iterator[tuple[str, Sequence[str]]]:
        for line in self._rev_list(other, one, "--topo-order", "--reverse", "--parents"):
            oid, *parents = line.split(" ")
            yield oid, parents

    def _rev_list(self, commit: str, since: str | None, *options: str) -> list[str]:
        revisions = [commit] if since is None else [commit, f"^{since}"]
        known = all(self._form.is_oid(revision.removeprefix("^")) for revision in revisions)
        result = self._ask("rev-list", *options, *revisions, "--") if known else None
        if result is None or result.returncode != 0:
            raise missing(f"the history of {commit}")
        return result.stdout.decode("ascii").splitlines()

    def _why_no_head(self) -> str | None:
        """What is wrong with a HEAD that is no commit; None: it is a branch that has none yet."""
        pointed = self._ask("symbolic-ref", "--quiet", "HEAD")
        if pointed.returncode != 0:
            return complaint(pointed) if pointed.returncode != 1 else "its commit is missing or damaged"
        branch = pointed.stdout.removesuffix(b"\n")
        listed = self._ask("for-each-ref", "--format=%(refname)", branch)
        if listed.returncode == 0 and branch not in listed.stdout.split(b"\n") and b"broken ref" not in listed.stderr:
            return None
        return f"{decode_path(branch)} does not lead to a commit"

    def _ask(self, *words: str | bytes, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return ask_git([f"--git-dir={self._git_dir}", *words], self._git_dir, stdin=stdin, environ=self._environ)

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return start_git([f"--git-dir={self._git_dir}", *words], self._git_dir, environ=self._environ)
