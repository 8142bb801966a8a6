"""The working tree as git would store it: what an answer is about, as long as nothing has been committed."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from legendary_git.domain.values import dataclass
from legendary_git.errors import GitFailed
from legendary_git.git.conversion import hash_as_stored, read_as_stored
from legendary_git.git.index import IndexEntry, find_index_entries
from legendary_git.git.objects import NULL_ID, Change
from legendary_git.git.paths import decode_path, is_repo_path
from legendary_git.git.repository import Repository

_STATUS = ("--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all")

# A file that is written twice within one tick of the kernel's clock may keep its times.
_TICK_NS = 50_000_000

_NO_SUCH_NAME = (errno.ELOOP, errno.ENAMETOOLONG, errno.EINVAL)
"""What the system says of a path at which nothing can be."""


@dataclass(frozen=True, slots=True)
class DiskFile:
    """A regular file on disk as git would store it: the blob's id and bytes. NULL_ID and None: it cannot be stored."""

    repo_path: str
    oid: str
    data: bytes | None


class DiskStat(NamedTuple):
    """By what a file on disk is known to be the one that was read before."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int

    def is_settled(self, now_ns: int) -> bool:
        """Whether no later write can leave this the same; one that is not settled must not be kept as a key."""
        return max(self.mtime_ns, self.ctime_ns) + _TICK_NS < now_ns


def disk_stat(abs_path: Path) -> DiskStat | None:
    """The stat of what is at a path itself, symlinks not followed; None if there is nothing."""
    try:
        found = abs_path.lstat()
    except (OSError, ValueError):
        return None
    return DiskStat(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def is_out_of_reach(abs_path: Path) -> bool:
    """Whether nobody can tell what is at a path: a folder on the way may not be looked into, or the disk fails."""
    try:
        abs_path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as error:
        return error.errno not in _NO_SUCH_NAME
    return False


def stored_ids(repo: Repository, repo_paths: Iterable[str]) -> dict[str, str | None]:
    """The blob id that git would store for each path as it is on disk now.

    None: no regular file is there (missing, symlink, folder, behind a symlink, in a submodule). NULL_ID: one is, or
    may be where no one may look, but it cannot be read or its filter fails, so nothing is known of it. Nothing is
    written.
    """
    ids: dict[str, str | None] = dict.fromkeys(repo_paths)
    present, index = _find_present(repo, ids)
    ids.update(dict.fromkeys(present, NULL_ID))
    ids.update((path, NULL_ID) for path, found in ids.items() if found is None and is_out_of_reach(repo.abs_path(path)))
    readable = [path for path in present if os.access(repo.abs_path(path), os.R_OK)]
    ids.update(hash_as_stored(repo, readable, index))
    return ids


def read_stored(repo: Repository, repo_path: str) -> bytes | None:
    """The bytes that git would store for what is on disk; None: no regular file is there, or it cannot be stored."""
    found = find_disk_file(repo, repo_path)
    return found.data if found is not None else None


def find_disk_file(repo: Repository, repo_path: str) -> DiskFile | None:
    """A file on disk as git would store it, id and bytes of one moment; None where no regular file is."""
    oid = stored_ids(repo, [repo_path])[repo_path]
    if oid is None or oid == NULL_ID:
        return DiskFile(repo_path, NULL_ID, None) if oid else None
    try:
        data = _read(repo, repo_path, oid)
    except (OSError, GitFailed):
        return DiskFile(repo_path, NULL_ID, None)
    return DiskFile(repo_path, repo.hash_blob(data), data)


def skipped(repo: Repository, repo_paths: Iterable[str]) -> set[str]:
    """The paths that a sparse checkout leaves out of the disk; HEAD's version counts for them."""
    absent = [path for path in repo_paths if is_repo_path(path) and disk_stat(repo.abs_path(path)) is None]
    return {path for path, entry in find_index_entries(repo, absent).items() if entry.is_skipped}


