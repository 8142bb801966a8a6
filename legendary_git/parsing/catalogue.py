"""What is known of every language that comes with the product, for people to read."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.parsing.language import LANGUAGES


@dataclass(frozen=True, slots=True)
class KnownLanguage:
    """One language: its name in anchors, what people call it, the files it is in, and what has been proved of it."""

    name: str
    title: str
    files: tuple[str, ...]
    """Suffixes, names, beginnings of names (`Dockerfile.*`) and interpreters (`#!bash`); `?` after a suffix says that
    the file's content decides."""
    symbols: str
    """What its symbols are: `definitions`, or what a document has instead."""
    formatters: tuple[str, ...]
    """Those whose output has been compared with what they were given (docs/benchmarks.md)."""
    oracle: str | None
    """What has judged its edits besides us."""
    obeyed: tuple[str, ...]
    """Patterns of the comments that count."""


def known_languages() -> Iterator[KnownLanguage]:
    """Every language, by name."""
    for path in sorted(Path(LANGUAGES).glob("*.toml")):
        yield _read(path)


def _read(path: Path) -> KnownLanguage:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    about = table.get("about", {})
    base = _read(Path(LANGUAGES) / f"{table['extends']}.toml") if "extends" in table else None
    own_comments = table.get("comments")
    return KnownLanguage(
        name=path.stem,
        title=table.get("title", path.stem),
        files=(
            *table.get("suffixes", ()),
            *(f"{suffix}?" for suffix in table.get("suffixes_if", ())),
            *table.get("names", ()),
            *(f"{prefix}*" for prefix in table.get("prefixes", ())),
            *(f"#!{interpreter}" for interpreter in table.get("shebangs", ())),
        ),
        symbols=about.get("symbols", base.symbols if base else "definitions"),
        formatters=tuple(about.get("formatters", base.formatters if base else ())),
        oracle=about.get("oracle", base.oracle if base else None),
        obeyed=tuple(own_comments.get("obeyed", ()) if own_comments else base.obeyed if base else ()),
    )
