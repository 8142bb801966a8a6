"""What to know before starting: the memories worth having in mind, and those that may be wrong now."""

from __future__ import annotations

from datetime import datetime, timedelta

from legendary_git.domain.judged import JudgedMemory, Since, Survey
from legendary_git.domain.moment import parse_moment
from legendary_git.domain.ranking import by_recency
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import State
from legendary_git.errors import UsageError
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.kept_brief import MOST_WRONG
from legendary_git.usecases.list import list_memories
from legendary_git.usecases.memories import Memories
from legendary_git.usecases.workspace import Workspace

_MOST_DAYS = 36_500
_DOUBTFUL = (State.STALE, State.ORPHANED)


@dataclass(frozen=True, slots=True)
class Brief:
    """The two blocks: the top memories with their scores (0 to 1), and those whose code changed of late."""

    head: str | None
    top: tuple[tuple[JudgedMemory, float], ...]
    may_be_wrong: tuple[JudgedMemory, ...]
    survey: Survey


def brief(
    ws: Workspace,
    *,
    most: int = 8,
    most_wrong: int = MOST_WRONG,
    stale_days: float = 7,
    now: datetime | None = None,
    memories: Memories | None = None,
) -> Brief:
    """The `most` best memories that still hold, and `most_wrong` that left fresh within the last `stale_days` days.

    Retired memories are in neither. A memory that may be wrong is only in the second block; where nobody can say
    since when (uncommitted changes, history that is cut off), that is now. `memories` are those that were loaded
    already.
    """
    if not 0 <= stale_days <= _MOST_DAYS:  # written so that "not a number" is refused too
        raise UsageError(f"{stale_days} is no number of days to look back", f"give one from 0 to {_MOST_DAYS}")
    found = list_memories(ws, memories=memories)
    moment = now or read_clock()
    current = list(found.current())
    ranked = by_recency([judged for judged in current if judged.state not in _DOUBTFUL], moment)
    since = moment - timedelta(days=stale_days)
    doubtful = [
        judged for judged in current if judged.state in _DOUBTFUL and _left_fresh(judged.since, moment) >= since
    ]
    doubtful.sort(key=lambda judged: (_left_fresh(judged.since, moment), judged.memory.id), reverse=True)
    return Brief(found.head, tuple(ranked[:most]), tuple(doubtful[:most_wrong]), found)


def _left_fresh(since: Since | None, now: datetime) -> datetime:
    return (parse_moment(since.at) if since is not None else None) or now
