"""The memory folder seen through the index: every file's memory, read only where it has changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.store.folder import list_files, read_memories
from legendary_git.store.index import Index
from legendary_git.store.search_rows import Hit


def load_memories(root: Path, index: Index) -> Mapping[str, Memory | InvalidMemory]:
    """What every memory file on disk says, by repo_path in order of name; the index knows exactly these afterwards.

    Raises StoreError where the folder cannot be listed.
    """
    while True:
        generation = index.generation
        loaded = _catch_up(root, index)
        # An index that was replaced on the way knows only what was put since; it is replaced twice at most.
        if index.generation == generation:
            return loaded


def search_memories(root: Path, index: Index, query: str, limit: int = 20) -> list[Hit]:
    """The paths of memories on disk that have the words of a query, as `Index.search` ranks them."""
    while True:
        load_memories(root, index)
        generation = index.generation
        hits = index.search(query, limit)
        if index.generation == generation:
            return hits


def _catch_up(root: Path, index: Index) -> Mapping[str, Memory | InvalidMemory]:
    stats = list_files(root)
    known = index.find_memories(stats)
    unread = [(path, stat) for path, stat in stats.items() if path not in known]
    gone = index.memory_paths() - stats.keys()
    if not unread and not gone:
        return known
    seen = read_memories(root, unread)
    with index.transaction():
        index.put_memories(seen)
        index.forget_memories(gone)
    fresh = {one.parsed.path: one.parsed for one in seen}
    return {path: fresh[path] if path in fresh else known[path] for path in stats if path in fresh or path in known}
