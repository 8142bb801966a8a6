"""An index with any damage whatever is never a failure and never a wrong answer, and the next one finds it mended."""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from legendary_git.domain.memory import Memory
from legendary_git.store.catalog import load_memories, search_memories
from legendary_git.store.index import INDEX, Index
from legendary_git.store.quick_look import Behind, Garbled, QuickLook
from legendary_git.store.trigger_look import TriggerLook
from tests.store.test_folder import write_memory

PAGE = 4096
TRIGGER = "ValueError: refund window closed for ledger"
FRONT = """\
title: {title}
author: Zoë <zoe@example.org>
anchors:
  - file: src/pay.py
    symbol: charge
    was: {{file: src/old.py}}
  - file: src/café.py
triggers:
  - "ValueError: refund window closed for ledger"
"""


class Hasty(sqlite3.Connection):
    """Waits for no disk, which is most of what making an index costs."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        return super().execute("PRAGMA synchronous = OFF" if "synchronous" in sql else sql, *values)


class Work:
    """A work tree of five memories with an index of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = root / ".git" / INDEX
        self.path.parent.mkdir(parents=True)
        self.files = {write_memory(root, number, FRONT.format(title=f"Note {number}")) for number in range(5)}
        now = time.time_ns() - 10**10  # long settled
        for folder in (*(root / ".legendary").rglob("*"), root / ".legendary"):
            os.utime(folder, ns=(now, now))

    def open(self) -> Index:
        return Index.open(self.path, self.root, wait_seconds=0.05, connect=partial(sqlite3.connect, factory=Hasty))

    def look(self, kind: type[QuickLook] = QuickLook) -> QuickLook:
        return kind(str(self.root), str(self.root / ".git"))

    def told(self) -> set[str]:
        """The memories of a file. Raises Behind."""
        with closing(self.look()) as look:
            found = look.about_file("src/pay.py")
        assert all(one.title.startswith("Note ") and len(one.anchors) == 2 for one in found)
        return {one.path for one in found}

    def triggered(self) -> set[str]:
        """The memories of a trigger. Raises Behind."""
        with closing(TriggerLook(str(self.root), str(self.root / ".git"))) as look:
            found = look.triggers_for(f"Traceback\n{TRIGGER}\n") if look.has_triggers() else []
        assert all(one.plain == TRIGGER for one in found)
        return {one.key for one in found}

    def catch_up(self, *, is_damaged: bool) -> None:
        with self.open() as index:
            if is_damaged:
                index.begin_anew()
            loaded = load_memories(self.root, index)
            assert set(loaded) == self.files
            assert all(isinstance(one, Memory) for one in loaded.values())
            assert not index.is_in_memory


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Work]:
    found = Work(tmp_path)
    with found.open() as index:
        load_memories(tmp_path, index)
        search_memories(tmp_path, index, "note")
    while True:  # until the folder's own times are settled
        try:
            assert found.told() == found.triggered() == found.files
        except Garbled:
            raise
        except Behind:
            time.sleep(0.01)
            found.catch_up(is_damaged=False)
        else:
            break
    yield found


def overwrite(dice: random.Random, data: bytearray) -> None:
    for _ in range(dice.randint(1, 8)):
        at, size = dice.randrange(len(data)), dice.choice((1, 4, 16, 100, 1000, PAGE))
        data[at : at + size] = dice.randbytes(min(size, len(data) - at))


def flip(dice: random.Random, data: bytearray) -> None:
    for _ in range(dice.randint(1, 200)):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def cut(dice: random.Random, data: bytearray) -> None:
    del data[dice.randrange(len(data)) :]


def spoil_header(dice: random.Random, data: bytearray) -> None:
    size = dice.randint(1, 84)
    data[16 : 16 + size] = dice.randbytes(size)


def spoil_schema(dice: random.Random, data: bytearray) -> None:
    for _ in range(dice.randint(1, 20)):
        data[dice.randrange(100, PAGE)] = dice.randrange(128, 256)


def spoil_first_page(dice: random.Random, data: bytearray) -> None:
    data[16:PAGE] = dice.randbytes(PAGE - 16)