def dirty_changes(repo: Repository) -> tuple[Change, ...]:
    """The regular files of the working tree that differ from HEAD, by path; untracked ones that are not ignored too.

    Costs a look at every file; meant for following a symbol that has moved.
    """
    found = _parse_status(_ask_status(repo))
    after = stored_ids(repo, found)
    head = repo.head()
    changes = []
    for path in sorted(found):
        entry = repo.entry(head, path) if head is not None and found[path] else None
        before = entry.oid if entry is not None and entry.is_regular else None
        if before != after[path]:
            changes.append(Change(path, before, after[path]))
    return tuple(changes)


def unmerged(repo: Repository, folder: str) -> tuple[str, ...]:
    """The files of a folder that a merge has left in conflict, however their contents look; by path."""
    try:
        said = repo.git("--literal-pathspecs", "ls-files", "-u", "-z", "--", folder)
    except GitFailed:
        return ()
    return tuple(sorted({decode_path(one.partition(b"\t")[2]) for one in said.split(b"\0") if one}))


def _ask_status(repo: Repository) -> bytes:
    """Git gives up at the first file whose filter is required and fails (git-lfs is not installed, say).

    Where filters are not required, it takes such a file as it is on disk; what that is worth, `stored_ids` tells.
    """
    try:
        return repo.git("status", *_STATUS)
    except GitFailed:
        required = repo.git("config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.required$").split(b"\0")
        lenient = [word for name in required if name for word in (b"-c", name + b"=false")]
        return repo.git(*lenient, "status", *_STATUS)


def _parse_status(status: bytes) -> dict[str, bool]:
    """Each path of `git status --porcelain=v2 -z`, and whether git tracks it."""
    fields_before_path = {b"1": 8, b"u": 10, b"?": 1}
    found: dict[str, bool] = {}
    for line in status.split(b"\0"):
        if (count := fields_before_path.get(line[:1])) is not None:
            path = decode_path(line.split(b" ", count)[count])
            # A file that was taken out of the index but not off the disk is told twice.
            found[path] = found.get(path, False) or line[:1] != b"?"
    return found


def _read(repo: Repository, repo_path: str, oid: str) -> bytes:
    raw_bytes = repo.abs_path(repo_path).read_bytes()
    for data in (raw_bytes, raw_bytes.replace(b"\r\n", b"\n")):
        if repo.hash_blob(data) == oid:
            return data
    stored = repo.read_blob(oid)
    return stored if stored is not None else read_as_stored(repo, repo_path, _index_entry(repo, repo_path))


def _index_entry(repo: Repository, repo_path: str) -> IndexEntry | None:
    return find_index_entries(repo, [repo_path]).get(repo_path)


def _find_present(repo: Repository, repo_paths: Iterable[str]) -> tuple[list[str], dict[str, IndexEntry]]:
    """Which paths are regular files of this repository on disk, and what the index has at them."""
    folders: dict[str, bool] = {"": True}
    nested: dict[str, bool] = {"": False}
    regular = [path for path in repo_paths if is_repo_path(path) and _is_regular(repo, path, folders)]
    index = find_index_entries(repo, regular)
    return [path for path in regular if path in index or not _is_nested(repo, _parent(path), nested)], index


def _parent(repo_path: str) -> str:
    return repo_path.rpartition("/")[0]


def _mode(repo: Repository, repo_path: str) -> int:
    try:
        return os.lstat(repo.abs_path(repo_path)).st_mode
    except OSError:
        return 0


def _is_regular(repo: Repository, repo_path: str, folders: dict[str, bool]) -> bool:
    return stat.S_ISREG(_mode(repo, repo_path)) and _is_real_folder(repo, _parent(repo_path), folders)


def _is_real_folder(repo: Repository, folder: str, known: dict[str, bool]) -> bool:
    """Whether no part of a folder's path is a symlink."""
    if folder not in known:
        real = stat.S_ISDIR(_mode(repo, folder)) and _is_real_folder(repo, _parent(folder), known)
        known[folder] = real
    return known[folder]


def _is_nested(repo: Repository, folder: str, known: dict[str, bool]) -> bool:
    """Whether a folder belongs to another repository: a submodule, or a clone that was put there."""
    if folder not in known:
        known[folder] = _is_nested(repo, _parent(folder), known) or os.path.lexists(repo.abs_path(folder) / ".git")
    return known[folder]
