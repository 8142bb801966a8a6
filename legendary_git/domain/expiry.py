"""When a memory has to be looked at again."""

from __future__ import annotations

from datetime import UTC, date

from legendary_git.domain.memory import Memory
from legendary_git.domain.moment import parse_moment


def expiry_of(memory: Memory) -> date | None:
    """The day that `expires` names, in UTC; None where there is none, or it is no date."""
    said = memory.front.get("expires")
    moment = parse_moment(said) if isinstance(said, str) else None
    return moment.astimezone(UTC).date() if moment is not None else None


def is_expired(memory: Memory, today: date) -> bool:
    """Whether that day is `today`, or is over."""
    day = expiry_of(memory)
    return day is not None and day <= today
