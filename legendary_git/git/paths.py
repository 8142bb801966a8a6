"""repo_paths: str with surrogate escapes, so that every name that git can hold makes the round trip."""

from __future__ import annotations

import os


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
