"""repo_paths: str with surrogate escapes, so that every name that git can hold makes the round trip."""

from __future__ import annotations

import os
from pathlib import Path


def encode_path(repo_path: str) -> bytes:
    """The bytes that git has for a repo_path, whatever the locale."""
    return repo_path.encode("utf-8", "surrogateescape")


def decode_path(path_bytes: bytes) -> str:
    """The repo_path for the bytes that git has."""
    return path_bytes.decode("utf-8", "surrogateescape")


def locale_path(repo_path: str) -> str:
    """The str by which Python's file functions and pygit2 mean that path; another one only outside UTF-8 locales."""
    return os.fsdecode(encode_path(repo_path))


def is_repo_path(repo_path: str) -> bool:
    """Whether git could hold a file of that name: relative, clean, inside the root, not in a `.git`, without NUL."""
    if not repo_path or "\0" in repo_path:
        return False
    return not any(name in ("", ".", "..") or name.lower() == ".git" for name in repo_path.split("/"))


def repo_path_of(root: Path, abs_path: Path) -> str | None:
    """The repo_path of a place on disk, there or not; None where it is outside `root`, or is `root` itself.

    `..` is taken as written. Where the folder was reached through a symbolic link, its real place is tried too.
    """
    plain = Path(os.path.normpath(abs_path))
    real = Path(os.path.realpath(plain.parent)) / plain.name
    for place in (plain, real):
        if place.is_relative_to(root) and place != root:
            found = decode_path(os.fsencode(place.relative_to(root).as_posix()))
            return found if is_repo_path(found) else None
    return None


def quote_folder(folder: str) -> str:
    """One entry of a list that `:` separates (git(1), GIT_ALTERNATE_OBJECT_DIRECTORIES)."""
    return '"{}"'.format(folder.replace("\\", "\\\\").replace('"', '\\"'))
