"""The tools whose stores can be read: where each keeps them, in what files, and who reads them."""

from __future__ import annotations

from legendary_git.domain.values import dataclass
from legendary_git.usecases.importing.adr import read_adr
from legendary_git.usecases.importing.entry import Reader
from legendary_git.usecases.importing.fable import read_fable
from legendary_git.usecases.importing.legendary import read_legendary
from legendary_git.usecases.importing.scry import read_scry
from legendary_git.usecases.importing.serena import read_serena


@dataclass(frozen=True, slots=True)
class Source:
    """`homes`: where the store is in a project, if the project's folder is named in its place, the likeliest first.

    `is_named`: whether `origin:` has an entry's key alone, because it is one of a kind; else it has the file's path.
    """

    reader: Reader
    suffixes: tuple[str, ...] = (".md",)
    homes: tuple[str, ...] = ()
    is_named: bool = False


SOURCES = {
    "legendary": Source(read_legendary, homes=(".legendary/memories", "memories"), is_named=True),
    "scry": Source(read_scry, suffixes=(".txt", ".tsv", ".log"), is_named=True),
    "fable": Source(read_fable, homes=(".memory",)),
    "adr": Source(
        read_adr,
        homes=(
            *("docs/adr", "doc/adr", "docs/adrs", "docs/decisions", "doc/decisions", "docs/architecture/decisions"),
            *("doc/architecture/decisions", "docs/architecture/adr", "docs/architecture-decisions", "adr", "adrs"),
        ),
    ),
    "serena": Source(read_serena, homes=(".serena/memories", "memories")),
}
