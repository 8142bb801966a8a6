"""What the index holds, and telling whether an index that is there can be relied on.

A column `sum` is over what a reader takes of the row, see `texts.row_sum`.

All but the states and transitions are caches whose key determines their value, so a row is right or absent. An index
is never migrated: one of another schema, or made for another work tree (a copied repository), is emptied and begun
anew.
"""

from __future__ import annotations

import sqlite3

import legendary_git
from legendary_git.store.faults import Damaged
from legendary_git.store.places import APPLICATION_ID as APPLICATION_ID
from legendary_git.store.places import SCHEMA_VERSION as SCHEMA_VERSION

TOKENIZER_VERSION = 1
"""Of `words`: the search table is made again where it was filled with words of another version."""
QUICK = ("heads", "anchored", "followed", "answers", "committed", "triggers")
"""What is looked at when an agent opens a file, or a command has ended."""
_CACHES = ("memory_files", "word_queue", "verdicts", "origins", "disk_ids", *QUICK)
_TABLES = """\
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE memory_files (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: the search table knows memories by it
    path UNIQUE NOT NULL, size INTEGER, mtime_ns INTEGER, ctime_ns INTEGER, ino INTEGER, seen_ns INTEGER,
    digest TEXT, id TEXT, front TEXT, body, line INTEGER, message, has_secret INTEGER, looked_by TEXT, sum TEXT
);
CREATE TABLE word_queue (number INTEGER PRIMARY KEY);
CREATE TABLE verdicts (
    anchor_key, evidence_key, reason TEXT, first INTEGER, last INTEGER, followed_to, candidates TEXT,
    PRIMARY KEY (anchor_key, evidence_key)
) WITHOUT ROWID;
CREATE TABLE origins (anchor_key, "commit", since TEXT, PRIMARY KEY (anchor_key, "commit")) WITHOUT ROWID;
CREATE TABLE disk_ids (
    path PRIMARY KEY, size INTEGER, mtime_ns INTEGER, ctime_ns INTEGER, ino INTEGER, seen_ns INTEGER, blob TEXT
) WITHOUT ROWID;
CREATE TABLE heads (
    path PRIMARY KEY, id TEXT, label, title, status TEXT, author, written TEXT, created, sum TEXT
) WITHOUT ROWID;
CREATE INDEX heads_of ON heads (id);
CREATE TABLE anchored (
    file, memory, nth INTEGER, symbol, first INTEGER, last INTEGER, blob TEXT, was INTEGER,
    PRIMARY KEY (file, memory, nth)
) WITHOUT ROWID;
CREATE INDEX anchored_of ON anchored (memory);
CREATE TABLE triggers (
    memory, nth INTEGER, word TEXT, plain, form, bits REAL, sum TEXT, PRIMARY KEY (memory, nth)
) WITHOUT ROWID;
CREATE INDEX triggers_by_word ON triggers (word);
CREATE TABLE followed (file, memory, PRIMARY KEY (file, memory)) WITHOUT ROWID;
CREATE INDEX followed_of ON followed (memory);
CREATE TABLE answers (memory PRIMARY KEY, basis TEXT, state TEXT, words, lines TEXT, sum TEXT) WITHOUT ROWID;
CREATE TABLE committed (path PRIMARY KEY, head TEXT, blob TEXT, sum TEXT) WITHOUT ROWID;
CREATE TABLE states (
    memory_id TEXT, anchor, state TEXT, reason TEXT, since TEXT, "commit" TEXT, PRIMARY KEY (memory_id, anchor)
) WITHOUT ROWID;
CREATE TABLE transitions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, memory_id TEXT, anchor, before TEXT, after TEXT,
    "commit" TEXT, at TEXT, author, subject, seen_at TEXT
);
CREATE INDEX transitions_of ON transitions (memory_id);
"""
_STATEMENTS = tuple(filter(None, _TABLES.split(";\n")))
_EXPECTED = frozenset(_STATEMENTS)
"""SQLite keeps each statement as it was given: a table of which it says anything else is not the one that was made."""
_OTHER_TOOL = "the index was made by another version of git-memory"
_EMPTY = "the index is empty"


def prepare(connection: sqlite3.Connection, made_for: str | bytes) -> str | None:
    """Make the connection's database an index for `made_for`, unless it is; why it was begun anew, if it held one.

    Safe with several processes: who comes second waits, looks again, and finds the work done. A process that is killed
    leaves the old database or an empty one. Raises sqlite3.Error.
    """
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        connection.execute("PRAGMA journal_mode = DELETE")
    if _find_fault(connection, made_for) is None:
        return None
    connection.execute("BEGIN EXCLUSIVE")
    try:
        fault = _find_fault(connection, made_for)
        if fault == _OTHER_TOOL:
            _forget_caches(connection)
        elif fault is not None:
            _begin_anew(connection, made_for)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return None if fault == _EMPTY else fault


def _find_fault(connection: sqlite3.Connection, made_for: str | bytes) -> str | None:
    made = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master").fetchall()}
    if not made:
        return _EMPTY
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if (application, version) != (APPLICATION_ID, SCHEMA_VERSION) or not made >= _EXPECTED:
        return "the index has another layout"
    meta = dict(connection.execute("SELECT key, value FROM meta").fetchall())
    if meta.get("path") != made_for:
        return "the index was made for another folder"
    return None if meta.get("tool") == legendary_git.__version__ else _OTHER_TOOL


def _begin_anew(connection: sqlite3.Connection, made_for: str | bytes) -> None:
    _drop_everything(connection)
    for statement in _STATEMENTS:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    rows = [("path", made_for), ("tool", legendary_git.__version__)]
    connection.executemany("INSERT INTO meta VALUES (?, ?)", rows)


def _drop_everything(connection: sqlite3.Connection) -> None:
    """Virtual tables first: they take their shadow tables along, which cannot be dropped on their own."""
    found = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite#_%' ESCAPE '#' "
        "ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC"
    ).fetchall()
    for kind, name in found:
        if not isinstance(name, str):
            raise Damaged("a table without a name")
        quoted = name.replace('"', '""')
        connection.execute(f'DROP {kind} IF EXISTS "{quoted}"')


def _forget_caches(connection: sqlite3.Connection) -> None:
    """Another version may read and judge in another way; what it saw happen is still what happened."""
    connection.execute("INSERT OR IGNORE INTO word_queue SELECT number FROM memory_files")
    for table in _CACHES:
        if table != "word_queue":
            connection.execute(f"DELETE FROM {table}")
    connection.execute("DELETE FROM meta WHERE key IN ('folder', 'arrivals')")
    connection.execute("UPDATE meta SET value = ? WHERE key = 'tool'", (legendary_git.__version__,))
