"""Which languages there are, and which one a file is read in."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.values import dataclass
from legendary_git.errors import StoreError
from legendary_git.parsing.catalogue import KnownLanguage, known_languages
from legendary_git.parsing.reader import read
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ReadAs:
    """How one file is read: in a language with so many symbols, or not in any."""

    path: str
    language: str | None
    symbols: tuple[str, ...] = ()
    note: str | None = None
    """What is in the way."""


def languages() -> tuple[KnownLanguage, ...]:
    """Every language that comes with the product."""
    return tuple(known_languages())


def read_as(ws: Workspace, paths: Sequence[str]) -> tuple[ReadAs, ...]:
    """How each file of the working tree is read. Raises StoreError where one is not there."""
    return tuple(_read_as(ws, path) for path in paths)


def _read_as(ws: Workspace, path: str) -> ReadAs:
    try:
        data = (ws.cwd / path).read_bytes()
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}", "name a file of the working tree") from error
    parsed = read(path, data)
    if isinstance(parsed, Unreadable):
        return ReadAs(path, None, note=parsed.reason.value)
    names = tuple(symbol.name for symbol in parsed.symbols)
    return ReadAs(path, parsed.language, names, "parts of it do not parse" if parsed.has_errors else None)
