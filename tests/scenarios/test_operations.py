"""After everything that git can do to HEAD, the branch and the work tree, all answers are about the HEAD that is there.

`stale`, `brief`, `check` and `list` agree with a fresh clone, a flip is told once and with its true cause, and what
replays any number of commits starts Python once. `LEGENDARY_TEST_FULL=1` plays every operation with both back ends and
more than ten times as many steps, other ones on each run, and compares after each with a clone, which the normal run
does after every fourth.
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
from tests.project import CHECKOUT, NOW
from tests.scenarios.ground import Step
from tests.scenarios.operations import OPERATIONS, Stage
from tests.scenarios.warm import warm_python

# Read here, because the sealed environment of a test no longer has it.
_FULL = os.environ.get("LEGENDARY_TEST_FULL") == "1"
_STORIES, _LENGTH = (50 if _FULL else 4), 20
"""Of each of the two parts, which may run beside each other."""
_PLAYED = [
    *((operation, "libgit2") for operation in OPERATIONS),
    *((operation, "git") for operation in (OPERATIONS if _FULL else OPERATIONS[::3])),
]
_BETWEEN = ("remember", "change", "move", "rename_symbol", "rename_file", "reformat", "drop", "branch", "look")
_STEPS = (*OPERATIONS, *_BETWEEN, *OPERATIONS)
_NUMBER = st.integers(0, 7 * len(_STEPS) - 1)


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
    monkeypatch.setenv("PYTHONPATH", str(CHECKOUT))  # for the merge driver
    if "stage" not in _made:
        folder = tmp_path_factory.mktemp("operations")
        client = open_to_the_end.enter_context(warm_python(folder / "warm"))
        _made["stage"] = Stage(folder / "story", client)
    _made["stage"].clear()
    return _made["stage"]


@pytest.mark.parametrize(("operation", "back_end"), _PLAYED)
def test_operation_leaves_every_answer_right(
    operation: str, back_end: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, back_end)
    number = int(back_end == "git")  # each plays a variant of its own
    stage.play(Step(operation, number, number, number), compares=True)


class Operations(RuleBasedStateMachine):
    """Steps drawn at random, one after the other in one repository."""

    stage: ClassVar[Stage]
    part: ClassVar[int]
    played: ClassVar[int]

    def __init__(self) -> None:
        super().__init__()
        self.stage.clear()

    @rule(what=_NUMBER, a=_NUMBER, b=_NUMBER, c=_NUMBER)
    def play(self, what: int, a: int, b: int, c: int) -> None:
        """The parts draw the same numbers, and make something else of them."""
        type(self).played += 1
        do = _STEPS[(what + 29 * self.part) % len(_STEPS)]
        self.stage.play(Step(do, a, b, c), compares=_FULL or self.played % 4 == 0)

    def teardown(self) -> None:
        self.stage.end()


@pytest.mark.parametrize("part", range(2))
def test_any_sequence_of_operations_leaves_every_answer_right(part: int, stage: Stage) -> None:
    Operations.stage, Operations.part, Operations.played = stage, part, 0
    run_state_machine_as_test(
        Operations,
        settings=settings(
            max_examples=_STORIES,
            stateful_step_count=_LENGTH,
            derandomize=not _FULL,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
    assert Operations.played >= _STORIES * _LENGTH
