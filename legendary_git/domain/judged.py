"""Memories with their verdicts: what every read answers with."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.similarity import Candidate
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import State, Verdict, worst


@dataclass(frozen=True, slots=True)
class Since:
    """The commit at which an anchor left fresh; `at` is its committer time in UTC, `YYYY-MM-DDTHH:MM:SSZ`."""

    commit: str
    at: str
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class JudgedAnchor:
    """An anchor and its verdict; `uncommitted` if the answer is about content that no commit holds yet.

    `went_on`: the commit `since`, at which it left fresh, made it stale, and a later one orphaned it.

    `similar` is what an orphaned one may have become, the likeliest first, where a read asked for it.
    """

    anchor: Anchor
    verdict: Verdict
    uncommitted: bool = False
    since: Since | None = None
    went_on: bool = False
    similar: tuple[Candidate, ...] = ()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What it may have become; where nobody compared, without a similarity."""
        return self.similar or tuple(Candidate(spec, None) for spec in self.verdict.candidates)


@dataclass(frozen=True, slots=True)
class JudgedMemory:
    """A memory and the verdicts of its anchors, in their order."""

    memory: Memory
    anchors: tuple[JudgedAnchor, ...]

    @property
    def state(self) -> State:
        """The worst anchor's."""
        return worst(judged.verdict.state for judged in self.anchors)

    @property
    def since(self) -> Since | None:
        """The latest since among the anchors that are as bad as the memory is."""
        times = [j.since for j in self.anchors if j.since is not None and j.verdict.state is self.state]
        return max(times, key=lambda since: since.at, default=None)


@dataclass(frozen=True, slots=True)
class Survey:
    """Every memory judged on one state of the code.

    `head` is the commit that was judged, or on which the judged working tree stands (None: there is none yet).
    `notices` are lines for stderr: what could not be used, and what was done instead.
    """

    head: str | None
    memories: tuple[JudgedMemory, ...] = ()
    invalid: tuple[InvalidMemory, ...] = ()
    notices: tuple[str, ...] = ()

    def current(self) -> Iterator[JudgedMemory]:
        """The memories that are neither superseded nor deprecated."""
        return (judged for judged in self.memories if not judged.memory.is_retired)
