"""Memories as a table, on a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Status
from legendary_git.domain.verdict import State
from legendary_git.parsing.catalogue import KnownLanguage
from legendary_git.render.languages_text import proofs_of
from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.words import reason_of

_STYLES = {State.FRESH: "green", State.STALE: "yellow", State.ORPHANED: "red", State.UNKNOWN: "cyan"}


def print_table(memories: Iterable[JudgedMemory]) -> None:
    """Print a row a memory to standard output: its id, verdict, title, and what is to be said of each anchor."""
    table = Table(box=None, pad_edge=False, header_style="" if os.environ.get("NO_COLOR") else "bold")
    for heading in ("memory", "verdict", "title", "anchors"):
        table.add_column(heading, no_wrap=heading in ("memory", "verdict"))
    for judged in memories:
        table.add_row(
            Text(f"{judged.memory.id}\n{one_line(judged.memory.label)}"),
            Text("\n".join(_verdict(judged)), style=_STYLES.get(judged.state, "")),
            Text(one_line(judged.memory.title)),
            Text("\n".join(_anchor(judged))),
        )
    Console().print(table)


def print_languages(known: Iterable[KnownLanguage]) -> None:
    """Print a row a language to standard output."""
    table = Table(box=None, pad_edge=False, header_style="" if os.environ.get("NO_COLOR") else "bold")
    for heading in ("language", "files", "symbols", "proved with"):
        table.add_column(heading, no_wrap=heading == "language")
    for one in known:
        table.add_row(Text(one.title), Text(" ".join(one.files)), Text(one.symbols), Text(proofs_of(one)))
    Console().print(table)


def _verdict(judged: JudgedMemory) -> list[str]:
    status = judged.memory.status
    return [judged.state.value, *([status.value] if status is not Status.ACTIVE else [])]


def _anchor(judged: JudgedMemory) -> list[str]:
    return [f"{safe_name(one.anchor.spec)}: {reason_of(one)}" for one in judged.anchors]
