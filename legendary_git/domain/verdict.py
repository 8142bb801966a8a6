"""The answer about an anchor, and how several answers become a memory's."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from legendary_git.domain.region import LineRange
from legendary_git.domain.values import dataclass


class State(StrEnum):
    """What is known of the code that an anchor is about."""

    FRESH = "fresh"
    STALE = "stale"
    ORPHANED = "orphaned"
    UNKNOWN = "unknown"
    UNANCHORED = "unanchored"


class Reason(StrEnum):
    """Why a verdict is what it is."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    REFORMATTED = "reformatted"
    FOLLOWED = "followed"
    CHANGED = "changed"
    FILE_GONE = "file_gone"
    SYMBOL_GONE = "symbol_gone"
    LINES_GONE = "lines_gone"
    AMBIGUOUS = "ambiguous"
    NOT_STAMPED = "not_stamped"
    OBJECT_MISSING = "object_missing"
    NOT_STORABLE = "not_storable"
    NO_GRAMMAR = "no_grammar"
    UNPARSABLE = "unparsable"
    OVER_LIMIT = "over_limit"
    TOO_MANY_PATHS = "too_many_paths"
    TIME_OVER = "time_over"
    LFS_POINTER = "lfs_pointer"
    NO_ANCHOR = "no_anchor"

    @property
    def state(self) -> State:
        """The one state that a reason stands for."""
        return _STATE_OF[self]


_STATE_OF = {
    Reason.UNCHANGED: State.FRESH,
    Reason.MOVED: State.FRESH,
    Reason.REFORMATTED: State.FRESH,
    Reason.FOLLOWED: State.FRESH,
    Reason.CHANGED: State.STALE,
    Reason.FILE_GONE: State.ORPHANED,
    Reason.SYMBOL_GONE: State.ORPHANED,
    Reason.LINES_GONE: State.ORPHANED,
    Reason.AMBIGUOUS: State.ORPHANED,
    Reason.NOT_STAMPED: State.UNKNOWN,
    Reason.OBJECT_MISSING: State.UNKNOWN,
    Reason.NOT_STORABLE: State.UNKNOWN,
    Reason.NO_GRAMMAR: State.UNKNOWN,
    Reason.UNPARSABLE: State.UNKNOWN,
    Reason.OVER_LIMIT: State.UNKNOWN,
    Reason.TOO_MANY_PATHS: State.UNKNOWN,
    Reason.TIME_OVER: State.UNKNOWN,
    Reason.LFS_POINTER: State.UNKNOWN,
    Reason.NO_ANCHOR: State.UNANCHORED,
}

_WORST_FIRST = (State.ORPHANED, State.STALE, State.UNKNOWN, State.FRESH, State.UNANCHORED)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one anchor.

    `lines` is where the region stands now (None where it stands nowhere or that is not known), `followed_to` the
    anchor as it would have to be written now where the code has another place, `candidates` what it may have
    become where that could not be proved; both as `PATH` or `PATH::Symbol`.
    """

    reason: Reason
    lines: LineRange | None = None
    followed_to: str | None = None
    candidates: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        return self.reason.state


def worst(states: Iterable[State]) -> State:
    """A memory's state from its anchors': orphaned > stale > unknown > fresh; no anchors: unanchored."""
    present = set(states)
    return next((state for state in _WORST_FIRST if state in present), State.UNANCHORED)
