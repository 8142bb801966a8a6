"""The ids that files of the working tree would have as git's blobs, so that an unchanged file is never hashed again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from legendary_git.store.database import Database, Row
from legendary_git.store.disk_rows import is_settled
from legendary_git.store.folder import DiskStat
from legendary_git.store.texts import pack, unpack

_COLUMNS = "path, size, mtime_ns, ctime_ns, ino, seen_ns, blob"
_CHUNK = 500


class DiskId(NamedTuple):
    """A file of the working tree as it was hashed: `seen_ns` is the time just before it was read."""

    path: str
    stat: DiskStat
    seen_ns: int
    blob: str


class DiskIdRows:
    """The part of the index that knows files of the working tree by their blob ids."""

    _database: Database

    def find_disk_ids(self, stats: Mapping[str, DiskStat]) -> dict[str, str]:
        """The blob ids of those files, by repo_path, that are known to be the same still."""
        return {
            path: blob
            for path, *found, seen_ns, blob in self._disk_rows(list(stats))
            if tuple(found) == stats[path] and is_settled(stats[path], seen_ns)
        }

    def put_disk_ids(self, ids: Iterable[DiskId]) -> None:
        """Keep blob ids as they were found."""
        rows = [(pack(one.path), *one.stat, one.seen_ns, one.blob) for one in ids]
        self._database.write("INSERT OR REPLACE INTO disk_ids VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def forget_disk_ids(self) -> None:
        """Forget all of them: an id depends on attributes and filters too, and its file's stat does not show those."""
        self._database.write("DELETE FROM disk_ids")

    def _disk_rows(self, paths: list[str]) -> Iterator[Row]:
        for start in range(0, len(paths), _CHUNK):
            chunk = tuple(map(pack, paths[start : start + _CHUNK]))
            sql = f"SELECT {_COLUMNS} FROM disk_ids WHERE path IN ({', '.join('?' * len(chunk))})"
            for path, *row in self._database.read(sql, chunk):
                yield (unpack(path), *row)
