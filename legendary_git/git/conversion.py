"""What git would make of files on disk if they were added now: line ends, encodings, `$Id$`, clean filters."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from legendary_git.errors import GitFailed
from legendary_git.git.index import IndexEntry
from legendary_git.git.objects import NULL_ID
from legendary_git.git.paths import encode_path
from legendary_git.git.repository import Repository

_PLAIN_INDEX = ("-c", "core.splitIndex=false", "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false")


def hash_as_stored(repo: Repository, repo_paths: Sequence[str], index: Mapping[str, IndexEntry]) -> dict[str, str]:
    """The blob id that git would store for each of these regular files; NULL_ID where git could not store it.

    `index` is what the index has at those paths. Nothing is written to the repository.
    """
    ids = dict.fromkeys(repo_paths, NULL_ID) | _hash(repo, repo_paths)
    for path in repo_paths:
        entry = index.get(path)
        if entry is not None and ids[path] != entry.oid:
            ids[path] = _reconsider(repo, path, ids[path], entry)
    return ids


def read_as_stored(repo: Repository, repo_path: str, entry: IndexEntry | None) -> bytes:
    """The bytes that git would store for a regular file; they are made in a scratch folder. Raises GitFailed."""
    with tempfile.TemporaryDirectory(prefix="legendary-git-") as scratch:
        objects = Path(scratch) / "objects"
        objects.mkdir()
        extra = {
            "GIT_OBJECT_DIRECTORY": str(objects),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": repo.object_folders,
        }
        oid = _add(repo, repo_path, entry, scratch, extra)
        return repo.git("cat-file", "blob", oid, extra=extra)


def _hash(repo: Repository, repo_paths: Sequence[str]) -> dict[str, str]:
    """One process for all; it dies at the first file that it cannot take, so then each half is tried alone."""
    if not repo_paths:
        return {}
    try:
        found = repo.git("hash-object", "--stdin-paths", stdin=_lines(repo_paths), with_user_locale=True)
    except GitFailed:
        half = len(repo_paths) // 2
        return _hash(repo, repo_paths[:half]) | _hash(repo, repo_paths[half:]) if half else {}
    return dict(zip(repo_paths, found.decode().split(), strict=True))


def _reconsider(repo: Repository, repo_path: str, oid: str, entry: IndexEntry) -> str:
    """The id again, for a file that seems to differ from the index.

    Where a filter fails (git-lfs is not installed), the bytes on disk are still known to be right if they are the
    ones that are stored. And `hash-object` does not know the index, where git's rule says: what was stored with CRLF
    is not converted by `text=auto` or core.autocrlf (gitattributes(5), "text").
    """
    try:
        raw_bytes = repo.abs_path(repo_path).read_bytes()
    except OSError:
        return NULL_ID
    if repo.hash_blob(raw_bytes) == entry.oid:
        return entry.oid
    if oid == NULL_ID or b"\r\n" not in raw_bytes:
        return oid
    try:
        with tempfile.TemporaryDirectory(prefix="legendary-git-") as scratch:
            return _add(repo, repo_path, entry, scratch, {}, "--info-only")
    except GitFailed:
        return NULL_ID


def _add(
    repo: Repository,
    repo_path: str,
    entry: IndexEntry | None,
    scratch: str,
    extra: Mapping[str, str],
    *options: str,
) -> str:
    """Add the file to an index of its own that has just the entry there; the id that it gets."""
    environ = {**extra, "GIT_INDEX_FILE": str(Path(scratch) / "index")}
    path_bytes = encode_path(repo_path)
    if entry is not None:
        line = b"%o %s\t%s\0" % (entry.mode, entry.oid.encode(), path_bytes)
        repo.git(*_PLAIN_INDEX, "update-index", "-z", "--index-info", stdin=line, extra=environ)
    words = (*_PLAIN_INDEX, "update-index", "--add", *options, "-z", "--stdin")
    repo.git(*words, stdin=path_bytes + b"\0", extra=environ, with_user_locale=True)
    found = repo.git("ls-files", "-s", "-z", extra=environ)
    return found.split()[1].decode()


def _lines(repo_paths: Sequence[str]) -> bytes:
    """One path a line; `hash-object` reads a line that starts with a quote as a C string, and drops a CR at its end."""
    return b"".join(
        b'"%s"\n' % _escape(path) if path.startswith('"') or {"\n", "\r"} & set(path) else encode_path(path) + b"\n"
        for path in repo_paths
    )


def _escape(repo_path: str) -> bytes:
    return b"".join(
        b"\\%03o" % byte if byte < 0x20 or byte in b'"\\' else bytes((byte,)) for byte in encode_path(repo_path)
    )
