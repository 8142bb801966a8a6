"""Whether every language that comes with the product can really be read here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from legendary_git.domain.parsed import Unreadable
from legendary_git.parsing.language import LANGUAGES
from legendary_git.parsing.reader import read


def check_grammars() -> Iterator[tuple[str, str | None]]:
    """Each language with what is wrong with it (None: nothing), found by reading the sample in its data file."""
    for path in sorted(Path(LANGUAGES).glob("*.toml")):
        yield path.stem, _find_fault(path.stem, tomllib.loads(path.read_text(encoding="utf-8")).get("check", {}))


def _find_fault(name: str, check: dict[str, object]) -> str | None:
    parsed = read("", str(check.get("source", "")).encode(), name)
    if isinstance(parsed, Unreadable):
        return f"cannot be read: {parsed.reason}"
    found = [symbol.name for symbol in parsed.symbols]
    if parsed.has_errors or found != check.get("symbols"):
        return f"its sample is read as {found}, not as {check.get('symbols')}"
    return None
