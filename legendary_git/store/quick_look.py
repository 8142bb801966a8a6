"""One look into the index for those who cannot wait: nothing is loaded but SQLite.

It answers only where the index is known to be in step with the memory folder; whoever is told that it is not asks
`catalog`, and looks again.
"""

from __future__ import annotations

import os

import legendary_git
from legendary_git.store.disk_rows import folder_stamp, is_settled_at
from legendary_git.store.places import APPLICATION_ID, INDEX, MEMORIES, SCHEMA_VERSION
from legendary_git.store.texts import pack, unpack, unpack_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any
else:
    try:  # the same without what it loads to turn columns into dates
        import _sqlite3 as sqlite3
    except ImportError:
        import sqlite3

_WAIT_SECONDS = 0.2
_FULLY_LOOKED = 500
"""Up to so many memory files, each is looked at: one that was written in place leaves the folder as it was."""
_OF_FILE = "(SELECT memory FROM anchored WHERE file = ?1 UNION SELECT memory FROM followed WHERE file = ?1)"
_HEADS = """
SELECT f.path, f.size, f.mtime_ns, f.ctime_ns, f.ino, f.seen_ns, f.body, f.looked_by IS NOT NULL, f.front,
    h.id, h.label, h.title, h.status, h.author, h.written, h.created, a.basis, a.state, a.words, a.lines
FROM memory_files f JOIN heads h ON h.path = f.path LEFT JOIN answers a ON a.memory = f.path WHERE f.path IN {paths}
"""
_ANCHORED_FILES = """
SELECT a.file, d.size, d.mtime_ns, d.ctime_ns, d.ino, d.seen_ns, d.blob
FROM (SELECT DISTINCT file FROM anchored) a LEFT JOIN disk_ids d ON d.path = a.file
"""
_ANCHORS = "SELECT memory, file, symbol, first, last, blob, was FROM anchored WHERE memory IN {paths} ORDER BY nth"


class Behind(Exception):
    """The index is missing, damaged, made by another version, or not in step with what is on disk."""


class NotedAnchor:
    """An anchor as the index has it: `blob` is the stamped content's id; `was_moved`, by hand, to other code."""

    __slots__ = ("blob", "file", "first", "last", "symbol", "was_moved")

    def __init__(self, row: tuple[Any, ...]) -> None:
        file, symbol, self.first, self.last, self.blob, was_moved = row
        self.file = unpack(file)
        self.symbol = None if symbol is None else unpack(symbol)
        self.was_moved = bool(was_moved)


class Noted:
    """A memory as the index has it. `basis`, `state`, `words` and `lines` are how it was judged last, if it was."""

    __slots__ = (
        *("anchors", "author", "basis", "body", "created", "front", "id", "is_looked_through", "label", "lines"),
        *("path", "state", "status", "title", "words", "written"),
    )

    def __init__(self, row: tuple[Any, ...]) -> None:
        path, body, looked, front, memory_id, label, title, status, author, written, created, *answer = row
        self.path = unpack(path)
        self.body = unpack(body)
        self.is_looked_through = bool(looked)
        self.front: str = front
        self.id: str = memory_id
        self.label = unpack(label)
        self.title = unpack(title)
        self.status: str = status
        self.author = unpack(author)
        self.written: str | None = written
        self.created = unpack(created)
        self.basis, self.state, words, self.lines = answer
        self.words = None if words is None else unpack(words)
        self.anchors: list[NotedAnchor] = []


