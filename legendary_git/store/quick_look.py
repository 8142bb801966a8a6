"""One look into the index for those who cannot wait: nothing is loaded but SQLite.

It answers only where the index is known to be in step with the memory folder; whoever is told that it is not asks
`catalog`, and looks again.
"""

from __future__ import annotations

import os

import legendary_git
from legendary_git.store.disk_rows import folder_stamp, is_settled_at
from legendary_git.store.noted import Noted, note_row
from legendary_git.store.places import APPLICATION_ID, INDEX, MEMORIES, SCHEMA_VERSION, is_in_the_way
from legendary_git.store.texts import pack, row_sum, unpack, unpack_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence
    from typing import Any
else:
    try:  # the same without what it loads to turn columns into dates
        import _sqlite3 as sqlite3
    except ImportError:
        import sqlite3

WAIT_SECONDS = 0.2
FAILURES = (sqlite3.Error, UnicodeError, MemoryError, SystemError)
"""What the state that a file is in raises, as `faults` says, whose module costs too much to load here."""
_FULLY_LOOKED = 500
"""Up to so many memory files, each is looked at: one that was written in place leaves the folder as it was."""
_FULLY_CHECKED = 200
"""Up to so many, SQLite compares the table that is asked with its indexes: a tenth of a millisecond more."""
_MOST_CHECKED = 5_000
_OF_FILE = "(SELECT memory FROM anchored WHERE file = ?1 UNION SELECT memory FROM followed WHERE file = ?1)"
_HEADS = """
SELECT f.path, f.size, f.mtime_ns, f.ctime_ns, f.ino, f.seen_ns, f.sum, h.sum, a.sum,
    f.body, f.looked_by IS NOT NULL, f.front, h.id, h.label, h.title, h.status, h.author, h.written, h.created,
    a.basis, a.state, a.words, a.lines
FROM memory_files f JOIN heads h ON h.path = f.path LEFT JOIN answers a ON a.memory = f.path WHERE f.path IN {paths}
"""
_ID = 12
"""The place of the id in such a row."""
_ANCHORED_FILES = """
SELECT a.file, d.size, d.mtime_ns, d.ctime_ns, d.ino, d.seen_ns, d.blob
FROM (SELECT DISTINCT file FROM anchored) a LEFT JOIN disk_ids d ON d.path = a.file
"""
_ANCHORS = "SELECT memory, file, symbol, first, last, blob, was FROM anchored WHERE memory IN {paths} ORDER BY nth"


class Behind(Exception):
    """The index is missing, damaged, made by another version, or not in step with what is on disk."""


class Garbled(Behind):
    """What is in the index is not what was put; it has to be begun anew."""


