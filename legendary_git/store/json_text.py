"""JSON as people write it into settings, with comments and trailing commas: what stands where in the text.

The text is never written out again from what was read; `json_edits` changes it in place.
"""

from __future__ import annotations

import json
import re
from typing import Any

from legendary_git.domain.values import dataclass

_SPACE = re.compile(r"(?:[ \t\r\n]|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORD = re.compile(r"[-+.0-9A-Za-z]+")
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A value, and where in the text it stands. `keys` and `items` run beside each other; an array has no keys.

    `starts` says where each member begins: its key in an object, the item itself in an array.
    """

    start: int
    end: int
    value: Any
    keys: tuple[str, ...] = ()
    items: tuple[JsonNode, ...] = ()
    starts: tuple[int, ...] = ()

    @property
    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_array(self) -> bool:
        return isinstance(self.value, list)

    def find(self, key: str) -> int | None:
        """Which member has that key; of several the last, which is the one that counts for every reader."""
        places = [at for at, name in enumerate(self.keys) if name == key]
        return places[-1] if places else None


class JsonFault(ValueError):
    """The text is no JSON. `line` counts from 1."""

    def __init__(self, text: str, at: int, what: str) -> None:
        super().__init__(what)
        self.line = text.count("\n", 0, at) + 1
        self.what = what


def parse_json(text: str) -> JsonNode:
    """The one value of `text`, a byte order mark before it or not. Raises JsonFault."""
    begin = 1 if text.startswith("\ufeff") else 0
    node = _read(text, skip_space(text, begin), 0)
    rest = skip_space(text, node.end)
    if rest != len(text):
        raise JsonFault(text, rest, "there is more after the end")
    return node


def skip_space(text: str, at: int) -> int:
    """Where the next token begins, past blanks and comments."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _read(text: str, at: int, depth: int) -> JsonNode:
    if depth > _DEEPEST:
        raise JsonFault(text, at, "it is nested too deeply")
    first = text[at : at + 1]
    if first == "{":
        return _read_object(text, at, depth)
    if first == "[":
        return _read_array(text, at, depth)
    found = (_STRING if first == '"' else _WORD).match(text, at)
    return JsonNode(at, found.end() if found else at, _scalar(text, at, found))


def _scalar(text: str, at: int, found: re.Match[str] | None) -> Any:
    if found is not None and found[0] not in ("NaN", "Infinity", "-Infinity"):
        try:
            return json.loads(found[0])
        except ValueError:
            pass
    raise JsonFault(text, at, "a value is expected here")


def _read_object(text: str, start: int, depth: int) -> JsonNode:
    keys: list[str] = []
    items: list[JsonNode] = []
    starts: list[int] = []
    at = skip_space(text, start + 1)
    while text[at : at + 1] != "}":
        found = _STRING.match(text, at)
        if found is None:
            raise JsonFault(text, at, 'a key in quotes or "}" is expected here')
        keys.append(str(_scalar(text, at, found)))
        starts.append(at)
        colon = skip_space(text, found.end())
        if text[colon : colon + 1] != ":":
            raise JsonFault(text, colon, 'a ":" is expected here')
        items.append(_read(text, skip_space(text, colon + 1), depth + 1))
        at = _after_comma(text, items[-1].end, "}")
    value = dict(zip(keys, (item.value for item in items), strict=True))
    return JsonNode(start, at + 1, value, tuple(keys), tuple(items), tuple(starts))


def _read_array(text: str, start: int, depth: int) -> JsonNode:
    items: list[JsonNode] = []
    at = skip_space(text, start + 1)
    while text[at : at + 1] != "]":
        items.append(_read(text, at, depth + 1))
        at = _after_comma(text, items[-1].end, "]")
    found = tuple(items)
    return JsonNode(start, at + 1, [item.value for item in found], (), found, tuple(item.start for item in found))


def _after_comma(text: str, at: int, closing: str) -> int:
    """Where the next member begins, or the closing bracket stands."""
    at = skip_space(text, at)
    if text[at : at + 1] == ",":
        return skip_space(text, at + 1)
    if text[at : at + 1] != closing:
        raise JsonFault(text, at, f'a "," or "{closing}" is expected here')
    return at
