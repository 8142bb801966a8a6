"""A new memory's id and file name, and putting its file into the folder without ever replacing another."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from legendary_git.errors import StoreError
from legendary_git.store.folder import MEMORIES, scan_folder, why_not_a_folder
from legendary_git.store.temporary import temporary_file, write_durably

SLUG_LIMIT = 60
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,119})\.md")
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK, errno.EXDEV})
_TODO = {
    errno.ENOSPC: "free some space on the disk and try again",
    errno.EDQUOT: "free some of your quota and try again",
    errno.EROFS: "the file system is read-only: mount it for writing",
    errno.EACCES: "make the folder writable",
    errno.EPERM: "make the folder writable",
    errno.EFBIG: "raise the limit on the size of files",
}


def new_id(root: Path, title: str, created: str, taken: Collection[str] = ()) -> str:
    """An id that no memory has: neither one of `taken`, nor one that a file's name in the folder begins with."""
    names = list(scan_folder(root).files)
    while True:
        seed = f"{title}\0{created}\0".encode("utf-8", "surrogatepass") + os.urandom(16)
        found = f"mem-{hashlib.sha256(seed).hexdigest()[:8]}"
        if found not in taken and not any(name.startswith(f"{MEMORIES}/{found}") for name in names):
            return found


def slug(title: str) -> str:
    """A title as part of a file name: a-z, 0-9 and `-`, at most 60 characters, never empty or a device of Windows."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode("ascii")
    words = re.sub("[^a-z0-9]+", "-", plain.lower()).strip("-")
    if len(words) > SLUG_LIMIT:
        whole = words[: SLUG_LIMIT + 1].rpartition("-")[0]
        words = whole or words[:SLUG_LIMIT]
    if not words:
        return "memory"
    return f"{words}-memory" if words in _RESERVED else words


def file_name(memory_id: str, title: str) -> str:
    """The name of a new memory's file in the folder."""
    return f"{memory_id}-{slug(title)}.md"


def create_file(root: Path, name: str, data: bytes) -> str:
    """Put a new file into the memory folder, whole or not at all; its repo_path. Makes the folder where it is missing.

    Raises StoreError where the name is not one that every system can hold, where a file has it already (in any case:
    some file systems cannot tell them apart), and where the disk does not take it. Nothing is left behind then.
    """
    repo_path = f"{MEMORIES}/{name}"
    if not _NAME.fullmatch(name):
        raise StoreError(f"`{name!a}` cannot be a memory file's name", "use a-z, 0-9, `-` and `_`, ending in `.md`")
    if (refusal := why_not_a_folder(root)) is not None:
        raise StoreError(f"{refusal.path}: {refusal.message}", "memories are only written into a real folder")
    try:
        (root / MEMORIES).mkdir(parents=True, exist_ok=True)
        if name in (other.name.lower() for other in (root / MEMORIES).iterdir()):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        _write_new(root / MEMORIES, name, data)
    except FileExistsError:
        raise StoreError(f"{repo_path} exists already", "choose another name") from None
    except OSError as error:
        todo = _TODO.get(error.errno or 0, "check the folder and try again")
        raise StoreError(f"cannot write {repo_path}: {error.strerror}", todo) from error
    return repo_path


def remove_new(root: Path, name: str, data: bytes) -> None:
    """Take away a file that was made just now, if it is still what was written; what somebody else put there stays."""
    path = root / MEMORIES / name
    with suppress(OSError):
        if not path.is_symlink() and path.read_bytes() == data:
            path.unlink()


def _write_new(folder: Path, name: str, data: bytes) -> None:
    """Write a temporary file beside it, make it durable, then give it its name in one step."""
    with temporary_file(folder, name) as (temporary, descriptor):
        write_durably(descriptor, data)
        _name_it(temporary, folder / name)
    _sync_folder(folder)


def _name_it(temporary: Path, target: Path) -> None:
    """Give the file its name; raises FileExistsError rather than replace what has it.

    Linking fails where the name is taken, which renaming does not. Where there are no hard links (FAT, some network
    shares), an empty file holds the name until the real one is renamed over it.
    """
    try:
        os.link(temporary, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        temporary.replace(target)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable; some file systems cannot, and the file is whole all the same."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)
