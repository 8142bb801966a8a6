"""The memory folder seen through the index: every file's memory, read only where it has changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.values import replace
from legendary_git.store.folder import DiskStat, FolderScan, Screen, SeenMemory, read_memories, scan_folder
from legendary_git.store.index import Index
from legendary_git.store.search_rows import Hit

_NOWHERE = DiskStat(0, 0, 0, 0)
"""The stat of no file: what is kept under it is never taken for what a file says."""
_BATCH_BYTES = 64_000
"""Who has four seconds has to get some of these done: a hundred triggers and more may stand in a file of this size."""
_LARGE_BYTES = 8_000
"""Hardly any memory is as long. Those that are come last, so that they keep no others from who has no time for all."""


def load_memories(
    root: Path, index: Index, scan: FolderScan | None = None, screen: Screen | None = None
) -> Mapping[str, Memory | InvalidMemory]:
    """What every memory file on disk says, by repo_path in order of name; the index knows exactly these afterwards.

    `scan` is what the folder holds, where that is known already; `screen` sees every file that is read. Raises
    StoreError where it cannot be listed.
    """
    scan = scan or scan_folder(root)
    while True:
        generation = index.generation
        loaded = _catch_up(root, index, scan.files, screen)
        if scan.stamp is not None:
            index.put_folder(f"{scan.stamp} {len(scan.files)}")
        # An index that was replaced on the way knows only what was put since; it is replaced twice at most.
        if index.generation == generation:
            return loaded


def search_memories(
    root: Path,
    index: Index,
    query: str,
    limit: int = 20,
    *,
    elsewhere: Collection[Memory] = (),
    screen: Screen | None = None,
) -> list[Hit]:
    """The paths of memories that have the words of a query, as `Index.search` ranks them.

    Those on disk are searched, and those that are kept `elsewhere`: outside a sparse cone, say.
    """
    while True:
        load_memories(root, index, screen=screen)
        generation = index.generation
        if elsewhere:
            index.put_memories(SeenMemory(_NOWHERE, 0, "", memory) for memory in elsewhere)
        hits = index.search(query, limit)
        if index.generation == generation:
            return hits


def hide_secrets(root: Path, index: Index, found: Iterable[InvalidMemory], looked: Iterable[str], by: str) -> None:
    """Take what files with secrets say out of the index, and keep that `by` has looked through the others."""
    stats = scan_folder(root).files
    bad = {one.path: one for one in found}
    again = read_memories(root, ((path, stats[path]) for path in bad if path in stats))
    with index.transaction():
        index.put_memories(one._replace(parsed=bad[one.parsed.path]) for one in again)
        index.put_looked(looked, by)


def _kept_secret(known: Mapping[str, InvalidMemory], seen: list[SeenMemory]) -> list[SeenMemory]:
    """A file in which a secret was found keeps it, under whatever name and whenever it was touched."""
    return [
        one._replace(parsed=replace(known[one.digest], path=one.parsed.path)) if one.digest in known else one
        for one in seen
    ]


def _catch_up(
    root: Path, index: Index, stats: dict[str, DiskStat], screen: Screen | None
) -> Mapping[str, Memory | InvalidMemory]:
    known = index.find_memories(stats)
    unread = [(path, stat) for path, stat in stats.items() if path not in known]
    unread.sort(key=lambda one: one[1].size > _LARGE_BYTES)
    gone = index.memory_paths() - stats.keys()
    if not unread and not gone:
        return known
    fresh: dict[str, Memory | InvalidMemory] = {}
    secrets = index.secret_digests() if unread else {}
    for batch in _batches(unread):
        seen = _kept_secret(secrets, read_memories(root, batch, screen))
        with index.transaction():
            index.put_memories(seen)
        fresh |= {one.parsed.path: one.parsed for one in seen}
    with index.transaction():
        index.forget_memories(gone)
    return {path: fresh[path] if path in fresh else known[path] for path in stats if path in fresh or path in known}


def _batches(files: list[tuple[str, DiskStat]]) -> Iterator[list[tuple[str, DiskStat]]]:
    """The files in parts, each of which is kept once it is read: who is stopped goes on from there."""
    part: list[tuple[str, DiskStat]] = []
    size = 0
    for path, stat in files:
        if part and size + stat.size > _BATCH_BYTES:
            yield part
            part, size = [], 0
        part.append((path, stat))
        size += stat.size
    yield part