class QuickLook:
    """An index that is open for reading. Every method raises Behind where it is found not to be in step."""

    table = "anchored"
    """Where a memory that is told is found first; were its row damaged, nothing would be said."""

    def __init__(
        self, root: str, git_dir: str, wait_seconds: float = WAIT_SECONDS, *, is_partial: bool = False
    ) -> None:
        """For the work tree at `root`, whose own git directory is `git_dir`; a lock is waited for so long.

        `is_partial`: the index need not have seen the folder as it is, and tells of those files that it has seen.
        """
        self._root = root
        self._is_partial = is_partial
        self._count = 0
        try:
            self._connection = connect(git_dir, "ro", wait_seconds)
        except FAILURES as error:
            raise Behind from error
        try:
            self._check()
        except Behind:
            self.close()  # or it would be in the way of whoever begins the index anew
            raise

    def about_file(self, repo_path: str) -> list[Noted]:
        """The memories with an anchor in that file, or one that was followed there once, each with all its anchors."""
        return self._find(_OF_FILE, pack(repo_path))

    def about_memory(self, memory_path: str) -> list[Noted]:
        """The memory in that file, if it is one."""
        return self._find("(?1)", pack(memory_path))

    def about_memories(self, memory_paths: Collection[str]) -> list[Noted]:
        """The memories in those files, where they are in files of those names."""
        packed = [pack(path) for path in memory_paths]
        return self._find(f"({', '.join(f'?{number}' for number in range(1, len(packed) + 1))})", *packed)

    def about_files(self, repo_paths: Sequence[str]) -> list[Noted]:
        """The memories with an anchor in any of these files, each with all its anchors."""
        asked = ", ".join(f"?{number}" for number in range(1, len(repo_paths) + 1))
        return self._find(f"(SELECT memory FROM anchored WHERE file IN ({asked}))", *map(pack, repo_paths))

    def gone_files(self) -> list[str]:
        """The files with an anchor that are not there."""
        files = [unpack(row[0]) for row in self._read("SELECT DISTINCT file FROM anchored ORDER BY file")]
        return [path for path in files if _stat(os.path.join(self._root, _as_name(path))) is None]

    def arrivals(self) -> str | None:
        """What was put when it was last looked for files that were moved."""
        rows = self._read("SELECT value FROM meta WHERE key = 'arrivals'")
        return str(rows[0][0]) if rows else None

    def brief(self) -> str | None:
        """The last brief, as it was put."""
        rows = self._read("SELECT value FROM meta WHERE key = 'brief'")
        known, _, text = str(rows[0][0]).partition(" ") if rows else ("", "", "")
        return text if known == row_sum([text]) else None

    def memories_stamp(self) -> str:
        """Another one whenever a memory file came, went, or was read anew: each time it gets a number of its own."""
        return " ".join(map(str, self._read("SELECT count(*), max(number) FROM memory_files")[0]))

    def anchored_files(self) -> dict[str, str | None]:
        """The blob that each file with an anchor is, `-` for one that is gone, None for one that has to be read."""
        found: dict[str, str | None] = {}
        for file, *stat, seen_ns, blob in self._read(_ANCHORED_FILES):
            path = unpack(file)
            now = _stat(os.path.join(self._root, _as_name(path)))
            is_known = now is None or (now == tuple(stat) and is_settled_at(now[1], now[2], seen_ns))
            found[path] = None if not is_known else "-" if now is None else blob
        return found

    def committed(self, head: str, memory_path: str) -> str | None:
        """The blob that the commit `head` has at a path, empty where it has none; None where that is not known."""
        packed = pack(memory_path)
        rows = self._read("SELECT blob, sum FROM committed WHERE path = ? AND head = ?", packed, head)
        return next((blob for blob, known in rows if known == row_sum((packed, head, blob))), None)

    def opponents(self, noted: Noted) -> list[tuple[str, str, str]]:
        """Label, id and title of the memories that it contradicts and that still hold; either file may say so."""
        select = "SELECT h.id, h.label, h.title, f.front FROM heads h JOIN memory_files f ON f.path = h.path"
        known = {row[0]: row for row in self._read(f"{select} WHERE h.status = 'conflicted'")}
        named = _conflicts(noted.front)
        found = [row for row in known.values() if row[0] in named or noted.id in _conflicts(row[3])]
        return [(unpack(label), memory_id, unpack(title)) for memory_id, label, title, _ in found]

    def close(self) -> None:
        self._connection.close()

    def _find(self, paths: str, *asked: object) -> list[Noted]:
        self._read("BEGIN")  # all three see one state of the index: what differs was not put so
        rows = self._read(_HEADS.format(paths=paths), *asked)
        anchors: dict[object, list[tuple[Any, ...]]] = {row[0]: [] for row in rows}
        for memory, *anchor in self._read(_ANCHORS.format(paths=paths), *asked):
            if memory not in anchors:
                raise Garbled
            anchors[memory].append(tuple(anchor))
        namesakes = {row[0]: self._read("SELECT path FROM heads WHERE id = ?", row[_ID]) for row in rows}
        self._read("COMMIT")
        found = []
        for row in rows:
            try:
                self._check_file(unpack(row[0]), row[1:5], row[5])
            except Behind:
                if self._is_partial:
                    continue
                raise
            noted = note_row(row, anchors[row[0]])
            if noted is None or (row[0],) not in namesakes[row[0]]:
                raise Garbled
            if _is_alone(noted, [unpack(path) for (path,) in namesakes[row[0]]]):
                found.append(noted)
        return sorted(found, key=lambda one: one.id)

    def _check(self) -> None:
        """Raise Behind for an index that is of another version, or has not seen the folder as it is."""
        application = self._read("PRAGMA application_id")[0][0]
        version = self._read("PRAGMA user_version")[0][0]
        meta = dict(self._read("SELECT key, value FROM meta WHERE key IN ('path', 'tool', 'folder')"))
        is_ours = (application, version) == (APPLICATION_ID, SCHEMA_VERSION)
        if not is_ours or meta.get("tool") != legendary_git.__version__:
            raise Behind
        if meta.get("path") != made_for(self._root):
            raise Behind
        if self._is_partial:
            return
        folder, _, count = str(meta.get("folder", "")).rpartition(" ")
        if folder != _folder_stamp(self._root):
            raise Behind
        self._count = int(count) if count.isdecimal() else _MOST_CHECKED
        if self._count <= _FULLY_CHECKED:
            self._check_table(self.table)
        if self._count <= _FULLY_LOOKED:
            for row in self._read("SELECT path, size, mtime_ns, ctime_ns, ino, seen_ns FROM memory_files"):
                self._check_file(unpack(row[0]), row[1:5], row[5])

    def check_tables(self) -> None:
        """Raise Garbled where rows cannot be found by what is in them; for who has some milliseconds."""
        if self._count <= _MOST_CHECKED:
            for table in ("anchored", "heads", "memory_files", "triggers"):
                self._check_table(table)

    def _check_table(self, table: str) -> None:
        if self._read(f"PRAGMA integrity_check('{table}')") != [("ok",)]:
            raise Garbled

    def _check_file(self, memory_path: str, stat: tuple[int, ...], seen_ns: int) -> None:
        now = _stat(os.path.join(self._root, memory_path))
        if now is None or now != stat or not is_settled_at(now[1], now[2], seen_ns):
            if now is None and self._count <= _MOST_CHECKED:
                self._check_table("memory_files")  # whoever catches up finds rows by an index, and may not see this one
            raise Behind

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except FAILURES as error:
            raise (Garbled if _is_damage(error) else Behind) from error


