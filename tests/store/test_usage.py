"""Sightings are counted for a clone, and never in the way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from legendary_git.store.usage import FILE, add_sightings, count_sightings

AT, LATER = "2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"


def counted(folder: Path, *ids: str) -> dict[str, tuple[int, str | None]]:
    return {known: (seen.times, seen.last) for known, seen in count_sightings(str(folder), ids).items()}


def test_sightings_are_counted_by_memory(tmp_path: Path) -> None:
    assert counted(tmp_path, "mem-1") == {}
    assert add_sightings(str(tmp_path), ["mem-1", "mem-2"], LATER, "s1")
    assert add_sightings(str(tmp_path), ["mem-1"], AT, None)
    assert counted(tmp_path, "mem-1", "mem-2", "mem-3") == {"mem-1": (2, LATER), "mem-2": (1, LATER)}


def test_sightings_stand_beside_the_tables_of_other_versions(tmp_path: Path) -> None:
    (tmp_path / FILE).parent.mkdir()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("CREATE TABLE votes (memory_id TEXT)")
    assert add_sightings(str(tmp_path), ["mem-1"], AT, "s")
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("SELECT count(*) FROM votes").fetchone() == (0,)


def test_counting_reads_nothing_where_there_is_no_file_and_makes_none(tmp_path: Path) -> None:
    assert counted(tmp_path, "mem-1") == {}
    assert list(tmp_path.iterdir()) == []


def test_damaged_file_counts_nothing_and_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    assert not add_sightings(str(tmp_path), ["mem-1"], AT, "s")
    assert counted(tmp_path, "mem-1") == {}
    assert (tmp_path / FILE).read_bytes() == b"no database" * 100


def test_file_that_somebody_else_writes_is_not_waited_for(tmp_path: Path) -> None:
    assert add_sightings(str(tmp_path), ["mem-1"], AT, "s")
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert not add_sightings(str(tmp_path), ["mem-1"], AT, "s")
        assert counted(tmp_path, "mem-1") == {}
    assert counted(tmp_path, "mem-1") == {"mem-1": (1, AT)}


def test_linked_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).symlink_to(tmp_path / "elsewhere.db")
    assert not add_sightings(str(tmp_path), ["mem-1"], AT, "s")
    assert not (tmp_path / "elsewhere.db").exists()
