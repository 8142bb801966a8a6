"""After everything that git can do to HEAD, the branch and the work tree, all answers are about the HEAD that is there.

`stale`, `brief`, `check` and `list` agree with a fresh clone, a flip is told once and with its true cause, and what
replays any number of commits starts Python once. `LEGENDARY_TEST_FULL=1` plays ten times as many steps, other ones on
each run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from legendary_git.git.backend import VARIABLE
from tests.project import NOW
from tests.scenarios.ground import Step
from tests.scenarios.operations import OPERATIONS, Stage
from tests.scenarios.warm import warm_python

# Read here, because the sealed environment of a test no longer has it.
_FULL = os.environ.get("LEGENDARY_TEST_FULL") == "1"
_STORIES, _STEPS = (100 if _FULL else 10), 20
_BETWEEN = ("remember", "change", "move", "rename_symbol", "rename_file", "reformat", "drop", "branch", "look")


_made: dict[str, Stage] = {}


@pytest.fixture(scope="module")
def open_to_the_end() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack
        _made.clear()


@pytest.fixture
def stage(
    open_to_the_end: ExitStack, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Stage:
    """Its hooks hand over to an interpreter that need not start, which counts how often it should have.

    Made by the first test that needs it, and put back for each other, for that costs much less.
    """
    monkeypatch.setenv("LEGENDARY_NOW", NOW)
    if "stage" not in _made:
        folder = tmp_path_factory.mktemp("operations")
        client = open_to_the_end.enter_context(warm_python(folder / "warm"))
        _made["stage"] = Stage(folder / "story", client)
    _made["stage"].clear()
    return _made["stage"]


@pytest.mark.parametrize("back_end", ["libgit2", "git"])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_operation_leaves_every_answer_right(
    operation: str, back_end: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, back_end)
    for number in range(2):
        stage.play(Step(operation, number, number, number))
    stage.end()


class Operations(RuleBasedStateMachine):
    """Steps drawn at random, one after the other in one repository."""

    stage: ClassVar[Stage]
    played: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.stage.clear()

    @rule(
        do=st.sampled_from((*OPERATIONS, *OPERATIONS, *_BETWEEN)),
        a=st.integers(0, 7),
        b=st.integers(0, 7),
        c=st.integers(0, 7),
    )
    def play(self, do: str, a: int, b: int, c: int) -> None:
        type(self).played += 1
        self.stage.play(Step(do, a, b, c))

    def teardown(self) -> None:
        self.stage.end()


def test_any_sequence_of_operations_leaves_every_answer_right(stage: Stage) -> None:
    Operations.stage, Operations.played = stage, 0
    run_state_machine_as_test(
        Operations,
        settings=settings(
            max_examples=_STORIES,
            stateful_step_count=_STEPS,
            derandomize=not _FULL,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
    assert Operations.played >= _STORIES * _STEPS
