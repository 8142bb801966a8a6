"""A markdown file of another tool: its front matter if it has one, its text, and what stands where in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.values import dataclass, field
from legendary_git.parsing.headings import plain_markdown
from legendary_git.store.bad_file import BadFile
from legendary_git.store.yaml_reader import parse_mapping

_OPENING = re.compile(r"---[ \t]*\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FIELD = re.compile(
    r"[\s>*+|-]*[*_]{0,2}\s*(?P<key>[A-Za-z][A-Za-z /()-]{1,30}?)\s*[*_]{0,2}\s*[:|]\s*[*_]{0,2}\s*"
    r"(?P<value>.*?)[\s|]*$"
)


_PLAIN = re.compile(r"(?P<key>[A-Za-z][\w.-]*:[ \t]+)(?P<value>[^\s\[\]{}\"'|>&*!#].*?)[ \t]*")
_FRONT_LINE = 2
_MOST_QUOTED = 20
_LONGEST = 1000
"""Patterns with room for white space take the square of a line's length, and a hostile line can have a million."""


@dataclass(frozen=True, slots=True)
class Document:
    """`text` (LF line ends) begins on line `text_line` of the file; `lines` has the line of each key of `fields`."""

    text: str
    text_line: int = 1
    fields: Mapping[str, FrontValue] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def word(self, *keys: str) -> str:
        """The text of the first of these keys that has one, in any case; the items of a list joined by commas."""
        known = {key.lower(): value for key, value in self.fields.items()}
        return next((said for key in keys if (said := _said(known.get(key, "")))), "")

    def words(self, key: str) -> tuple[str, ...]:
        """The items of a list, or of a text with commas between them."""
        value = self.fields.get(key, "")
        items = value if isinstance(value, list) else _said(value).split(",")
        return tuple(said for item in items if (said := _said(item)))


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` 1 to 6, its plain text, the 0-based line on which it begins, and the one after it."""

    level: int
    text: str
    start: int
    end: int


def read_document(data: bytes) -> Document:
    """A file's bytes as text. Raises BadFile (line, reason) where that is not text, or its front matter not YAML."""
    text = _decode(data)
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening is not None else None
    if opening is None or closing is None:
        return Document(text)
    front = text[opening.end() : closing.start()]
    if not re.search(r"^[^\s#:][^:\n]*:(?:\s|$)", front, re.MULTILINE):  # two rules with prose between them
        return Document(text)
    fields, lines = _parse_front(front)
    rest = text[closing.end() :]
    body = rest.lstrip("\n")
    line = 1 + text.count("\n", 0, closing.end()) + len(rest) - len(body)
    return Document(body, line, fields, lines)


def find_headings(text: str) -> Iterator[Heading]:
    """The headings of a text, those in code blocks and comments left out."""
    fence, previous = "", ""
    for number, line in enumerate(_lines(text)):
        if (found := _FENCE.match(line)) is not None:
            marks = found[1]
            if not fence:
                fence = marks
            elif marks.startswith(fence) and not line[found.end() :].strip():
                fence = ""
            previous = ""
        elif not fence:
            if (heading := _HEADING.match(line)) is not None:
                yield Heading(len(heading[1]), plain_markdown(heading[2] or ""), number, number + 1)
                previous = ""
            elif previous and (under := _UNDERLINE.match(line)) is not None:
                level = 1 if under[1].startswith("=") else 2
                yield Heading(level, plain_markdown(previous), number - 1, number + 1)
                previous = ""
            else:
                previous = "" if line.lstrip().startswith(("-", "*", "+", ">", "|")) else line.strip()


def split_heading(text: str) -> tuple[str, str]:
    """The title with which a text begins ("" where it begins otherwise), and the rest.

    A heading below the first level is the title if no other of its level follows: else it is the first of several.
    """
    lines = text.split("\n")
    first = next((number for number, line in enumerate(_lines(text)) if line.strip()), 0)
    headings = list(find_headings(text))
    heading = headings[0] if headings and headings[0].start == first else None
    if heading is not None and 1 < heading.level >= min((one.level for one in headings[1:]), default=7):
        heading = None
    start = heading.end if heading is not None else first
    return (heading.text if heading is not None else ""), "\n".join(lines[start:]).strip("\n").rstrip()


class Section(NamedTuple):
    """What stands below a heading: the text and its line, the heading's line and the one after the last, 0-based."""

    text: str
    line: int
    start: int
    end: int


def find_section(text: str, name: str) -> Section | None:
    """The section of the first heading that is `name` (any case).

    What follows the name in the heading itself (`Status: Accepted`) is part of it.
    """
    headings = list(find_headings(text))
    lines = text.split("\n")
    for place, one in enumerate(headings):
        said = re.match(rf"(?:\d+[.)]?\s+)?{name}\b[\s:–—-]*(.*)", one.text, re.IGNORECASE)
        if said is not None and one.level > 1 and (not said[1] or ":" in one.text):
            end = next((later.start for later in headings[place + 1 :]), len(lines))
            filled = (number for number in range(one.end, end) if lines[number].strip())
            line = one.start if said[1] else next(filled, one.start)
            return Section("\n".join([said[1], *lines[one.end : end]]).strip(), line, one.start, end)
    return None


def read_fields(text: str, names: frozenset[str]) -> dict[str, tuple[str, int]]:
    """What lines such as `* Status: accepted`, `**Date**: …`, `| Date | … |` say before the second heading.

    The keys in lower case, each with its text and its 0-based line; only those in `names`, and the first of each.
    """
    headings = [one for one in find_headings(text) if one.level > 1]
    end = headings[0].start if headings else 40
    found: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(_lines(text)[:end]):
        if (said := _FIELD.match(line)) is not None and (key := said["key"].strip().lower()) in names:
            found.setdefault(key, (said["value"].strip().strip("*_").strip(), number))
    return found


def _parse_front(front: str) -> tuple[dict[str, FrontValue], dict[str, int]]:
    """The keys of a front matter and their lines. Raises BadFile.

    Values that YAML does not take without quotes (`description: @scope/name: words`) are taken as they stand: agents
    write such lines, and the tools that read them look for a key and take the rest of its line.
    """
    for _ in range(_MOST_QUOTED):
        try:
            return parse_mapping(front, first_line=_FRONT_LINE)
        except BadFile as bad:
            quoted = _quote(front.split("\n"), bad.line - _FRONT_LINE)
            if quoted is None:
                raise
            front = quoted
    return parse_mapping(front, first_line=_FRONT_LINE)


def _quote(lines: list[str], number: int) -> str | None:
    """The lines with the value of one of them in quotes; None where that is no plain value."""
    found = _PLAIN.fullmatch(lines[number]) if 0 <= number < len(lines) else None
    if found is None:
        return None
    value = found["value"].replace("'", "''")
    return "\n".join([*lines[:number], f"{found['key']}'{value}'", *lines[number + 1 :]])


def _decode(data: bytes) -> str:
    if not data.strip():
        raise BadFile(1, "the file is empty: write into it or delete it")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadFile(1, "the file is UTF-16: save it as UTF-8")
    if (at := data.find(b"\0")) >= 0:
        raise BadFile(data.count(b"\n", 0, at) + 1, "a NUL byte: this is not UTF-8 text; save it as UTF-8")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile(line, f"byte 0x{data[error.start]:02x} is not UTF-8: save the file as UTF-8") from None


def _lines(text: str) -> list[str]:
    """The lines of a text, comments blanked; of a line that no person would write, only its beginning."""
    blanked = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    return [line[:_LONGEST] for line in blanked.split("\n")]


def _said(value: FrontValue) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    return ", ".join(filter(None, map(_said, value))) if isinstance(value, list) else ""
