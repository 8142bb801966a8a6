"""What git's index says of paths. Asked of git, which reads split and sparse indexes; never written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legendary_git.domain.values import dataclass
from legendary_git.git.paths import decode_path, encode_path
from legendary_git.git.repository import Repository

# Git compares every entry with every path that it is given; past this many, the whole list is cheaper.
_MOST_PATHS = 50


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """An entry that is not in conflict: its mode, its blob's id, and whether git leaves the file out of the disk."""

    mode: int
    oid: str
    is_skipped: bool


def find_index_entries(repo: Repository, repo_paths: Iterable[str]) -> dict[str, IndexEntry]:
    """The index entries at those paths, by path; what is not in the index, or in conflict, is left out."""
    wanted = frozenset(repo_paths)
    if not wanted:
        return {}
    named = [encode_path(path) for path in sorted(wanted)] if len(wanted) <= _MOST_PATHS else []
    listed = repo.git("--literal-pathspecs", "ls-files", "-t", "-s", "-z", "--", *named)
    return {path: entry for path, entry in _parse(listed) if path in wanted}


def _parse(listed: bytes) -> Iterator[tuple[str, IndexEntry]]:
    """Read `TAG MODE OID STAGE<tab>PATH<nul>`…"""
    for line in listed.split(b"\0"):
        head, _, path = line.partition(b"\t")
        if not path:
            continue
        tag, mode, oid, stage = head.split()
        if stage == b"0":
            yield decode_path(path), IndexEntry(int(mode, 8), oid.decode(), tag == b"S")
