"""Every text that a memory's front matter says, whatever its key."""

from __future__ import annotations

from collections.abc import Iterator

from legendary_git.domain.memory import FrontValue, Memory


def said_in_front(memory: Memory) -> Iterator[tuple[str, str]]:
    """Each text with its key, as `triggers[0]`; but for anchors, which name files and symbols."""
    if "title" not in memory.front:
        yield "title", memory.title
    for key, value in memory.front.items():
        if key != "anchors":
            yield from _texts(key, value)


def _texts(key: str, value: FrontValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from ((f"{key}[{number}]", text) for _, text in _texts(key, one))
    else:
        for inner, one in value.items():
            yield key, inner
            yield from ((key, text) for _, text in _texts(key, one))
