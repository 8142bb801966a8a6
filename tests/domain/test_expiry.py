"""When a memory has to be looked at again."""

from __future__ import annotations

from datetime import date

import pytest

from legendary_git.domain.expiry import expiry_of, is_expired
from legendary_git.domain.memory import FrontValue, Memory, MemoryType, Status

TODAY = date(2026, 1, 3)


def memory(expires: FrontValue) -> Memory:
    front = {"expires": expires}
    return Memory(id="m", type=MemoryType.DECISION, title="t", status=Status.ACTIVE, path="p", front=front)


@pytest.mark.parametrize(
    ("said", "day", "is_over"),
    [
        ("2026-01-02", date(2026, 1, 2), True),
        ("2026-01-03", date(2026, 1, 3), True),
        ("2026-01-04", date(2026, 1, 4), False),
        ("2026-01-04T01:00:00+02:00", date(2026, 1, 3), True),
        ("9999-12-31", date(9999, 12, 31), False),
        ("0001-01-01T00:00:00+14:00", None, False),  # in the year 0 of UTC, of which there is none
        ("9999-12-31T23:59:59-14:00", None, False),
        ("soon", None, False),
        ("", None, False),
        (["2026-01-02"], None, False),
    ],
)
def test_memory_is_expired_on_its_day_and_after(said: FrontValue, day: date | None, is_over: bool) -> None:
    assert (expiry_of(memory(said)), is_expired(memory(said), TODAY)) == (day, is_over)


def test_memory_without_a_day_does_not_expire() -> None:
    plain = Memory(id="m", type=MemoryType.DECISION, title="t", status=Status.ACTIVE, path="p")
    assert not is_expired(plain, TODAY)
