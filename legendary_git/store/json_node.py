"""A value of a JSON text, and where it stands there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from legendary_git.domain.values import dataclass

_BLANKS = re.compile(r"[ \t\r\n]*+")
_BLANK = " \t\r\n"
_LONGEST_INTEGER = 4_000


@dataclass(frozen=True)
class JsonNode:
    """A value, and where in the text it stands. What is in it is looked up when it is asked for.

    `keys` and `items` run beside each other; an array has no keys. `starts` says where each member begins: its key in
    an object, the item itself in an array.
    """

    plain: str
    """The whole text, without comments, at the same places."""
    start: int
    end: int
    value: Any

    @property
    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_array(self) -> bool:
        return isinstance(self.value, list)

    @cached_property
    def members(self) -> tuple[tuple[str | None, JsonNode, int], ...]:
        """Each member: its key, its value, and where it begins."""
        return tuple(_members(self)) if self.is_object or self.is_array else ()

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for key, _, _ in self.members if key is not None)

    @property
    def items(self) -> tuple[JsonNode, ...]:
        return tuple(item for _, item, _ in self.members)

    @property
    def starts(self) -> tuple[int, ...]:
        return tuple(start for _, _, start in self.members)

    def find(self, key: str) -> int | None:
        """Which member has that key; of several the last, which is the one that counts for every reader."""
        if not self.is_object or key not in self.value:
            return None
        return max(at for at, name in enumerate(self.keys) if name == key)


def _members(node: JsonNode) -> Iterator[tuple[str | None, JsonNode, int]]:
    """What was read as a whole is read part by part; it cannot fail. Settings can have 100,000 members."""
    plain, read = node.plain, DECODER.raw_decode
    key = None
    at = skip_blanks(plain, node.start + 1)
    while plain[at] not in "}]":
        begin = at
        if node.is_object:
            key, at = read(plain, at)
            at = skip_blanks(plain, skip_blanks(plain, at) + 1)
        value, end = read(plain, at)
        yield key, JsonNode(plain, at, end, value), begin
        at = skip_blanks(plain, end)
        if plain[at] == ",":
            at = skip_blanks(plain, at + 1)


def skip_blanks(plain: str, at: int) -> int:
    """Where the next token begins in a text without comments."""
    if plain[at : at + 1] not in _BLANK:
        return at
    found = _BLANKS.match(plain, at)
    return found.end() if found else at


def _read_integer(digits: str) -> float:
    """Python refuses to read integers of more digits, and other readers take all of them for floats."""
    return int(digits) if len(digits) < _LONGEST_INTEGER else float(digits)


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


DECODER = json.JSONDecoder(parse_constant=_refuse, parse_int=_read_integer)
"""Reads one value, from a place on."""
