"""What an import comes to: a line for each entry of another tool's store."""

from __future__ import annotations

from enum import StrEnum

from legendary_git.domain.memory import Memory
from legendary_git.domain.values import dataclass
from legendary_git.usecases.importing.entry import Passed


class Outcome(StrEnum):
    """What became of an entry."""

    WRITTEN = "written"
    THERE = "there"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """One entry and what became of it. `memory` is the one that was written (in a dry run: would be) or was there.

    `what`, `details` and `todo` say why it was refused; `retired` why it was imported as one that holds no longer.
    """

    outcome: Outcome
    file: str
    line: int
    title: str
    origin: str = ""
    memory: Memory | None = None
    what: str = ""
    todo: str = ""
    details: tuple[str, ...] = ()
    retired: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`items` in the order of the store; `passed` are files that are no memories."""

    source: str
    path: str
    is_dry: bool
    items: tuple[Imported, ...]
    passed: tuple[Passed, ...]
    notices: tuple[str, ...]

    def of(self, outcome: Outcome) -> tuple[Imported, ...]:
        """The entries that became that."""
        return tuple(one for one in self.items if one.outcome is outcome)
