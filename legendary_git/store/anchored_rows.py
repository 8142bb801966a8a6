"""Memories by the files that they are anchored to, and what a push needs of them, so that one look costs the same at
ten memories and at ten thousand. What a push found out about a memory is kept here too.
"""

from __future__ import annotations

from collections.abc import Iterable

from legendary_git.domain.memory import Memory
from legendary_git.store.database import Database, Row
from legendary_git.store.folder import SeenMemory
from legendary_git.store.texts import pack, pack_or_none, row_sum, unpack

_HEADS = "INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ANCHORED = "INSERT OR REPLACE INTO anchored VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_TABLES = (("anchored", "memory"), ("followed", "memory"), ("heads", "path"), ("answers", "memory"))


class AnchoredRows:
    """The part of the index that is looked at when an agent opens a file; `quick_look` reads it."""

    _database: Database

    def put_anchored(self, seen: Iterable[SeenMemory]) -> None:
        """Keep where memories are anchored and what is said of them first; files that say no memory have none."""
        known = [one.parsed for one in seen]
        memories = [one for one in known if isinstance(one, Memory)]
        with self._database.transaction():
            self.forget_anchored(one.path for one in known)
            self._database.write(_HEADS, [(*head_row(one), head_sum(one)) for one in memories])
            self._database.write(_ANCHORED, [row for one in memories for row in anchor_rows(one)])

    def forget_anchored(self, paths: Iterable[str]) -> None:
        """Forget what is known of memory files."""
        rows = [(pack(path),) for path in paths]
        for table, column in _TABLES:
            self._database.write(f"DELETE FROM {table} WHERE {column} = ?", rows)
        if rows:  # where their code went has to be looked for again
            self._database.write("DELETE FROM meta WHERE key = ?", [("arrivals",)])

    def put_followed(self, places: Iterable[tuple[str, str]]) -> None:
        """Keep to which files the code of memories was followed, at one time or another: file and memory."""
        known = {(unpack(file), unpack(memory)) for file, memory in self._database.read("SELECT * FROM followed")}
        rows = [(pack(file), pack(memory)) for file, memory in places if (file, memory) not in known]
        self._database.try_write("INSERT OR REPLACE INTO followed VALUES (?, ?)", rows)

    def put_folder(self, stamp: str) -> None:
        """Keep what the memory folder looked like when everything in it was known."""
        known = self._database.read("SELECT value FROM meta WHERE key = 'folder'")
        if not known or known[0][0] != stamp:
            self._database.try_write("INSERT OR REPLACE INTO meta VALUES ('folder', ?)", [(stamp,)])


def head_row(one: Memory) -> Row:
    """Path, id, label, title, status, author, the commit at which it was written, and when."""
    author = one.front.get("author", "")
    written = next((anchor.commit for anchor in one.anchors if anchor.commit is not None), None)
    said = (one.id, pack(one.label), pack(one.title), one.status.value)
    source = (pack(author if isinstance(author, str) else ""), written, pack(one.created or ""))
    return (pack(one.path), *said, *source)


def head_sum(one: Memory) -> str:
    """The sum over all that a push takes of these tables: the head, and the anchors in their order."""
    return row_sum([*head_row(one), *(part for row in anchor_rows(one) for part in (row[0], *row[3:]))])


def anchor_rows(one: Memory) -> Iterable[Row]:
    """File, memory, number, symbol, first and last line, stamped blob, and whether it was moved by hand."""
    for number, anchor in enumerate(one.anchors):
        first, last = (anchor.lines.first, anchor.lines.last) if anchor.lines is not None else (None, None)
        place = (pack(anchor.file), pack(one.path), number, pack_or_none(anchor.symbol), first, last)
        yield (*place, anchor.blob, int(anchor.was is not None))
