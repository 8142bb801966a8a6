"""Triggers in the index: those of memories that hold, in step with the files, found by a word of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.domain.memory import Memory, MemoryType, Status
from legendary_git.store.catalog import load_memories
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_file import format_memory
from legendary_git.store.quick_look import Behind
from legendary_git.store.trigger_look import TriggerLook
from legendary_git.usecases.own_index import open_index

LOCKED = "sqlite3.OperationalError: database is locked"
JAPANESE = "表示: データベースがロックされています"
REFUSED = "ConnectionError: 10.0.0.7:5432 refused after 3.2s"


def put(root: Path, number: int, *triggers: str, status: Status = Status.ACTIVE) -> str:
    """Write a memory with these triggers; its path."""
    path = f"{MEMORIES}/mem-{number:08x}-x.md"
    memory = Memory(
        id=f"mem-{number:08x}",
        type=MemoryType.EPISODE,
        title=f"Rule {number}",
        status=status,
        path=path,
        triggers=triggers,
    )
    (root / MEMORIES).mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(format_memory(memory))
    return path


def found(root: Path, text: str) -> set[tuple[str, str]]:
    """What the index finds for a text, after it was brought in step: path and trigger."""
    with open_index(root, root / ".git") as index:
        load_memories(root, index)
        return {(one.key, one.plain) for one in index.triggers_for(text)}


@pytest.mark.parametrize("filler", [0, 50_000])
def test_triggers_are_found_by_a_word_in_the_text(tmp_path: Path, filler: int) -> None:
    one, two = put(tmp_path, 1, LOCKED), put(tmp_path, 2, REFUSED, JAPANESE)
    padding = "all is well\n" * (filler // 12)
    assert found(tmp_path, f"{padding}x OperationalError y ConnectionError") >= {(one, LOCKED), (two, REFUSED)}
    assert found(tmp_path, f"{padding}x: データベースがロックされています") == {(two, JAPANESE)}
    assert found(tmp_path, f"{padding}nothing of it") == set()


def test_triggers_are_masked_once_and_kept_as_they_are_beside(tmp_path: Path) -> None:
    put(tmp_path, 1, f"\x1b[31m{REFUSED}\x1b[0m ")
    with open_index(tmp_path, tmp_path / ".git") as index:
        load_memories(tmp_path, index)
        (one,) = index.triggers_for("ConnectionError")
    assert (one.plain, one.form) == (REFUSED, "ConnectionError: \x1a:\x1a refused after \x1a")


@pytest.mark.parametrize("trigger", ["error", "Build failed", "two\nlines of it here", "/tmp/tmpab12cd34", "x" * 1200])
def test_triggers_that_would_be_refused_are_not_looked_for(tmp_path: Path, trigger: str) -> None:
    put(tmp_path, 1, trigger)
    assert found(tmp_path, trigger) == set()


def test_triggers_of_retired_memories_are_not_looked_for(tmp_path: Path) -> None:
    held = put(tmp_path, 1, LOCKED, status=Status.CONFLICTED)
    put(tmp_path, 2, LOCKED, status=Status.SUPERSEDED)
    put(tmp_path, 3, LOCKED, status=Status.DEPRECATED)
    assert found(tmp_path, LOCKED) == {(held, LOCKED)}


def test_triggers_follow_their_files(tmp_path: Path) -> None:
    path = put(tmp_path, 1, LOCKED)
    assert found(tmp_path, f"{LOCKED} {REFUSED}") == {(path, LOCKED)}
    put(tmp_path, 1, REFUSED, REFUSED)
    assert found(tmp_path, f"{LOCKED} {REFUSED}") == {(path, REFUSED)}
    (tmp_path / path).write_text("no memory\n")
    assert found(tmp_path, f"{LOCKED} {REFUSED}") == set()
    (tmp_path / path).unlink()
    assert found(tmp_path, f"{LOCKED} {REFUSED}") == set()


def test_triggers_of_one_kind_are_found_by_different_words(tmp_path: Path) -> None:
    names = ["aardvark", "bobcat", "capybara", "dormouse"]
    for number, name in enumerate(names):
        put(tmp_path, number, f"sqlite3.OperationalError: no such table: {name}")
    with open_index(tmp_path, tmp_path / ".git") as index:
        load_memories(tmp_path, index)
        words = [one.word for one in index.triggers_for(f"OperationalError sqlite table such {' '.join(names)}")]
    assert len(words) == len(names)
    assert max(map(words.count, words)) < len(names)


def test_look_without_an_index_in_step_is_behind(tmp_path: Path) -> None:
    put(tmp_path, 1, LOCKED)
    with pytest.raises(Behind):
        TriggerLook(str(tmp_path), str(tmp_path / ".git"))
