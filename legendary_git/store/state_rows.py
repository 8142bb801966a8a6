"""The state each anchor was last seen in, and every change from one to another as it was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason, State
from legendary_git.store.database import Database, Row
from legendary_git.store.texts import pack, pack_or_none, unpack, unpack_or_none

Place = tuple[str, str]
"""A memory's id and an anchor's spec."""


@dataclass(frozen=True, slots=True)
class SeenState:
    """What an anchor was last seen to be; `commit` is HEAD then, `since` the commit at which it left fresh."""

    state: State
    reason: Reason
    since: str | None = None
    commit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One change of an anchor's state: `commit` with its time, author and subject caused it, `seen_at` is when.

    `before` is None where the anchor had not been seen before. Times are ISO 8601 as the caller writes them. `seq`
    counts up in the order of appending; it is 0 until then.
    """

    memory_id: str
    anchor: str
    before: State | None
    after: State
    commit: str | None = None
    at: str | None = None
    author: str | None = None
    subject: str | None = None
    seen_at: str | None = None
    seq: int = 0


class StateRows:
    """The part of the index that remembers what was seen."""

    _database: Database

    @property
    def head(self) -> str | None:
        """The commit that the states were last brought up to."""
        found = self._database.read("SELECT value FROM meta WHERE key = 'head'")
        return found[0][0] if found else None

    @property
    def warm(self) -> str | None:
        """The commit whose verdicts a read has found, though no hook has seen it."""
        found = self._database.read("SELECT value FROM meta WHERE key = 'warm'")
        return found[0][0] if found else None

    def put_warm(self, head: str) -> None:
        """Remember that the verdicts on `head` have been found."""
        self._database.write("INSERT OR REPLACE INTO meta VALUES ('warm', ?)", [(head,)])

    def load_states(self) -> dict[Place, SeenState]:
        """The last state of every anchor."""
        found: dict[Place, SeenState] = {}
        for memory_id, anchor, *row in self._database.read("SELECT * FROM states"):
            if (state := _state(tuple(row))) is not None:
                found[memory_id, unpack(anchor)] = state
        return found

    def put_states(self, states: Mapping[Place, SeenState], head: str | None) -> None:
        """Make these the last states, and no others, as of `head`; writes only what differs."""
        with self._database.transaction():
            known = self.load_states()
            gone = [(memory_id, pack(anchor)) for memory_id, anchor in known.keys() - states.keys()]
            self._database.write("DELETE FROM states WHERE memory_id = ? AND anchor = ?", gone)
            changed = [_state_row(place, state) for place, state in states.items() if known.get(place) != state]
            self._database.write("INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?, ?, ?)", changed)
            if head is None:
                self._database.write("DELETE FROM meta WHERE key = 'head'")
            elif head != self.head:
                self._database.write("INSERT OR REPLACE INTO meta VALUES ('head', ?)", [(head,)])

    def append_transitions(self, transitions: Iterable[Transition]) -> None:
        """Add to the log; in one transaction with `put_states`, so that none is seen twice or not at all."""
        columns = 'memory_id, anchor, before, after, "commit", at, author, subject, seen_at'
        self._database.write(
            f"INSERT INTO transitions ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", list(map(_log_row, transitions))
        )

    def transitions(self, memory_id: str | None = None) -> list[Transition]:
        """The log, oldest first: all of it, or that of one memory."""
        if memory_id is None:
            rows = self._database.read("SELECT * FROM transitions ORDER BY seq")
        else:
            rows = self._database.read("SELECT * FROM transitions WHERE memory_id = ? ORDER BY seq", (memory_id,))
        return [found for row in rows if (found := _transition(row)) is not None]


def _state_row(place: Place, seen: SeenState) -> Row:
    return (place[0], pack(place[1]), seen.state.value, seen.reason.value, seen.since, seen.commit)


def _state(row: Row) -> SeenState | None:
    state, reason, since, commit = row
    try:
        return SeenState(State(state), Reason(reason), since, commit)
    except ValueError:
        return None


def _log_row(one: Transition) -> Row:
    before = one.before.value if one.before else None
    said = (pack_or_none(one.author), pack_or_none(one.subject))
    return (one.memory_id, pack(one.anchor), before, one.after.value, one.commit, one.at, *said, one.seen_at)


def _transition(row: Row) -> Transition | None:
    seq, memory_id, anchor, before, after, commit, at, author, subject, seen_at = row
    try:
        return Transition(
            memory_id=memory_id,
            anchor=unpack(anchor),
            before=State(before) if before is not None else None,
            after=State(after),
            commit=commit,
            at=at,
            author=unpack_or_none(author),
            subject=unpack_or_none(subject),
            seen_at=seen_at,
            seq=seq,
        )
    except ValueError:
        return None
