"""The demonstration on a repository that is there already: what it says is so, and the repository is only read."""

from __future__ import annotations

from pathlib import Path

import pytest

from fixtures.demo import main
from fixtures.walk import Walk, walk
from tests.history import History

_BUSY = """\
def total(prices: list[int], percent: int) -> int:
    full = sum(prices)
    if percent:
        full -= full * percent // 100
    return full
"""
_QUIET = """\
def label(name: str, count: int) -> str:
    if count == 1:
        return name
    plural = name + "s"
    return f"{count} {plural}"
"""


@pytest.fixture
def shop(history: History) -> History:
    """Two functions; the second commit moves one, the third changes it."""
    history.commit("Start", {"busy.py": _BUSY, "quiet.py": _QUIET})
    history.commit("Explain", {"busy.py": '"""Prices."""\n\n\n' + _BUSY})
    history.commit("Round up", {"busy.py": _BUSY.replace("full * percent // 100", "-(-full * percent // 100)")})
    history.commit("Say more", {"README": "A shop.\n"})
    return history


def files_of(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_walk_reports_verdict_and_cause_of_each_memory(shop: History, tmp_path: Path) -> None:
    said: list[str] = []
    walk(Walk(shop.root, 3, 3), tmp_path / "scratch", said.append)
    cause = shop.git("rev-parse", "HEAD~1")[:10]
    told = [line.split() for line in said[said.index("\nWhat became of them:") + 1 :]]
    stale = next(words for words in told if words and words[0] == "stale")
    fresh = next(words for words in told if words and words[0] == "fresh")
    assert (stale[2:], fresh[2:]) == (["busy.py::total", "(changed)"], ["quiet.py::label", "(unchanged)"])
    assert told[told.index(stale) + 1] == ["since", cause, "2026-01-01", "Round", "up"]
    assert any(line.startswith("\n3 hook runs: median ") for line in said)
    assert "An index rebuilt from nothing gives the same answers." in said


def test_walk_only_reads_the_repository(shop: History, tmp_path: Path) -> None:
    before = files_of(shop.root)
    walk(Walk(shop.root, 200, 2), tmp_path / "scratch", lambda _: None)
    assert files_of(shop.root) == before
    assert History(tmp_path / "scratch").git("remote") == ""
    assert History(tmp_path / "scratch").head == shop.head


def test_demo_says_in_one_line_that_a_folder_is_no_repository(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["--repo", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("The demonstration stopped: `git clone ")
