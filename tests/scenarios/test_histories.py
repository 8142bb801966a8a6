"""Histories drawn at random, made by the real git under the installed hooks.

Whoever is asked, and whenever, the answers are the same, and they are those of brute force. `LEGENDARY_TEST_FULL=1`
draws ten times as many, other ones on each run.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from fixtures.bench import CHECKOUT
from tests.project import NOW
from tests.scenarios.examiner import Examiner
from tests.scenarios.ground import Step
from tests.scenarios.warm import warm_python

# Read here, because the sealed environment of a test no longer has it.
_FULL = os.environ.get("LEGENDARY_TEST_FULL") == "1"

_OFTEN = ("remember", "change", "move", "merge")
_SOMETIMES = ("rename_symbol", "rename_file", "drop", "reformat", "copy", "revert", "branch", "switch", "rebase")
_SELDOM = ("reorder", "comment", "shuffle", "add", "break", "drop_file", "forget", "quietly", "amend", "reset")
_READS = ("look", "check", "reanchor")
_PICKS = ("pick_commit",)
_LEAVING = ("move", "reanchor", "rename_symbol", "rename_file", "drop", "copy", "change", "revert", "break", "add")


def _steps(*kinds: str) -> st.SearchStrategy[Step]:
    number = st.integers(0, 7)
    return st.builds(Step, st.sampled_from(kinds), number, number, number)


def _stories(step: st.SearchStrategy[Step], most: int) -> st.SearchStrategy[list[Step]]:
    """Steps of which one at least, not far from the beginning, remembers something."""
    parts = st.tuples(st.lists(step, max_size=3), _steps("remember"), st.lists(step, min_size=3, max_size=most))
    return parts.map(lambda lists: [*lists[0], lists[1], *lists[2]])


_STORIES = _stories(_steps(*_OFTEN * 3, *(*_SOMETIMES, *_PICKS) * 2, *_SELDOM, *_READS), 14)
_DEPARTURES = _stories(_steps(*_LEAVING, "rename_file", "change", "remember", "merge", "rebase", "pick_commit"), 12)


def _drawn(count: int) -> settings:
    return settings(
        max_examples=count * 10 if _FULL else count,
        derandomize=not _FULL,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where one story after the other is played; hooks run the code of this checkout."""
    monkeypatch.setenv("PYTHONPATH", str(CHECKOUT))
    monkeypatch.setenv("LEGENDARY_NOW", NOW)
    monkeypatch.setattr("legendary_git.usecases.since._PASSED_ONE_BY_ONE", 1)  # stories are short
    yield tmp_path / "story"


@pytest.fixture
def python(folder: Path) -> Iterator[Path]:
    """What hooks hand over to: an interpreter that need not start."""
    with warm_python(folder.with_name("warm")) as client:
        yield client


@_drawn(10)
@given(story=_STORIES)
def test_history_is_judged_alike_by_hooks_rebuild_clone_and_brute_force(
    folder: Path, python: Path, story: list[Step]
) -> None:
    tell(folder, python, story)


@_drawn(2)
@given(story=_STORIES)
def test_history_is_judged_alike_where_hooks_start_the_interpreter(folder: Path, story: list[Step]) -> None:
    tell(folder, Path(sys.executable), story)


@_drawn(10)
@given(story=_DEPARTURES)
def test_verdict_that_is_carried_to_a_neighbour_is_the_one_found_there(folder: Path, story: list[Step]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    examiner = Examiner(folder / "repo", listens=False)
    try:
        examiner.workshop.begin(None)
        for step in story:
            examiner.workshop.play(step)
        examiner.check_carrying()
    finally:
        note("\n".join(examiner.workshop.diary))


def tell(folder: Path, python: Path, story: list[Step]) -> None:
    """Play a story under hooks that hand over to `python`; look where it says so, and at the end."""
    shutil.rmtree(folder, ignore_errors=True)
    examiner = Examiner(folder / "repo")
    try:
        examiner.workshop.begin(python)
        for step in story:
            if step.do == "check":
                examiner.look()
            else:
                examiner.workshop.play(step)
        examiner.look()
    finally:
        note("\n".join(examiner.workshop.diary))
