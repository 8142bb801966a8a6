"""What a process that was killed left behind goes; what another one is writing stays."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from legendary_git.store.new_file import create_file
from legendary_git.store.rewrite import replace_file
from legendary_git.store.temporary import temporary_file, write_durably

MEMORY = "mem-aaaaaaaa-first.md"
FOLDER = ".legendary/memories"


def die_while_writing(folder: Path) -> None:
    """A process that is killed between making its file and giving it its name."""
    if (pid := os.fork()) == 0:
        with temporary_file(folder, MEMORY) as (_, descriptor):
            write_durably(descriptor, b"half")
            os.kill(os.getpid(), signal.SIGKILL)
    assert os.waitpid(pid, 0)[1] == signal.SIGKILL


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_leftover_of_a_killed_process_goes_when_a_memory_is_written(tmp_path: Path) -> None:
    create_file(tmp_path, MEMORY, b"whole")
    die_while_writing(tmp_path / FOLDER)
    assert len(names_in(tmp_path / FOLDER)) == 2
    create_file(tmp_path, "mem-bbbbbbbb-second.md", b"whole")
    assert names_in(tmp_path / FOLDER) == [MEMORY, "mem-bbbbbbbb-second.md"]


def test_leftover_of_a_killed_process_goes_when_a_memory_is_rewritten(tmp_path: Path) -> None:
    create_file(tmp_path, MEMORY, b"whole")
    die_while_writing(tmp_path / FOLDER)
    replace_file(tmp_path, f"{FOLDER}/{MEMORY}", b"whole", b"other")
    assert names_in(tmp_path / FOLDER) == [MEMORY]
    assert (tmp_path / FOLDER / MEMORY).read_bytes() == b"other"


def test_file_that_is_being_written_stays(tmp_path: Path) -> None:
    create_file(tmp_path, MEMORY, b"whole")
    with temporary_file(tmp_path / FOLDER, "mem-cccccccc-third.md") as (path, descriptor):
        create_file(tmp_path, "mem-bbbbbbbb-second.md", b"whole")
        write_durably(descriptor, b"mine")
        assert path.read_bytes() == b"mine"
    assert not path.exists()


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    create_file(tmp_path, MEMORY, b"whole")
    kept = [".swap.tmp", ".mem-aaaaaaaa-first.md.swp", "notes.md.1234.tmp"]
    for name in kept:
        (tmp_path / FOLDER / name).write_bytes(b"theirs")
    create_file(tmp_path, "mem-bbbbbbbb-second.md", b"whole")
    assert set(kept) < set(names_in(tmp_path / FOLDER))
