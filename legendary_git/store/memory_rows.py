"""Memory files as they were parsed, so that an unchanged file is never parsed again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.store import trigger_rows
from legendary_git.store.anchor_fields import BadField
from legendary_git.store.anchored_rows import AnchoredRows
from legendary_git.store.database import Database, Row
from legendary_git.store.disk_rows import is_settled
from legendary_git.store.folder import DiskStat, SeenMemory
from legendary_git.store.memory_fields import build_memory
from legendary_git.store.texts import pack, pack_json, pack_or_none, row_sum, unpack, unpack_json, unpack_or_none

_STATS = "path, size, mtime_ns, ctime_ns, ino, seen_ns"
_PARSED = "front, body, id, line, message, has_secret"
_CHUNK = 500


class FoundMemories(Mapping[str, Memory | InvalidMemory]):
    """Memories by repo_path, each put together when it is first asked for."""

    def __init__(self, rows: dict[str, Row]) -> None:
        self._rows = rows
        self._built: dict[str, Memory | InvalidMemory] = {}

    def __getitem__(self, path: str) -> Memory | InvalidMemory:
        if path not in self._built:
            self._built[path] = _build(path, self._rows[path])
        return self._built[path]

    def __contains__(self, path: object) -> bool:
        return path in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class MemoryRows(AnchoredRows, trigger_rows.TriggerRows):
    """The part of the index that holds parsed memory files."""

    _database: Database

    def find_memory(self, repo_path: str, stat: DiskStat) -> Memory | InvalidMemory | None:
        """What the file said, if it is known to be the same still; None: read it."""
        return self.find_memories({repo_path: stat}).get(repo_path)

    def find_memories(self, stats: Mapping[str, DiskStat]) -> FoundMemories:
        """Those of the given files, in their order, that are known to be the same still; the others have to be read."""
        found: dict[str, Row] = {}
        for row in self._memory_rows(stats):
            path = unpack(row[0])
            stat = stats.get(path)
            # A plain tuple on purpose: this runs once for every memory that there is.
            if stat is not None and row[1:5] == stat and is_settled(stat, row[5]):
                parsed = row[6:-1]
                if row[-1] == row_sum((row[0], *parsed)):
                    found[path] = parsed
        return FoundMemories({path: found[path] for path in stats if path in found})

    def put_memories(self, seen: Iterable[SeenMemory]) -> None:
        """Keep what was read; replaces what was kept of the same paths."""
        seen = list(seen)
        rows = [_row(one) for one in seen]
        with self._database.transaction():
            self._database.write(
                "INSERT OR IGNORE INTO word_queue SELECT number FROM memory_files WHERE path = ?",
                [(row[0],) for row in rows],
            )
            self._database.write(
                f"INSERT OR REPLACE INTO memory_files ({_STATS}, digest, {_PARSED}, sum) VALUES (?{',?' * 13})", rows
            )
            self._database.write(
                "INSERT OR IGNORE INTO word_queue SELECT number FROM memory_files WHERE path = ?",
                [(row[0],) for row in rows],
            )
            self.put_anchored(seen)
            trigger_rows.put_triggers(self._database, [one.parsed for one in seen])

    def forget_memories(self, paths: Iterable[str]) -> None:
        """Forget files that are gone, for every reader and for search."""
        rows = [(pack(path),) for path in paths]
        with self._database.transaction():
            self._database.write(
                "INSERT OR IGNORE INTO word_queue SELECT number FROM memory_files WHERE path = ?", rows
            )
            self._database.write("DELETE FROM memory_files WHERE path = ?", rows)
            self.forget_anchored(unpack(path) for (path,) in rows)
            trigger_rows.forget_triggers(self._database, rows)

    def unlooked(self, looked_by: str) -> set[str]:
        """The paths of files through which those detectors have not looked for secrets, as they are kept."""
        rows = self._database.read("SELECT path FROM memory_files WHERE looked_by IS NOT ?", (looked_by,))
        return {unpack(path) for (path,) in rows}

    def put_looked(self, paths: Iterable[str], looked_by: str) -> None:
        """Keep that those detectors looked through files, as they are kept, and found nothing or what was put."""
        rows = [(looked_by, pack(path)) for path in paths]
        self._database.write("UPDATE memory_files SET looked_by = ? WHERE path = ?", rows)

    def secret_digests(self) -> dict[str, InvalidMemory]:
        """What was found in files with secrets, by the digest of the file."""
        select = f"SELECT digest, path, {_PARSED} FROM memory_files WHERE has_secret AND digest != ''"
        rows = self._database.read(select)
        built = ((digest, _build(unpack(path), tuple(row))) for digest, path, *row in rows)
        return {digest: one for digest, one in built if isinstance(one, InvalidMemory)}

    def memory_paths(self) -> set[str]:
        """The repo_path of every file that is kept."""
        return {unpack(path) for (path,) in self._database.read("SELECT path FROM memory_files")}

    def _memory_rows(self, stats: Mapping[str, DiskStat]) -> Iterator[Row]:
        select = f"SELECT {_STATS}, {_PARSED}, sum FROM memory_files"
        if len(stats) > _CHUNK:
            yield from self._database.read(select)
            return
        paths = tuple(map(pack, stats))
        yield from self._database.read(f"{select} WHERE path IN ({', '.join('?' * len(paths))})", paths)


def _row(seen: SeenMemory) -> Row:
    parsed = seen.parsed
    known: Row = (pack(parsed.path), *seen.stat, seen.seen_ns, seen.digest)
    if isinstance(parsed, Memory):
        said: Row = (pack_json(parsed.front), pack(parsed.body), parsed.id, None, None, None)
    else:
        has_secret = int(parsed.has_secret)
        said = (None, None, pack_or_none(parsed.id), parsed.line, pack(parsed.message), has_secret)
    return (*known, *said, row_sum((known[0], *said)))


def _build(path: str, row: Row) -> Memory | InvalidMemory:
    """The memory as parse_memory gave it: the front matter goes through the same schema again."""
    front, body, memory_id, line, message, has_secret = row
    if message is not None:
        return InvalidMemory(path, line, unpack(message), unpack_or_none(memory_id), has_secret=bool(has_secret))
    try:
        fields: dict[str, Any] = unpack_json(front)
        return build_memory(path, fields, unpack(body))
    except (BadField, ValueError, TypeError, AttributeError):
        return InvalidMemory(path, 1, "its row in the index is damaged: run `git memory rebuild`", memory_id)
