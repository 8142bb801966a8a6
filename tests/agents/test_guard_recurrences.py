"""Errors of real tools, each met twice: the trigger is a line of the first run, the output is of the second.

`guard_outputs.jsonl` was recorded by `python -m benchmarks.guard --record`, which runs the tools.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from legendary_git.agents.event import Event, Moment
from legendary_git.agents.happened import Happened
from legendary_git.domain.letter_runs import ascii_runs
from legendary_git.domain.masking import mask
from legendary_git.domain.trigger_search import Trigger, find_triggers
from legendary_git.domain.whole_output import Output

MISSED = {"python timeout"}
"""The interpreter stands in the command that is quoted, and each machine has it elsewhere."""
DISPLAYING = {"git not-a-repository"}
"""`git log` that fails: with exit code 0 nothing of it would count."""


class Recorded(NamedTuple):
    """One case: what was kept of the first run, what the second printed."""

    case: str
    trigger: str
    command: str
    output: str


RECORDED = [
    Recorded(**json.loads(line))
    for line in Path(__file__).with_name("guard_outputs.jsonl").read_text(encoding="utf-8").splitlines()
]


def _trigger(one: Recorded) -> Trigger:
    masked = mask(one.trigger)
    form = masked.form.strip()
    return Trigger(masked.plain.strip(), form, max(ascii_runs(form), key=len), key=one.case)


def _found(one: Recorded, *, failed: bool | None) -> set[str]:
    event = Event(
        host="claude", name="x", moment=Moment.AFTER_COMMAND, command=one.command, output=one.output, failed=failed
    )
    lines = Output(one.output).distinct_lines(lambda text: text)
    return {found.trigger.key for found in find_triggers(lines, map(_trigger, RECORDED), Happened(event).accepts)}


@pytest.mark.parametrize("one", RECORDED, ids=lambda one: one.case.replace(" ", "-"))
def test_error_of_a_failed_command_is_recognised_and_no_other(one: Recorded) -> None:
    assert _found(one, failed=True) == ({one.case} if one.case not in MISSED else set())


@pytest.mark.parametrize("failed", [False, None])
def test_errors_are_recognised_where_nobody_says_that_the_command_failed(failed: bool | None) -> None:
    found = {one.case: _found(one, failed=failed) for one in RECORDED}
    assert all(keys <= {case} for case, keys in found.items())
    recognised = sum(map(len, found.values()))
    assert recognised >= 0.95 * len(RECORDED)
    assert {case for case, keys in found.items() if not keys} >= MISSED | DISPLAYING
