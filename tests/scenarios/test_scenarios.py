"""Every scenario in `fixtures/repos/`: the session that it plays is its `expected.txt`, word for word.

`LEGENDARY_REWRITE_EXPECTED=1` writes what was played instead of comparing; read the difference before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fixtures.story import find_stories, load, play

# Read here, because the sealed environment of a test no longer has it.
_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"


@pytest.mark.parametrize("folder", find_stories(), ids=lambda folder: folder.name)
def test_scenario_plays_as_expected(folder: Path, tmp_path: Path) -> None:
    session: list[str] = []
    play(load(folder), tmp_path / "repo", session.append)
    played = "\n".join(session) + "\n"
    expected = folder / "expected.txt"
    if _REWRITE:
        expected.write_text(played, encoding="utf-8", newline="\n")
    assert played == expected.read_text(encoding="utf-8")
