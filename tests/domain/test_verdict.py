from __future__ import annotations

import pytest

from legendary_git.domain.verdict import Reason, State, worst


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([], State.UNANCHORED),
        ([State.FRESH], State.FRESH),
        ([State.FRESH, State.UNKNOWN], State.UNKNOWN),
        ([State.UNKNOWN, State.STALE], State.STALE),
        ([State.STALE, State.ORPHANED, State.FRESH], State.ORPHANED),
    ],
)
def test_worst_anchor_decides(states: list[State], expected: State) -> None:
    assert worst(states) is expected


def test_every_reason_has_a_state() -> None:
    assert {reason.state for reason in Reason} == set(State)
