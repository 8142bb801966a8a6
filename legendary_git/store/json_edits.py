"""Put a member into a JSON text and take it out again, every other byte as it was.

What is put in comes first in its object or array. Into one that has nothing yet it is put without a line break before
it, and into one that is made for it with one: so it can be told, when it is taken out, what was there before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from legendary_git.domain.values import dataclass
from legendary_git.store.json_node import JsonNode
from legendary_git.store.json_text import is_blank, parse_json, skip_space

_BREAK = re.compile(r"[ \t]*\r?\n")
_OPEN_COMMENT = re.compile(r"//[^\r\n]*\Z")
_INDENT = re.compile(r"^([ \t]+)[^ \t\r\n]", re.MULTILINE)

Step = str | int
"""A key of an object, or a place in an array."""


@dataclass(frozen=True, slots=True)
class JsonStyle:
    """How a text is laid out."""

    indent: str
    newline: str

    def write(self, value: Any, depth: int) -> str:
        """`value` on lines of its own, but for the first, which stands at `depth`."""
        text = json.dumps(value, indent=self.indent, ensure_ascii=False)
        return text.replace("\n", self.newline + self.indent * depth)


def find_style(text: str) -> JsonStyle:
    """The smallest indentation of `text` and the end of its first line; two blanks and LF where it has none."""
    found: list[str] = _INDENT.findall(text)
    first = text.partition("\n")[0]
    return JsonStyle(min(found, key=len) if found else "  ", "\r\n" if first.endswith("\r") else "\n")


def find_node(root: JsonNode, path: Sequence[Step]) -> JsonNode | None:
    """What stands at `path`."""
    node: JsonNode | None = root
    for step in path:
        place = node.find(step) if node is not None and isinstance(step, str) else step
        known = node is not None and isinstance(place, int) and place < len(node.items)
        node = node.items[place] if node is not None and known and isinstance(place, int) else None
    return node


def insert_first(text: str, path: Sequence[Step], value: Any, *, key: str | None = None) -> str:
    """The text with `value` as the first member of what stands at `path`: under `key` in an object.

    A text with nothing but blanks and comments is taken for an empty object. Raises JsonFault for a text that is none,
    LookupError where no container of that kind stands there.
    """
    if key is not None and not path and is_blank(text):
        return fill(text, {key: value})
    container = find_node(parse_json(text), path)
    if container is None or not (container.is_array if key is None else container.is_object):
        raise LookupError(path)
    style, depth = find_style(text), len(path) + 1
    member = style.write(value, depth)
    if key is not None:
        member = f"{json.dumps(key, ensure_ascii=False)}: {member}"
    if container.items:
        member = f"{style.newline}{style.indent * depth}{member},"
    return text[: container.start + 1] + member + text[container.start + 1 :]


def remove(text: str, path: Sequence[Step]) -> str | None:
    """The text without what stands at `path`, and without every container above it that was made for it.

    None where nothing else was there: the whole text was made for it. Raises JsonFault, and LookupError where nothing
    stands there.
    """
    root = parse_json(text)
    steps = list(path)
    while steps:
        container = find_node(root, steps[:-1])
        if container is None or find_node(root, steps) is None:
            raise LookupError(path)
        if len(container.items) > 1 or not _is_made(text, container):
            place = container.find(steps[-1]) if isinstance(steps[-1], str) else steps[-1]
            return _cut(text, container, 0 if place is None else place)
        steps.pop()
    return None


def fill(text: str, value: Any) -> str:
    """A text with nothing but blanks and comments, and `value` after them; before a comment that has no end."""
    made = find_style(text).write(value, 0)
    if _OPEN_COMMENT.search(text) is None:
        return text + made
    begin = 1 if text.startswith("\ufeff") else 0
    return text[:begin] + made + text[begin:]


def around(text: str) -> str | None:
    """What stands before and after the one value; None where the file was made for it, and has no more than its line.

    Raises JsonFault.
    """
    root = parse_json(text)
    before, after = text[: root.start], text[root.end :]
    return None if not before and after in ("\n", "\r\n") else before + after


def _is_made(text: str, container: JsonNode) -> bool:
    """Whether the only member stands on a line of its own, with nothing beside it."""
    before = text[container.start + 1 : container.starts[0]]
    after = text[container.items[0].end : container.end - 1]
    return "\n" in before and not before.strip() and not after.strip()


def _cut(text: str, container: JsonNode, place: int) -> str:
    start, end = container.starts[place], container.items[place].end
    comma = skip_space(text, end)
    if text[comma : comma + 1] == ",":
        return _joined(text[:start], text[end:comma] + text[comma + 1 :])
    if place == 0:
        return _joined(text[:start], text[end:])
    before = skip_space(text, container.items[place - 1].end)
    return _joined(text[:before] + text[before + 1 : start], text[end:])


def _joined(before: str, after: str) -> str:
    """Both, without the blanks at the end of the first; but a comment to the end of its line swallows nothing."""
    stripped = before.rstrip(" \t\r\n")
    swallows = "//" in stripped[stripped.rfind("\n") + 1 :] and not _BREAK.match(after)
    return (before if swallows else stripped) + after
