"""Which engines look for secrets on this machine, for who wants to know why one does not."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.secrets.library import load_library


@dataclass(frozen=True)
class Engine:
    """One that looks for secrets; with `problem`, one that cannot here."""

    name: str
    version: str = ""
    problem: str = ""


def engines() -> tuple[Engine, ...]:
    """All there are: our own shapes, which are always there, and the library, which is loaded to find out."""
    library = load_library()
    return Engine("own shapes"), Engine("betterleaks", library.version, library.problem)