class QuickLook:
    """An index that is open for reading. Every method raises Behind where it is found not to be in step."""

    def __init__(self, root: str, git_dir: str) -> None:
        """For the work tree at `root`, whose own git directory is `git_dir`."""
        self._root = root
        try:
            self._connection = sqlite3.connect(_address(git_dir, "ro"), uri=True, timeout=_WAIT_SECONDS)
            self._check()
        except (sqlite3.Error, UnicodeError) as error:
            raise Behind from error

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
        return rows[0][0] if rows else None

    def brief(self) -> str | None:
        """The last brief, as it was put."""
        rows = self._read("SELECT value FROM meta WHERE key = 'brief'")
        return rows[0][0] if rows else None

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
        rows = self._read("SELECT blob FROM committed WHERE path = ? AND head = ?", pack(memory_path), head)
        return rows[0][0] if rows else None

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
        found: dict[str, Noted] = {}
        for row in self._read(_HEADS.format(paths=paths), *asked):
            noted = Noted((row[0], *row[6:]))
            self._check_file(noted.path, row[1:5], row[5])
            found[noted.path] = noted
        for memory, *anchor in self._read(_ANCHORS.format(paths=paths), *asked):
            if (known := found.get(unpack(memory))) is not None:
                known.anchors.append(NotedAnchor(tuple(anchor)))
        return sorted(filter(self._is_alone, found.values()), key=lambda one: one.id)

    def _is_alone(self, noted: Noted) -> bool:
        """Whether it is the memory of its id: of two files with one, the one that is named after it, if just one is."""
        paths = [unpack(row[0]) for row in self._read("SELECT path FROM heads WHERE id = ?", noted.id)]
        named = [path for path in paths if path.rpartition("/")[2].startswith(noted.id)]
        return len(paths) == 1 or named == [noted.path]

    def _check(self) -> None:
        """Raise Behind for an index that is of another version, or has not seen the folder as it is."""
        application = self._read("PRAGMA application_id")[0][0]
        version = self._read("PRAGMA user_version")[0][0]
        meta = dict(self._read("SELECT key, value FROM meta WHERE key IN ('path', 'tool', 'folder')"))
        is_ours = (application, version) == (APPLICATION_ID, SCHEMA_VERSION)
        if not is_ours or meta.get("tool") != legendary_git.__version__:
            raise Behind
        if meta.get("path") != _made_for(self._root):
            raise Behind
        folder, _, count = str(meta.get("folder", "")).rpartition(" ")
        if folder != _folder_stamp(self._root):
            raise Behind
        if count.isdigit() and int(count) <= _FULLY_LOOKED:
            for row in self._read("SELECT path, size, mtime_ns, ctime_ns, ino, seen_ns FROM memory_files"):
                self._check_file(unpack(row[0]), row[1:5], row[5])

    def _check_file(self, memory_path: str, stat: tuple[int, ...], seen_ns: int) -> None:
        now = _stat(os.path.join(self._root, memory_path))
        if now is None or now != stat or not is_settled_at(now[1], now[2], seen_ns):
            raise Behind

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeError) as error:
            raise Behind from error


def put_answers(root: str, git_dir: str, rows: list[tuple[str, str, str, str, str]]) -> None:
    """Keep how memories were judged: memory, what that hangs on, state, words and lines; where it cannot be, it is not.

    Only for an index that was found in step.
    """
    if not rows:
        return
    packed = [tuple(map(pack, row)) for row in rows]
    _put(root, git_dir, "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", packed)


def put_committed(root: str, git_dir: str, head: str, blobs: Mapping[str, str]) -> None:
    """Keep what the commit `head` has at some paths; where it cannot be, it is not."""
    rows = [(pack(path), head, blob) for path, blob in blobs.items()]
    _put(root, git_dir, "INSERT OR REPLACE INTO committed VALUES (?, ?, ?)", rows)


def put_brief(root: str, git_dir: str, text: str) -> None:
    """Keep a brief, in the place of the last one; where it cannot be, it is not."""
    _put(root, git_dir, "INSERT OR REPLACE INTO meta VALUES ('brief', ?)", [(text,)])


def put_arrivals(root: str, git_dir: str, text: str) -> None:
    """Keep that it was looked for files that were moved; where it cannot be, it is not."""
    _put(root, git_dir, "INSERT OR REPLACE INTO meta VALUES ('arrivals', ?)", [(text,)])


def _as_name(repo_path: str) -> str:
    return os.fsdecode(repo_path.encode("utf-8", "surrogateescape"))


def _put(root: str, git_dir: str, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Into this work tree's index alone: who names another work tree for a git directory is not answered from it."""
    try:
        connection = sqlite3.connect(_address(git_dir, "rw"), uri=True, timeout=0)
        try:
            connection.execute("PRAGMA synchronous = NORMAL")
            with connection:
                if connection.execute("SELECT value FROM meta WHERE key = 'path'").fetchall() != [(_made_for(root),)]:
                    return
                connection.executemany(sql, rows)
        finally:
            connection.close()
    except sqlite3.Error:
        return


def _made_for(root: str) -> str | bytes:
    return pack(os.path.realpath(root))


def _address(git_dir: str, mode: str) -> str:
    """Never one that makes a file (sqlite.org/uri.html)."""
    quoted = os.path.join(git_dir, INDEX).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{quoted}?mode={mode}"


def _conflicts(front: str) -> list[object]:
    found = unpack_json(front).get("conflicts_with", [])
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
