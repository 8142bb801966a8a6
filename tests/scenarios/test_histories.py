"""Histories drawn at random, made by the real git under the installed hooks: whoever is asked, and whenever, the
answers are the same, and they are those of brute force.

`LEGENDARY_TEST_FULL=1` draws ten times as many, anew on each run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from fixtures.bench import CHECKOUT
from tests.scenarios.examiner import Examiner
from tests.scenarios.workshop import Step

# Read here, because the sealed environment of a test no longer has it.
_FULL = os.environ.get("LEGENDARY_TEST_FULL") == "1"
_EXAMPLES = 15

_OFTEN = ("remember", "change", "move", "merge")
_SOMETIMES = (
    "rename_symbol", "rename_file", "drop", "reformat", "copy", "revert", "branch", "switch", "rebase", "pick_commit",
)  # fmt: skip
_SELDOM = (
    "reorder", "comment", "shuffle", "add", "break", "drop_file", "forget", "look", "quietly", "amend", "reset",
    "check",
)  # fmt: skip
_STEPS = st.builds(
    Step, st.sampled_from((*_OFTEN * 3, *_SOMETIMES * 2, *_SELDOM)), *(st.integers(0, 7) for _ in range(3))
)
STORIES = st.tuples(
    st.lists(_STEPS, max_size=3), st.builds(Step, st.just("remember"), *(st.integers(0, 7) for _ in range(3))),
    st.lists(_STEPS, min_size=3, max_size=14),
).map(lambda parts: [*parts[0], parts[1], *parts[2]])  # fmt: skip


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for one story at a time; hooks run the code of this checkout."""
    monkeypatch.setenv("PYTHONPATH", str(CHECKOUT))
    yield tmp_path


@settings(
    max_examples=_EXAMPLES * 10 if _FULL else _EXAMPLES,
    derandomize=not _FULL,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
@given(STORIES)
def test_history_is_judged_alike_by_hooks_rebuild_clone_and_brute_force(scratch: Path, story: list[Step]) -> None:
    folder = scratch / "story"
    shutil.rmtree(folder, ignore_errors=True)
    examiner = Examiner(folder / "repo")
    try:
        tell(examiner, story)
    finally:
        note("\n".join(examiner.workshop.diary))


def tell(examiner: Examiner, story: list[Step]) -> None:
    """Play a story, look at a few points and at the end."""
    examiner.workshop.begin()
    for step in story:
        if step.do == "check":
            examiner.look()
        else:
            examiner.workshop.play(step)
    examiner.look()
