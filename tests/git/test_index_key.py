"""The word that binds an index to its clone."""

from __future__ import annotations

import stat
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from legendary_git.git.index_key import make_index_key


def test_index_key_is_made_once(tmp_path: Path) -> None:
    made = make_index_key(tmp_path / "legendary")
    assert made is not None
    assert len(made) == 32
    assert make_index_key(tmp_path / "legendary") == made
    assert make_index_key(tmp_path / "other") != made
    assert [path.name for path in (tmp_path / "legendary").iterdir()] == ["index-key"]


@pytest.mark.parametrize("text", ["", "short\n", "z" * 32, "a" * 33])
def test_index_key_that_is_none_is_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / "index-key").write_text(text)
    made = make_index_key(tmp_path)
    assert made is not None
    assert (tmp_path / "index-key").read_text() == f"{made}\n"


def test_index_key_is_one_for_all_who_make_it_at_once(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        assert len(set(pool.map(make_index_key, [tmp_path / "legendary"] * 8))) == 1


def test_index_key_is_for_its_owner_or_for_the_group_that_shares_the_repository(tmp_path: Path) -> None:
    make_index_key(tmp_path / "own")
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o2775)
    make_index_key(shared)
    modes = [stat.S_IMODE((folder / "index-key").stat().st_mode) for folder in (tmp_path / "own", shared)]
    assert modes == [0o600, 0o660]


def test_index_key_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "legendary").write_text("in the way\n")
    assert make_index_key(tmp_path / "legendary") is None
