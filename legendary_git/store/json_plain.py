"""Comments and trailing commas of a JSON text made blanks, so that any reader of JSON reads it, at the same places.

Each text is gone through twice, and no part of it is looked at more often, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_STRING = r'"(?:[^"\\]++|\\.)*+"?'
_TO_COMMENT = re.compile(
    rf'((?:[^"/]++|{_STRING}|/(?![/*]))*+)(//[^\r\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|\Z)', re.DOTALL
)
_TO_COMMA = re.compile(rf'((?:[^",]++|{_STRING}|,(?![ \t\r\n]*+[}}\]]))*+)(,|\Z)', re.DOTALL)


def to_plain_json(text: str) -> str:
    """The text without comments, and without the comma before a closing bracket; as long as it was.

    What is no JSON with comments does not become JSON by it: comments without an end stay, and so do commas that end
    nothing.
    """
    return "".join(_without_commas("".join(_without_comments(text))))


def _without_comments(text: str) -> Iterator[str]:
    for found in _TO_COMMENT.finditer(text):
        comment = found[2]
        is_open = comment.startswith("/*") and (len(comment) < 4 or not comment.endswith("*/"))
        yield found[1]
        yield comment if is_open else " " * len(comment)


def _without_commas(text: str) -> Iterator[str]:
    for found in _TO_COMMA.finditer(text):
        before = found[1].rstrip(" \t\r\n")[-1:]
        yield found[1]
        yield " " * len(found[2]) if before not in ("", "[", "{", ",", ":") else found[2]
