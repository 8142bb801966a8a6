"""Languages as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legendary_git.parsing.catalogue import KnownLanguage
from legendary_git.render.safe import field, safe, safe_name
from legendary_git.usecases.languages import ReadAs


def render_languages(known: Sequence[KnownLanguage]) -> Iterator[str]:
    """Four tab-separated fields a language: name, files, symbols, and what has been proved of it."""
    for one in known:
        yield "\t".join((field(one.name), " ".join(one.files), one.symbols, proofs_of(one)))


def proofs_of(one: KnownLanguage) -> str:
    """Which formatters leave its memories fresh, and what else has judged its edits."""
    formatters = f"formatters: {', '.join(one.formatters)}" if one.formatters else ""
    oracle = f"oracle: {one.oracle}" if one.oracle else ""
    return "; ".join(filter(None, (formatters, oracle))) or "edits"


def render_read_as(found: Sequence[ReadAs], titles: dict[str, str]) -> Iterator[str]:
    """A line a file, then a line a symbol."""
    for one in found:
        if one.language is not None:
            said = f"{titles.get(one.language, one.language)} ({one.language}), {len(one.symbols)} symbols"
        else:
            said = "no evidence can be had from it" if one.note else "no language: compared by its lines"
        yield f"{safe_name(one.path)}: {said}" + (f" ({one.note})" if one.note else "")
        yield from (f"  {safe(name)}" for name in one.symbols)
