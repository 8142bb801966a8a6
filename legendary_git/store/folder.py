"""The folder of memory files: what is in it, what is passed over, and reading one file."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import StoreError
from legendary_git.store.disk_rows import folder_stamp, is_settled_at
from legendary_git.store.fences import LIMIT_BYTES
from legendary_git.store.places import MEMORIES as MEMORIES

FOLDERS = (".legendary", MEMORIES)
"""The folders on the way to a memory file, from the root on."""
ID_LENGTH = len("mem-00000000")


class DiskStat(NamedTuple):
    """What the file system says of a file, to tell whether it is still the one that was read."""

    size: int
    mtime_ns: int
    ctime_ns: int
    ino: int

    @classmethod
    def of(cls, found: os.stat_result) -> DiskStat:
        # SQLite's integers are signed; some file systems hand out inodes with the highest bit set.
        return cls(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino & 0x7FFF_FFFF_FFFF_FFFF)


@dataclass(frozen=True, slots=True)
class FolderWarning:
    """Something in the folder that is never read, and why; `path` is a repo_path."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class FolderScan:
    """The memory files of a folder by repo_path, in order of name, and what was passed over."""

    files: dict[str, DiskStat]
    warnings: tuple[FolderWarning, ...] = ()
    stamp: str | None = None
    """What the folder itself looked like before it was read; None where a later change might leave that as it was."""


Screen: TypeAlias = Callable[[Memory | InvalidMemory, bytes], Memory | InvalidMemory]
"""Looks at a memory and the bytes of its file before anybody else does, and may keep it from them."""


class SeenMemory(NamedTuple):
    """A memory file as it was read: `seen_ns` is the time just before, `digest` the SHA-256 of its bytes in hex."""

    stat: DiskStat
    seen_ns: int
    digest: str
    parsed: Memory | InvalidMemory


def list_files(root: Path) -> dict[str, DiskStat]:
    """The memory files below a repository's root, as `scan_folder` finds them."""
    return scan_folder(root).files


def scan_folder(root: Path) -> FolderScan:
    """Every regular `*.md` in the memory folder; no folder, no files.

    Hidden files, README files, editors' backups and sub-folders are passed over in silence, symbolic links and special
    files with a warning: a link's target may lie outside the repository, and its text would be shown to an agent.
    Raises StoreError where the folder cannot be listed.
    """
    if (refusal := why_not_a_folder(root)) is not None:
        return FolderScan({}, (refusal,))
    try:
        stamp = _stamp(root)
        with os.scandir(root / MEMORIES) as entries:
            found = sorted((entry for entry in entries if _is_memory_name(entry.name)), key=lambda entry: entry.name)
        return replace(_sort_out(found), stamp=stamp)
    except FileNotFoundError:
        return FolderScan({})
    except OSError as error:
        raise StoreError(f"cannot list {MEMORIES}: {error.strerror}", "make the folder readable") from error


def _stamp(root: Path) -> str | None:
    seen_ns = time.time_ns()
    found = os.lstat(root / MEMORIES)
    return folder_stamp(found) if is_settled_at(found.st_mtime_ns, found.st_ctime_ns, seen_ns) else None


def _sort_out(entries: Iterable[os.DirEntry[str]]) -> FolderScan:
    files: dict[str, DiskStat] = {}
    warnings = []
    for entry in entries:
        path = f"{MEMORIES}/{entry.name}"
        try:
            found = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue
        if stat.S_ISREG(found.st_mode):
            files[path] = DiskStat.of(found)
        elif (refusal := why_not_a_file(path, found.st_mode)) is not None:
            warnings.append(refusal)
    return FolderScan(files, tuple(warnings))


def why_not_a_folder(root: Path) -> FolderWarning | None:
    """A warning where one of the two folders is a link (or no folder), so that nothing below it is ours."""
    for path in FOLDERS:
        try:
            mode = os.lstat(root / path).st_mode
        except OSError:
            return None
        if (refusal := why_no_folder(path, mode)) is not None:
            return refusal
    return None


def why_no_folder(path: str, mode: int) -> FolderWarning | None:
    """A warning where what stands at the path of a folder is none; `mode` as the system or a tree of git has it."""
    if stat.S_ISLNK(mode):
        return FolderWarning(path, "a symbolic link: nothing below it is read; make it a folder")
    return None if stat.S_ISDIR(mode) else FolderWarning(path, "not a folder: move it away")


def why_not_a_file(path: str, mode: int) -> FolderWarning | None:
    """A warning where what stands at the path of a memory file is never read; folders are passed over in silence."""
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return None
    kind = "a symbolic link" if stat.S_ISLNK(mode) else "not a regular file"
    return FolderWarning(path, f"{kind}: not read; put a file there")


def is_memory_path(repo_path: str) -> bool:
    """Whether a file at this path would be read as a memory."""
    folder, _, name = repo_path.rpartition("/")
    return folder == MEMORIES and _is_memory_name(name)


def _is_memory_name(name: str) -> bool:
    return name.endswith(".md") and not name.startswith((".", "#")) and not name.lower().startswith("readme")


def read_file(root: Path, repo_path: str) -> bytes | None:
    """A file's bytes, cut just above the size limit; None where it is gone. Raises StoreError; never follows a link."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        with os.fdopen(os.open(root / repo_path, flags), "rb") as file:
            return file.read(LIMIT_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        what = "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror
        raise StoreError(f"cannot read {repo_path}: {what}", "make it a readable file") from error


def read_memories(root: Path, files: Iterable[tuple[str, DiskStat]], screen: Screen | None = None) -> list[SeenMemory]:
    """Read and parse memory files; one that cannot be read is an InvalidMemory, one that is gone is left out.

    What `screen` makes of one is what it is taken for. Each comes with the stat that was given, taken before: a file
    that changes in between does not match it later.
    """
    # Most commands find every memory in the index, and are spared what only reading needs.
    from hashlib import sha256

    from legendary_git.store.memory_file import parse_memory

    found = []
    for path, disk_stat in files:
        seen_ns = time.time_ns()
        try:
            data = read_file(root, path)
        except StoreError as error:
            unread = InvalidMemory(path, 1, f"{error.what}: {error.todo}")
            found.append(SeenMemory(disk_stat, 0, "", unread))
            continue
        if data is not None:
            parsed = parse_memory(path, data)
            parsed = screen(parsed, data) if screen is not None else parsed
            found.append(SeenMemory(disk_stat, seen_ns, sha256(data).hexdigest(), parsed))
    return found
