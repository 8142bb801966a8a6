"""Which memories come first."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Memory
from legendary_git.domain.moment import parse_moment

HALF_LIFE_DAYS = 29.0
"""After so many days without a change a memory counts half (the default that scry documents)."""

_NEVER = datetime.min.replace(tzinfo=UTC)


def by_recency(judged: Iterable[JudgedMemory], now: datetime) -> list[tuple[JudgedMemory, float]]:
    """The memories with their scores, newest first; of those of one moment the one that was written last.

    The score is 1 for what was written now, or in the future by a skewed clock, and halves every HALF_LIFE_DAYS.
    """
    scored = [(one, _recency(one.memory, now)) for one in judged]
    return sorted(
        scored, key=lambda pair: (-pair[1], -_written(pair[0].memory), pair[0].memory.title, pair[0].memory.id)
    )


def _written(memory: Memory) -> float:
    return (parse_moment(memory.created) or _NEVER).timestamp()


def _recency(memory: Memory, now: datetime) -> float:
    written = parse_moment(memory.updated) or parse_moment(memory.created) or _NEVER
    age_days = max(0.0, (now - written).total_seconds() / 86_400)
    return float(0.5 ** min(age_days / HALF_LIFE_DAYS, 1_000.0))
