"""The memory folder seen through the index: every file's memory, read only where it has changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.store.folder import list_files, read_memories
from legendary_git.store.index import Index


def load_memories(root: Path, index: Index) -> Mapping[str, Memory | InvalidMemory]:
    """What every memory file on disk says, by repo_path in order of name; the index knows exactly these afterwards.

    Raises StoreError where the folder cannot be listed.
    """
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