def swap_pages(dice: random.Random, data: bytearray) -> None:
    one, other = (PAGE * dice.randrange(len(data) // PAGE) for _ in range(2))
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]


HOW: tuple[Callable[[random.Random, bytearray], None], ...] = (
    *(overwrite, flip, cut, spoil_header, spoil_schema, spoil_first_page, swap_pages),
)


def check_answers(work: Work, look: Callable[[], set[str]]) -> None:
    """What is told of a damaged index is right, or it is told that it cannot be used; afterwards it is mended."""
    try:
        assert look() == work.files
    except Behind as error:
        work.catch_up(is_damaged=isinstance(error, Garbled))
        try:
            assert look() == work.files
        except Garbled:
            work.catch_up(is_damaged=True)
            assert look() == work.files


@pytest.mark.parametrize("how", HOW, ids=lambda how: how.__name__)
def test_damaged_index_never_fails_and_never_misleads(work: Work, how: Callable[..., None]) -> None:
    sound = work.path.read_bytes()
    for seed in range(10):
        data = bytearray(sound)
        how(random.Random(f"{how.__name__} {seed}"), data)
        work.path.write_bytes(data)
        check_answers(work, (work.told, work.triggered)[seed % 2])
        work.path.write_bytes(data)
        with work.open() as index:
            if seed % 5 == 0:
                assert {path for path, _ in search_memories(work.root, index, "note")} == work.files
            assert set(load_memories(work.root, index)) == work.files
            index.load_states()
            index.transitions()
            index.forget_derived()


def test_damage_that_sqlite_cannot_even_name_is_mended(work: Work) -> None:
    """Python's module decodes SQLite's message, in which the name stands."""
    data = work.path.read_bytes()
    work.path.write_bytes(data.replace(b"TABLE heads (", b"TABLE \xe8\xff\xfe\x80 ( ", 1))
    with pytest.raises((UnicodeDecodeError, sqlite3.Error)), closing(sqlite3.connect(work.path)) as connection:
        connection.execute("SELECT * FROM heads")
    with pytest.raises(Behind):
        work.told()
    work.catch_up(is_damaged=False)
    assert work.told() == work.files


TAMPERED = (
    "UPDATE heads SET title = 'Nonsense'",
    "UPDATE heads SET author = 3",
    "UPDATE memory_files SET body = X'ff00'",
    "UPDATE memory_files SET front = NULL",
    "UPDATE anchored SET symbol = 'refund' WHERE nth = 0",
    "UPDATE anchored SET first = 'x', last = 3",
    "DELETE FROM anchored WHERE nth = 1",
    "DELETE FROM heads WHERE id = (SELECT min(id) FROM heads)",
    "UPDATE memory_files SET path = path || 'x'",
)


@pytest.mark.parametrize("statement", TAMPERED)
def test_row_that_is_not_what_was_put_is_not_told(work: Work, statement: str) -> None:
    with closing(sqlite3.connect(work.path)) as connection, connection:
        connection.execute(statement)
    with pytest.raises(Behind):
        work.told()
    check_answers(work, work.told)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE triggers SET form = 'x', plain = NULL",
        "UPDATE triggers SET bits = 0",
        "UPDATE triggers SET memory = 'x' || memory",
    ],
)
def test_trigger_that_is_not_what_was_put_is_not_looked_for(work: Work, statement: str) -> None:
    with closing(sqlite3.connect(work.path)) as connection, connection:
        connection.execute(statement)
    with pytest.raises(Garbled):
        work.triggered()
    check_answers(work, work.triggered)


@pytest.mark.parametrize(
    ("table", "before", "after", "look"),
    [
        ("anchored", b"src/pay.py", b"src/pqy.py", Work.told),
        ("heads_of", b"mem-0", b"mem-7", Work.told),
        ("memory_files", b"note.md", b"note.mx", Work.told),
        ("triggers", b"refund", b"refuse", Work.triggered),
    ],
)
def test_row_that_is_not_found_any_more_is_missed(
    work: Work, table: str, before: bytes, after: bytes, look: Callable[[Work], set[str]]
) -> None:
    """Nothing would be told, of which nobody notices anything."""
    with closing(sqlite3.connect(work.path)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    data = bytearray(work.path.read_bytes())
    page = slice(PAGE * (found[0] - 1), PAGE * found[0])
    assert before in data[page]
    data[page] = data[page].replace(before, after)
    work.path.write_bytes(data)
    check_answers(work, lambda: look(work))


@pytest.mark.parametrize(
    "front",
    [
        "title: 'caf\u00e9 \u00a0 \U0001f600'\nauthor: ''\n",
        "title: 12\nauthor: Zoë\nstatus: superseded\nsuperseded_by: mem-00000003\n",
        "title: ' '\nanchors:\n  - file: a.py\n    lines: 3-4\n    was: {file: b.py, lines: 7-8}\n",
        "title: x\nanchors:\n  - file: ä ö.py\ntriggers:\n  - 'Größenfehler: Übertrag läuft über'\ncreated: 2026\n",
    ],
    ids=["unheard-of", "number", "moved", "foreign"],
)
def test_sums_of_odd_memories_are_those_of_what_is_read(tmp_path: Path, front: str) -> None:
    """A sum that were not would have the index begun anew at every look."""
    path = write_memory(tmp_path, 1, front, "Line\n\n\x7f“quoted”\n")
    index_path = tmp_path / ".git" / INDEX
    index_path.parent.mkdir(parents=True)
    while True:
        with Index.open(index_path, tmp_path) as index:
            read = load_memories(tmp_path, index)[path]
            assert isinstance(read, Memory), read
        try:
            with closing(TriggerLook(str(tmp_path), str(tmp_path / ".git"))) as look:
                (found,) = look.about_memory(path)
                triggers = look.triggers_for("\n".join(read.triggers)) if read.triggers else []
                break
        except Garbled:
            raise
        except Behind:
            time.sleep(0.01)
    assert (found.title, found.body, len(found.anchors)) == (read.title, read.body, len(read.anchors))
    assert len(triggers) == len(read.triggers)


def test_process_without_memory_takes_no_index_for_damaged(work: Work) -> None:
    class Wanting(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql.startswith("SELECT path FROM memory_files"):
                raise MemoryError
            return super().execute(sql, *values)

    sound = work.path.read_bytes()
    connect = partial(sqlite3.connect, factory=Wanting)
    with Index.open(work.path, work.root, connect=connect) as index, pytest.raises(MemoryError):
        index.memory_paths()
    assert work.path.read_bytes() == sound
