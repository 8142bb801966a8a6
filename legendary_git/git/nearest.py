"""The repository around a file, found as git finds it but without starting git.

Only what is plain is answered here. Who owns the repository is looked at, as git does (safe.directory); where that or
the reference that HEAD names is not plain, the caller is told to ask git.
"""

from __future__ import annotations

import os

from legendary_git.git.disk_bytes import read_git_file

_OBJECT_ID = frozenset("0123456789abcdef")
_MOST_BYTES = 64 * 1024 * 1024


class Nearest:
    """The top of a work tree, its own git dir, and the one that all work trees share; all absolute, links resolved."""

    __slots__ = ("common_dir", "git_dir", "root")

    def __init__(self, root: str, git_dir: str, common_dir: str) -> None:
        self.root = root
        self.git_dir = git_dir
        self.common_dir = common_dir

    def repo_path(self, abs_path: str) -> str | None:
        """The repo_path of a file below the root, whose links are resolved; None for anything else."""
        prefix = self.root.rstrip(os.sep) + os.sep
        if not abs_path.startswith(prefix):
            return None
        found = os.fsencode(abs_path[len(prefix) :]).decode("utf-8", "surrogateescape")
        return found.replace(os.sep, "/")

    def abs_path(self, repo_path: str) -> str:
        return os.path.join(self.root, os.fsdecode(repo_path.encode("utf-8", "surrogateescape")))

    @property
    def is_own(self) -> bool:
        """Whether it belongs to who runs this, so that git trusts it without being told to."""
        return all(_is_own(path) for path in (self.root, self.git_dir))

    @property
    def is_sparse(self) -> bool:
        """Whether a part of what is committed may be kept out of the work tree."""
        return os.path.exists(os.path.join(self.git_dir, "info", "sparse-checkout"))

    @property
    def cut_off(self) -> str:
        """Where the history of a shallow clone ends, as git keeps it; empty in any other."""
        return read_git_file(os.path.join(self.common_dir, "shallow"), _MOST_BYTES)

    def head(self) -> str | None:
        """The id of HEAD's commit; empty before the first one; None where git has to be asked."""
        said = read_git_file(os.path.join(self.git_dir, "HEAD"), _MOST_BYTES).strip()
        if not said.startswith("ref: "):
            return said if _is_id(said) else None
        name = said.removeprefix("ref: ")
        if name == "refs/heads/.invalid" or ".." in name:  # references are kept in another way
            return None
        for folder in (self.git_dir, self.common_dir):
            found = read_git_file(os.path.join(folder, name), _MOST_BYTES).strip()
            if found:
                return found if _is_id(found) else None
        return self._find_packed(name)

    def _find_packed(self, name: str) -> str | None:
        packed = read_git_file(os.path.join(self.common_dir, "packed-refs"), _MOST_BYTES)
        at = packed.find(f" {name}\n")
        if at < 0:
            return ""
        found = packed[packed.rfind("\n", 0, at) + 1 : at]
        return found if _is_id(found) else None


def find_nearest(folder: str) -> Nearest | None:
    """The repository with a work tree that an absolute folder, whose links are resolved, belongs to; None: none."""
    while True:
        entry = os.path.join(folder, ".git")
        git_dir = entry if os.path.isdir(entry) else _follow(entry, folder)
        if git_dir is not None and os.path.exists(os.path.join(git_dir, "HEAD")):
            git_dir = os.path.realpath(git_dir)
            return Nearest(folder, git_dir, _common_dir(git_dir))
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _follow(entry: str, folder: str) -> str | None:
    """The git dir that a file in its place names (gitrepository-layout(5)); None where there is no such file."""
    said = read_git_file(entry, _MOST_BYTES)
    if not said.startswith("gitdir: "):
        return None
    return os.path.join(folder, said.removeprefix("gitdir: ").rstrip("\r\n"))


def _common_dir(git_dir: str) -> str:
    said = read_git_file(os.path.join(git_dir, "commondir"), _MOST_BYTES).rstrip("\r\n")
    return os.path.realpath(os.path.join(git_dir, said)) if said else git_dir


def _is_id(text: str) -> bool:
    return len(text) in (40, 64) and _OBJECT_ID.issuperset(text)


def _is_own(path: str) -> bool:
    try:
        owner = os.stat(path).st_uid
    except OSError:
        return False
    if not hasattr(os, "geteuid"):
        return True
    return owner == os.geteuid()
