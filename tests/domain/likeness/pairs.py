"""Reads the labelled pairs beside this file.

A paragraph is a pair: `-` the existing memory, `+` the new one; lines that follow indented are the body. `at`, `on`,
`scope`, `type` and `tags` are of both, with `-` or `+` before them of one. Anchors and triggers are parted by ` | `.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from legendary_git.domain.anchor import AnchorSpec, parse_spec
from legendary_git.domain.likeness import Relation
from legendary_git.domain.memory import MemoryType
from legendary_git.domain.subject import Subject

_LINE = re.compile(r"([-+]?)(at|on|scope|type|tags) (.+)")


class Part(StrEnum):
    """When a pair was looked at: while the rules were made, when they were done, or written only then, or after a
    newcomer tried them.
    """

    MADE_ON = "made on"
    HELD_OUT = "held out"
    LATER = "later"
    TRIAL = "trial"


@dataclass(frozen=True)
class Pair:
    """Two memories and what they are to each other."""

    old: Subject
    new: Subject
    relation: Relation
    part: Part

    def __str__(self) -> str:
        return f"{self.relation}\n  - {self.old.text}\n  + {self.new.text}"


def read_pairs() -> list[Pair]:
    """All labelled pairs. Of those written first, every second of a kind was held out."""
    return [pair for relation in Relation for pair in _read(relation)]


def _read(relation: Relation) -> list[Pair]:
    text = (Path(__file__).parent / f"{relation}.txt").read_text(encoding="utf-8").strip()
    text, _, trial = text.partition("=== added after a newcomer's trial\n\n")
    first, _, later = text.partition("=== written when the rules were done\n\n")
    parts = [(block, (Part.MADE_ON, Part.HELD_OUT)[number % 2]) for number, block in enumerate(_blocks(first))]
    parts += [(block, Part.LATER) for block in _blocks(later)]
    parts += [(block, Part.TRIAL) for block in _blocks(trial)]
    return [Pair(_subject(block, "-"), _subject(block, "+"), relation, part) for block, part in parts]


def _blocks(text: str) -> list[str]:
    return re.split(r"\n{2,}", text.strip())


def _subject(block: str, side: str) -> Subject:
    fields: dict[str, str] = {}
    lines: dict[str, list[str]] = {"-": [], "+": []}
    here = ""
    for line in block.splitlines():
        if found := _LINE.fullmatch(line):
            fields.update({found[2]: found[3]} if found[1] in ("", side) else {})
        else:
            here = line[0] if line[:2] in ("- ", "+ ") else here
            lines[here].append(line[2:])
    title, *body = lines[side]
    return Subject(
        type=MemoryType(fields.get("type", "decision")),
        title=title,
        body="\n".join(body),
        id="mem-0000000a" if side == "-" else None,
        anchors=tuple(_spec(spec) for spec in _parts(fields.get("at", ""))),
        triggers=tuple(_parts(fields.get("on", ""))),
        tags=tuple(fields.get("tags", "").split(", ")),
        scope=fields.get("scope", "repo"),
    )


def _parts(text: str) -> list[str]:
    return [part for part in text.split(" | ") if part]


def _spec(text: str) -> AnchorSpec:
    spec = parse_spec(text, lambda path: "::" not in path and ":" not in path)
    assert spec is not None
    return spec
