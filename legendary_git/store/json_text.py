"""JSON as people write it into settings, with comments and trailing commas: what stands where in the text.

The text is never written out again from what was read; `json_edits` changes it in place.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache

from legendary_git.store.json_node import DECODER, JsonNode, skip_blanks
from legendary_git.store.json_plain import to_plain_json

_SPACE = re.compile(r"(?:[ \t\r\n]++|//[^\r\n]*+|/\*.*?\*/)*+", re.DOTALL)
_CONSTANT = re.compile(r'"(?:[^"\\]++|\\.)*+"?|(-?(?:NaN|Infinity))', re.DOTALL)
_EXPECTED = {
    "Expecting value": "a value is expected here",
    "Expecting property name": 'a key in quotes or "}" is expected here',
    "Expecting ':'": 'a ":" is expected here',
    "Expecting ','": 'a "," or the closing bracket is expected here',
    "Extra data": "there is more after the end",
}


class JsonFault(ValueError):
    """The text is no JSON. `line` counts from 1."""

    def __init__(self, text: str, at: int, what: str) -> None:
        super().__init__(what)
        self.line = text.count("\n", 0, at) + 1
        self.what = what


@lru_cache(maxsize=2)  # the same text is looked at for several things, one after the other
def parse_json(text: str) -> JsonNode:
    """The one value of `text`, a byte order mark before it or not. Raises JsonFault."""
    begin = 1 if text.startswith("\ufeff") else 0
    try:
        return _parse(text, begin)
    except ValueError:
        plain = text[:begin] + to_plain_json(text[begin:])
    except RecursionError as error:
        raise JsonFault(text, begin, "it is nested too deeply") from error
    try:
        return _parse(plain, begin)
    except json.JSONDecodeError as error:
        what = next((what for begins, what in _EXPECTED.items() if error.msg.startswith(begins)), error.msg.lower())
        raise JsonFault(text, error.pos, what) from error
    except ValueError as error:
        found = next((one for one in _CONSTANT.finditer(plain) if one[1]), None)
        raise JsonFault(text, found.start() if found else begin, "a value is expected here") from error
    except RecursionError as error:
        raise JsonFault(text, begin, "it is nested too deeply") from error


def parse_settings(text: str) -> JsonNode:
    """As `parse_json`; what has nothing but blanks and comments is read as an empty object at its end."""
    return JsonNode(text + "{}", len(text), len(text) + 2, {}) if is_blank(text) else parse_json(text)


def is_blank(text: str) -> bool:
    """Whether it has nothing but blanks and comments."""
    return skip_space(text, 1 if text.startswith("\ufeff") else 0) == len(text)


def skip_space(text: str, at: int) -> int:
    """Where the next token begins, past blanks and comments."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _parse(plain: str, begin: int) -> JsonNode:
    start = skip_blanks(plain, begin)
    value, end = DECODER.raw_decode(plain, start)
    rest = skip_blanks(plain, end)
    if rest != len(plain):
        raise json.JSONDecodeError("Extra data", plain, rest)
    return JsonNode(plain, start, end, value)
