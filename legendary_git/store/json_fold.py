"""A JSON text in short: what is not to be changed stands aside while the rest is edited.

Each edit reads the text anew, and settings can have megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from legendary_git.domain.values import dataclass
from legendary_git.store.json_node import JsonNode

_LONG = 100
Member = tuple[str | None, JsonNode, int]
"""Its key, its value, and where it begins."""


@dataclass(frozen=True, slots=True)
class Folded:
    """The short text, in which one member stands for each run of those that are kept aside."""

    text: str
    mark: str
    kept: tuple[str, ...]

    def unfold(self, text: str) -> str:
        """An edited text in full."""
        return re.sub(rf'"{self.mark}(\d+)"(?:: 0)?', lambda found: self.kept[int(found[1])], text)


def fold(text: str, containers: list[tuple[JsonNode, Callable[[Member], bool]]]) -> Folded:
    """The text without long runs of members that are not asked for.

    `containers` are in the order of the text, each with what is asked for in it; one within another follows it.
    """
    mark = "kept-aside-"
    while mark in text:
        mark += "-"
    runs = sorted(run for container, is_asked in containers for run in _runs(container, is_asked))
    parts: list[str] = []
    at = 0
    for number, (start, end, stands_for) in enumerate(runs):
        parts += [text[at:start], f'"{mark}{number}"{stands_for}']
        at = end
    return Folded("".join([*parts, text[at:]]), mark, tuple(text[start:end] for start, end, _ in runs))


def _runs(container: JsonNode, is_asked: Callable[[Member], bool]) -> Iterator[tuple[int, int, str]]:
    """Where each run begins and ends, and what follows the mark that stands for it."""
    for asked, group in groupby(container.members, is_asked):
        members = list(group)
        start, end = members[0][2], members[-1][1].end
        if not asked and end - start > _LONG:
            yield start, end, ": 0" if container.is_object else ""
