"""A file in a repository, as a push sees it."""

from __future__ import annotations

import os

from legendary_git.git.blob_id import blob_id
from legendary_git.git.disk_bytes import TooLarge, read_regular
from legendary_git.git.nearest import Nearest
from legendary_git.store.places import MEMORIES


class Place:
    """A file in a repository: the bytes of what is on disk are read once."""

    def __init__(self, near: Nearest, repo_path: str) -> None:
        self.near = near
        self.repo_path = repo_path
        self._blobs: dict[str, tuple[str, str] | None] = {}
        self._heads: list[str | None] = []
        self._cut_off: list[str] = []

    @property
    def head(self) -> str | None:
        """HEAD's commit, as `Nearest.head` says it."""
        if not self._heads:
            self._heads.append(self.near.head())
        return self._heads[0]

    @property
    def cut_off(self) -> str:
        """Where history ends, as `Nearest.cut_off` says it: what is dated by history hangs on that."""
        if not self._cut_off:
            self._cut_off.append(self.near.cut_off)
        return self._cut_off[0]

    @property
    def has_store(self) -> bool:
        """Whether there may be memories at all; those outside a sparse cone are in no folder."""
        return os.path.isdir(os.path.join(self.near.root, MEMORIES)) or self.near.is_sparse

    @property
    def is_memory(self) -> bool:
        """Whether the file is one of the memory folder's."""
        return self.repo_path.startswith(f"{MEMORIES}/")

    @property
    def is_missing(self) -> bool:
        """Whether there is nothing at its path; not so of one that nobody may look at."""
        try:
            os.lstat(self.near.abs_path(self.repo_path))
        except PermissionError:
            return False
        except (OSError, ValueError):
            return True
        return False

    def blobs(self, repo_path: str, digits: int) -> tuple[str, str] | None:
        """The ids that git gives to a file's bytes and to them with LF line ends; None where none can be told."""
        if repo_path not in self._blobs:
            self._blobs[repo_path] = self._find_blobs(repo_path, digits)
        return self._blobs[repo_path]

    def _find_blobs(self, repo_path: str, digits: int) -> tuple[str, str] | None:
        abs_path = self.near.abs_path(repo_path)
        try:
            data = read_regular(abs_path)
        except TooLarge:
            return None
        if data is None or os.path.realpath(abs_path) != abs_path:
            return None
        raw = blob_id(data, digits)
        is_text = b"\r\n" in data and b"\0" not in data
        return raw, blob_id(data.replace(b"\r\n", b"\n"), digits) if is_text else raw
