"""A file is put in its place in one step, and what killed processes left beside it goes."""

from __future__ import annotations

import fcntl
import os
import signal
from pathlib import Path

import pytest

from legendary_git.git.atomic import write_atomically


def test_write_makes_the_folder_and_leaves_nothing_else(tmp_path: Path) -> None:
    write_atomically(tmp_path / "state" / "watch", b"one")
    write_atomically(tmp_path / "state" / "watch", b"two", mode=0o600)
    assert [(path.name, path.read_bytes()) for path in (tmp_path / "state").iterdir()] == [("watch", b"two")]
    assert (tmp_path / "state" / "watch").stat().st_mode & 0o777 == 0o600


def test_failing_write_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "watch").mkdir()
    with pytest.raises(OSError, match="irectory"):
        write_atomically(tmp_path / "watch", b"one")
    assert [path.name for path in tmp_path.iterdir()] == ["watch"]


def test_leftover_of_a_killed_process_goes_with_the_next_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (pid := os.fork()) == 0:
        monkeypatch.setattr(Path, "replace", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        write_atomically(tmp_path / "watch", b"one")
        os._exit(1)
    assert os.waitpid(pid, 0)[1] == signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 1
    write_atomically(tmp_path / "watch", b"two")
    assert [path.name for path in tmp_path.iterdir()] == ["watch"]


def test_file_that_is_being_written_stays(tmp_path: Path) -> None:
    with (tmp_path / ".watch-abc").open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        write_atomically(tmp_path / "watch", b"one")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".watch-abc", "watch"]
