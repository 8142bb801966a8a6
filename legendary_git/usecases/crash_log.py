"""What is written down of a failure that nobody foresaw: enough for a report, and nothing of what anybody wrote."""

from __future__ import annotations

import os
import platform
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from legendary_git import __version__
from legendary_git.errors import UserError
from legendary_git.git.atomic import lock, make_folder
from legendary_git.git.environment import run_git
from legendary_git.git.repository import Repository
from legendary_git.usecases.call_time import TooLong

LIMIT_BYTES = 128 * 1024
"""The oldest half goes where the next entry would make the log longer than this."""

_START = b"\n== "
_TELLING = (AttributeError, ImportError, IndexError, NameError, TypeError)
"""Errors whose text the interpreter writes: it names types, modules and attributes, and never quotes a value."""
_WORD = re.compile("[a-z0-9-]{1,64}")
_INNERMOST, _OUTERMOST = 30, 10


def write_crash(
    error: BaseException, words: Sequence[str], environ: Mapping[str, str], start: Path | None = None
) -> Path | None:
    """Add what failed and where, with versions, to the log of the repository around `start` (default: here).

    Returns the log, None if there is none. `words` are those of the command line; of them, of the error and of paths
    only what we ourselves have named is kept.
    Never raises, not even where there is no memory left.
    """
    with suppress(Exception):
        folder = Repository.find(start or Path.cwd(), environ).state_dir
        entry = _START[1:] + "\n".join((*_versions(words), *_chain(error), "")).encode("utf-8", "backslashreplace")
        make_folder(folder)
        _append(folder / "log", entry)
        return folder / "log"
    return None


def _append(path: Path, entry: bytes) -> None:
    """In one write, so that two that fail at once do not mix."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        size = os.fstat(descriptor).st_size
        if size + len(entry) > LIMIT_BYTES and lock(descriptor):
            entry = _newest_half(path) + entry
            os.ftruncate(descriptor, 0)
        os.write(descriptor, entry)
    finally:
        os.close(descriptor)


def _newest_half(path: Path) -> bytes:
    known = path.read_bytes()
    start = known.find(_START, max(0, len(known) - LIMIT_BYTES // 2))
    return known[start + 1 :] if start >= 0 else b""


def _versions(words: Sequence[str]) -> Iterator[str]:
    said = " ".join(word if _WORD.fullmatch(word) else "…" for word in words[:4])
    yield f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} git memory {said}"
    git = "no git"
    with suppress(UserError, OSError):
        git = run_git(["version"], Path.cwd()).decode("ascii", "replace").strip()
    pygit2 = getattr(sys.modules.get("pygit2"), "__version__", "not loaded")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    sqlite = getattr(sys.modules.get("sqlite3"), "sqlite_version", "not loaded")
    yield f"legendary-git {__version__}, {python}, {git}, pygit2 {pygit2}, SQLite {sqlite}"
    yield f"{platform.system()} {platform.release()} {platform.machine()}"


def _chain(error: BaseException) -> Iterator[str]:
    """The error that came first, then each that came of it."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _chain(before)
        yield "which led to"
    yield "Traceback (most recent call last):"
    frames = traceback.extract_tb(error.__traceback__)
    for number, frame in enumerate(frames):
        if number < _OUTERMOST or number >= len(frames) - _INNERMOST:
            yield f"  {_where(frame.filename)}:{frame.lineno} in {frame.name}"
            yield f"    {frame.line}"
        elif number == _OUTERMOST:
            yield f"  … {len(frames) - _OUTERMOST - _INNERMOST} more"
    yield f"{type(error).__name__}{_details(error)}"


def _details(error: BaseException) -> str:
    """What an error says that cannot come from a memory, a file or a configuration."""
    if isinstance(error, OSError):
        return f": {os.strerror(error.errno)}" if error.errno else ""
    if (code := getattr(error, "sqlite_errorname", None)) is not None:
        return f": {code}"
    if isinstance(error, UnicodeError):
        return f": {getattr(error, 'reason', '')}"
    return f": {' '.join(str(error).split())[:200]}" if isinstance(error, (*_TELLING, TooLong)) else ""


def _where(filename: str) -> str:
    """The path of a module without what stands before the folder that it was installed in: that names people."""
    path = filename.replace(os.sep, "/")
    for mark in ("/site-packages/", "/dist-packages/"):
        if mark in path:
            return path.rpartition(mark)[2]
    if (at := path.rfind("/legendary_git/")) >= 0:
        return path[at + 1 :]
    return path.rpartition("/")[2]