def _is_alone(noted: Noted, paths: list[str]) -> bool:
    """Whether it is the memory of its id: of two files with one, the one that is named after it, if just one is."""
    named = [path for path in paths if path.rpartition("/")[2].startswith(noted.id)]
    return len(paths) == 1 or named == [noted.path]


def _is_damage(error: BaseException) -> bool:
    """A lock, a table that is not there and a disk that fails are errors of operation; so is text that is no UTF-8."""
    return not isinstance(error, (sqlite3.OperationalError, MemoryError)) or "decode" in str(error)


def _as_name(repo_path: str) -> str:
    return os.fsdecode(repo_path.encode("utf-8", "surrogateescape"))


def made_for(root: str) -> str | bytes:
    """What an index of a work tree has as the place that it was made for."""
    return pack(os.path.realpath(root))


def connect(git_dir: str, mode: str, wait_seconds: float) -> sqlite3.Connection:
    """Open the index, in a mode of sqlite.org/uri.html that makes no file; raises Behind, and what SQLite raises."""
    path = os.path.join(git_dir, INDEX)
    if is_in_the_way(path):
        raise Behind
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return sqlite3.connect(f"file:{quoted}?mode={mode}", uri=True, timeout=wait_seconds)


def _conflicts(front: str) -> list[object]:
    try:
        found = unpack_json(front).get("conflicts_with", [])
    except (ValueError, TypeError, AttributeError) as error:
        raise Garbled from error
    return found if isinstance(found, list) else [found]


def _stat(abs_path: str) -> tuple[int, int, int, int] | None:
    """Size, times of content and of the rest, and number of a file; None where there is none."""
    try:
        found = os.lstat(abs_path)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino & 0x7FFF_FFFF_FFFF_FFFF


def _folder_stamp(root: str) -> str | None:
    try:
        return folder_stamp(os.lstat(os.path.join(root, MEMORIES)))
    except OSError:
        return None
