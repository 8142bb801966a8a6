"""What is put into the index comes back the same, and no row about a file outlives what the file says."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.region import LineRange
from legendary_git.domain.verdict import Reason, State, Verdict
from legendary_git.store.catalog import load_memories, search_memories
from legendary_git.store.disk_id_rows import DiskId
from legendary_git.store.disk_rows import is_settled
from legendary_git.store.folder import MEMORIES, DiskStat, SeenMemory
from legendary_git.store.index import Index
from legendary_git.store.memory_file import parse_memory
from legendary_git.store.state_rows import SeenState, Transition
from tests.store.test_folder import write_memory

SECOND = 1_000_000_000
NOW = 1_800_000_000 * SECOND + 123_456_789
STAT = DiskStat(size=10, mtime_ns=NOW, ctime_ns=NOW, ino=7)
LATER = NOW + SECOND
PATH = f"{MEMORIES}/caf\udce9.md"
DATA = b"""---
id: mem-6093f751
title: t
triggers: ['\xe8\xa8\xad', no]
anchors: [{file: '"caf\\351.py"', lines: 4-6, content_hash: 't1:0'}]
mood: {a: [b, {c: d}]}
---

Body \xff
"""


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index.open(tmp_path / "index.db", tmp_path) as opened:
        yield opened


def test_memory_comes_back_as_it_was_parsed(index: Index) -> None:
    parsed = parse_memory(PATH, DATA)
    assert isinstance(parsed, Memory)
    index.put_memories([SeenMemory(STAT, LATER, "d", parsed)])
    found = index.find_memory(PATH, STAT)
    assert found == parsed
    assert isinstance(found, Memory)
    assert list(found.front) == list(parsed.front)
    assert found.anchors[0].file == "caf\udce9.py"


class Stopped:
    """A screening during which somebody presses Ctrl-C, at the memories of these numbers."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers
        self.seen: list[Memory | InvalidMemory] = []

    def __call__(self, parsed: Memory | InvalidMemory, _: bytes) -> Memory | InvalidMemory:
        self.seen.append(parsed)
        if len(self.seen) in self._numbers:
            raise KeyboardInterrupt
        return parsed


def test_files_are_kept_in_parts_for_who_is_stopped(tmp_path: Path, index: Index) -> None:
    for number in range(10):
        write_memory(tmp_path, number, body="word word\n" * 100_000)
    stop = Stopped(7)
    with pytest.raises(KeyboardInterrupt):
        load_memories(tmp_path, index, screen=stop)
    assert 3 <= len(index.memory_paths()) < 7, "what was read before is kept"
    assert len(load_memories(tmp_path, index)) == 10


def test_many_small_files_are_kept_in_parts_too(tmp_path: Path, index: Index) -> None:
    for number in range(300):
        write_memory(tmp_path, number, body="word word\n" * 50)
    time.sleep(0.1)  # what was written a moment ago is read again, whoever has read it
    stop = Stopped(200, 350)
    with pytest.raises(KeyboardInterrupt):
        load_memories(tmp_path, index, screen=stop)
    assert 70 <= len(index.memory_paths()) <= 150, "what was read before is kept"
    with pytest.raises(KeyboardInterrupt):
        load_memories(tmp_path, index, screen=stop)
    assert len(load_memories(tmp_path, index, screen=lambda parsed, _: parsed)) == 300
    assert len({one.path for one in stop.seen}) > 200, "who goes on begins where the last one ended"


def test_invalid_memory_comes_back_too(index: Index) -> None:
    parsed = InvalidMemory(PATH, 3, "why \udce9", "mem-6093f751")
    index.put_memories([SeenMemory(STAT, LATER, "d", parsed)])
    assert index.find_memory(PATH, STAT) == parsed


@pytest.mark.parametrize("field", DiskStat._fields)
def test_memory_whose_file_has_another_stat_is_not_found(index: Index, field: str) -> None:
    index.put_memories([SeenMemory(STAT, LATER, "d", InvalidMemory(PATH, 1, "x"))])
    assert index.find_memory(PATH, STAT._replace(**{field: 1})) is None


