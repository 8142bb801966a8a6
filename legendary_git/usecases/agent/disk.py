"""Reading and writing the files of agents. All of these raise AgentRefused for what the system refuses."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from legendary_git.errors import AgentRefused
from legendary_git.git.atomic import write_atomically

_MOST = 16 * 1024 * 1024


def read_text(path: Path) -> str | None:
    """The file's text; None where it is not there.

    What is no file, not UTF-8, or larger than 16 MB is refused; what is no file is not opened, for that could wait.
    """
    try:
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind):
            raise AgentRefused(f"{path} is {_kind(kind)} and no file", "move it away; nothing was changed")
        with path.open("rb") as file:
            data = file.read(_MOST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise AgentRefused(f"{path} cannot be read: {error.strerror}", "make it a file that you can read") from error
    if len(data) > _MOST:
        raise AgentRefused(f"{path} is larger than 16 MB", "make it smaller; nothing was changed")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise AgentRefused(f"{path}:{line}: this is not UTF-8", "mend that line; nothing was changed") from error


def refuse_read_only(path: Path) -> None:
    """Raises AgentRefused where the file says that it is not to be written, which a new one in its place would hide."""
    target = path.resolve()
    if target.exists() and not (target.stat().st_mode & 0o222 and os.access(target, os.W_OK)):
        raise AgentRefused(f"{path} is read-only", f"chmod u+w {path}; nothing was changed")


def write_text(path: Path, text: str) -> None:
    """Where the path is a link, what it leads to is written. Mode, owner and other names of the file stay."""
    target = path.resolve()
    try:
        found = target.stat() if target.exists() else None
        if found is not None and _is_shared(found):
            _write_in_place(target, text.encode("utf-8"))
        else:
            mode = None if found is None else stat.S_IMODE(found.st_mode)
            write_atomically(target, text.encode("utf-8"), mode=mode)
    except OSError as error:
        raise _cannot_write(path, error) from error


def delete(path: Path, base: Path) -> None:
    """The file, and every folder above it, below `base`, that is empty then.

    Of a link it is what it leads to, with the folders there: they may have been made for it.
    """
    target = path.resolve()
    try:
        target.unlink()
    except OSError as error:
        raise _cannot_write(path, error) from error
    _delete_empty_above(path, base)
    _delete_empty_above(target, base.resolve())


def _delete_empty_above(path: Path, base: Path) -> None:
    for folder in path.parents:
        if base.is_relative_to(folder):
            return
        try:
            folder.rmdir()
        except OSError:  # it is not empty
            return


def _is_shared(found: os.stat_result) -> bool:
    """Whether a new file in its place would not be the same for others: it has other names, or another owner."""
    return found.st_nlink > 1 or (found.st_uid, found.st_gid) != (os.geteuid(), os.getegid())


def _write_in_place(target: Path, data: bytes) -> None:
    with target.open("r+b") as file:
        file.write(data)
        file.truncate()


def _kind(mode: int) -> str:
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a FIFO", stat.S_IFSOCK: "a socket"}
    return kinds.get(stat.S_IFMT(mode), "a device")


def _cannot_write(path: Path, error: OSError) -> AgentRefused:
    return AgentRefused(
        f"{path} cannot be written: {error.strerror}", "make it a file that you can write; then try again"
    )
