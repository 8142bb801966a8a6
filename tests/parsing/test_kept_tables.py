"""Parsed languages' files, kept beside them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from legendary_git.parsing.kept_tables import read_table


@pytest.fixture
def toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "some.toml"
    path.write_text('grammar = "one"\n[tokens]\nflat = ["a", "b"]\n', encoding="utf-8")
    return path


def kept(toml: Path) -> list[Path]:
    return sorted((toml.parent / "__pycache__").glob("*"))


def test_table_is_kept_and_read_again(toml: Path) -> None:
    wanted = {"grammar": "one", "tokens": {"flat": ["a", "b"]}}
    assert read_table(str(toml)) == wanted
    assert len(kept(toml)) == 1
    assert read_table(str(toml)) == wanted


def test_changed_file_is_parsed_again(toml: Path) -> None:
    read_table(str(toml))
    toml.write_text('grammar = "two"\n', encoding="utf-8")
    assert read_table(str(toml)) == {"grammar": "two"}
    assert read_table(str(toml)) == {"grammar": "two"}


def test_file_of_the_same_size_with_another_time_is_parsed_again(toml: Path) -> None:
    read_table(str(toml))
    text = toml.read_text(encoding="utf-8").replace("one", "two")
    toml.write_text(text, encoding="utf-8")
    os.utime(toml, ns=(1, 1))
    assert read_table(str(toml))["grammar"] == "two"


@pytest.mark.parametrize("garbage", [b"", b"garbage", b"N", b"\xff" * 100])
def test_damaged_table_is_parsed_again(toml: Path, garbage: bytes) -> None:
    wanted = read_table(str(toml))
    (path,) = kept(toml)
    path.write_bytes(garbage)
    assert read_table(str(toml)) == wanted


def test_table_that_cannot_be_kept_is_read_all_the_same(toml: Path) -> None:
    (toml.parent / "__pycache__").write_text("in the way", encoding="utf-8")
    assert read_table(str(toml))["grammar"] == "one"


def test_nothing_is_kept_where_python_keeps_nothing(toml: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert read_table(str(toml))["grammar"] == "one"
    assert kept(toml) == []


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        read_table(str(tmp_path / "none.toml"))