@pytest.mark.parametrize(
    ("changed", "seen", "settled"),
    [
        (NOW, NOW + SECOND, True),
        (NOW, NOW + SECOND // 10, True),
        (NOW, NOW, False),
        (NOW, NOW + SECOND // 100, False),
        (NOW, NOW - SECOND, False),
        (NOW + 3600 * SECOND, NOW, False),
        (NOW // SECOND * SECOND, NOW // SECOND * SECOND + SECOND, False),
        (NOW // SECOND * SECOND, NOW // SECOND * SECOND + 3 * SECOND, True),
    ],
    ids=["long-ago", "before", "same-time", "same-tick", "after", "future", "coarse-clock", "coarse-clock-long-ago"],
)
def test_file_is_settled_if_changed_clearly_before_it_was_read(changed: int, seen: int, settled: bool) -> None:
    assert is_settled(DiskStat(1, changed, changed, 1), seen) is settled


def test_file_with_an_old_date_put_on_it_is_settled_by_its_change_time() -> None:
    assert not is_settled(DiskStat(1, NOW - 3600 * SECOND, NOW, 1), NOW)


def test_memory_read_in_the_tick_it_was_written_is_read_again(index: Index) -> None:
    index.put_memories([SeenMemory(STAT, NOW, "d", InvalidMemory(PATH, 1, "x"))])
    index.put_disk_ids([DiskId("a.py", STAT, NOW, "b" * 40)])
    assert index.find_memory(PATH, STAT) is None
    assert index.find_disk_ids({"a.py": STAT}) == {}


def test_memories_are_found_in_the_order_asked_for(index: Index) -> None:
    paths = [f"{MEMORIES}/{number:04}.md" for number in range(1200)]
    index.put_memories(SeenMemory(STAT, LATER, "d", InvalidMemory(path, 1, "x")) for path in reversed(paths))
    assert list(index.find_memories(dict.fromkeys(paths, STAT))) == paths
    assert list(index.find_memories(dict.fromkeys(paths[5:9], STAT))) == paths[5:9]
    index.forget_memories(paths[1:])
    assert index.memory_paths() == {paths[0]}
    assert list(index.find_memories(dict.fromkeys(paths, STAT))) == paths[:1]


def test_memory_row_that_is_not_what_was_put_is_read_again(tmp_path: Path, index: Index) -> None:
    parsed = parse_memory(PATH, DATA)
    for front in ("{", '{"id": 3}', "[]", "3"):
        index.put_memories([SeenMemory(STAT, LATER, "d", parsed)])
        with closing(sqlite3.connect(tmp_path / "index.db")) as connection:
            connection.execute("UPDATE memory_files SET front = ?", (front,))
            connection.commit()
        assert index.find_memory(PATH, STAT) is None


VERDICTS = {
    ("a", "1"): Verdict(Reason.UNCHANGED, LineRange(4, 6)),
    ("a", "2"): Verdict(Reason.FOLLOWED, LineRange(1, 1), "caf\udce9.py::f"),
    ("\udce9", "1"): Verdict(Reason.AMBIGUOUS, None, None, ("b.py::f", "caf\udce9.py::f")),
    ("b", "1"): Verdict(Reason.FILE_GONE),
}


def test_verdicts_come_back_by_both_keys(index: Index) -> None:
    index.put_verdicts(VERDICTS)
    assert index.find_verdicts([*VERDICTS, ("b", "2"), ("c", "1")]) == VERDICTS
    assert index.find_verdicts([]) == {}


def test_verdicts_of_many_keys(index: Index) -> None:
    many = {(str(number), "\udce9"): Verdict(Reason.CHANGED, LineRange(number, number)) for number in range(1, 2500)}
    index.put_verdicts(many)
    assert index.find_verdicts(many) == many


def test_verdict_that_means_nothing_is_not_found(tmp_path: Path, index: Index) -> None:
    index.put_verdicts(VERDICTS)
    with closing(sqlite3.connect(tmp_path / "index.db")) as connection:
        connection.execute("UPDATE verdicts SET reason = 'mood'")
        connection.commit()
    assert index.find_verdicts(VERDICTS) == {}


def test_since_comes_back_and_none_is_an_answer(index: Index) -> None:
    origins = {("a", "c1"): "0" * 40, ("a", "c2"): ""}
    index.put_since(origins)
    assert index.find_since([*origins, ("b", "c1")]) == origins


def test_disk_ids_come_back_until_forgotten(index: Index) -> None:
    index.put_disk_ids([DiskId("caf\udce9.py", STAT, LATER, "b" * 40), DiskId("a.py", STAT, LATER, "c" * 40)])
    asked = {"caf\udce9.py": STAT, "a.py": STAT._replace(size=3), "b.py": STAT}
    assert index.find_disk_ids(asked) == {"caf\udce9.py": "b" * 40}
    index.forget_disk_ids()
    assert index.find_disk_ids(asked) == {}


def test_states_are_replaced_as_a_whole(index: Index) -> None:
    stale = SeenState(State.STALE, Reason.CHANGED, "0" * 40, "1" * 40)
    fresh = SeenState(State.FRESH, Reason.UNCHANGED)
    assert index.head is None
    assert index.load_states() == {}
    index.put_states({("m", "caf\udce9.py"): stale, ("m", "b.py"): fresh}, "1" * 40)
    index.put_states({("m", "caf\udce9.py"): stale, ("n", "b.py"): fresh}, "2" * 40)
    assert index.head == "2" * 40
    assert index.load_states() == {("m", "caf\udce9.py"): stale, ("n", "b.py"): fresh}
    index.put_states({}, None)
    assert index.load_states() == {}


def test_transitions_are_appended_and_numbered(index: Index) -> None:
    first = Transition(memory_id="m", anchor="caf\udce9.py", before=None, after=State.FRESH, seen_at="2026-11-30")
    second = Transition(
        memory_id="n",
        anchor="b.py::f",
        before=State.FRESH,
        after=State.STALE,
        commit="0" * 40,
        at="2026-11-30T10:00:00+01:00",
        author="Jos\udce9",
        subject="Ändern \udcff",
    )
    index.append_transitions([first])
    index.append_transitions([second])
    index.append_transitions([])
    log = index.transitions()
    assert [one.seq for one in log] == [1, 2]
    assert [one.anchor for one in index.transitions("n")] == ["b.py::f"]
    assert (log[1].author, log[1].subject, log[1].at) == ("Jos\udce9", "Ändern \udcff", "2026-11-30T10:00:00+01:00")
    assert (log[0].before, log[0].commit) == (None, None)


def test_load_memories_follows_the_folder(tmp_path: Path) -> None:
    with Index.open(tmp_path / "index.db", tmp_path) as index:
        first, second = write_memory(tmp_path, 1), write_memory(tmp_path, 2)
        assert list(load_memories(tmp_path, index)) == [first, second]
        write_memory(tmp_path, 2, "title: newer\n")
        (tmp_path / first).unlink()
        third = write_memory(tmp_path, 3)
        loaded = load_memories(tmp_path, index)
        assert list(loaded) == [second, third]
        found = loaded[second]
        assert isinstance(found, Memory)
        assert found.title == "newer"
        assert index.memory_paths() == {second, third}


def test_load_memories_sees_a_change_of_one_byte_in_the_same_tick(tmp_path: Path) -> None:
    with Index.open(tmp_path / "index.db", tmp_path) as index:
        for number in range(50):
            path = write_memory(tmp_path, 1, f"title: t{number:02}\n")
            found = load_memories(tmp_path, index)[path]
            assert isinstance(found, Memory)
            assert found.title == f"t{number:02}"


def test_load_memories_fills_an_index_that_was_replaced_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    paths = {write_memory(tmp_path, number) for number in range(3)}
    with Index.open(path, path.parent) as index, closing(sqlite3.connect(path)) as other:
        load_memories(tmp_path, index)
        paths.add(write_memory(tmp_path, 3))
        other.execute(
            "UPDATE memory_files SET seen_ns = seen_ns + 1000000000000"
        )  # as if read long after being written
        other.execute("DROP TABLE word_queue")
        other.commit()
        assert set(load_memories(tmp_path, index)) == paths
        assert index.generation == 1
        assert index.memory_paths() == paths


def test_search_memories_asks_again_where_the_index_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    paths = {write_memory(tmp_path, number) for number in range(3)}
    with Index.open(path, path.parent) as index:
        assert {hit for hit, _ in search_memories(tmp_path, index, "body")} == paths
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM words_data")
        connection.commit()
    with Index.open(path, path.parent) as index:
        assert {hit for hit, _ in search_memories(tmp_path, index, "body")} == paths
        assert index.generation == 1
