"""The parts of a memory file, each merged in its own way, and a conflict written so that a person can read it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from legendary_git.domain.memory import FrontValue
from legendary_git.domain.values import dataclass, replace
from legendary_git.store.bad_file import BadFile
from legendary_git.store.fences import split_file
from legendary_git.store.yaml_reader import parse_mapping

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#.*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MemoryText:
    """A memory file in parts. `front` has LF line ends, `opening`, `fence` and `body` those of the file."""

    opening: bytes
    front: str
    fence: bytes
    body: bytes
    fields: Mapping[str, FrontValue]
    newline: bytes = b"\n"

    def with_newline(self, newline: bytes) -> MemoryText:
        """The same with the line ends of another file."""
        if newline == self.newline:
            return self
        body = self.body.replace(b"\r\n", b"\n").replace(b"\n", newline)
        return replace(self, body=body, newline=newline)

    def joined(self, front: str, body: bytes) -> bytes:
        """The file with another front matter and another body."""
        fence = self.fence if self.fence.endswith(b"\n") or not body else self.fence + self.newline
        return self.opening + front.encode("utf-8").replace(b"\n", self.newline) + fence + body


NO_TEXT = MemoryText(b"---\n", "", b"---\n", b"", {})
"""What stands for a common ancestor that there is not, or that cannot be read."""


def read_text(data: bytes) -> MemoryText | None:
    """The parts of a file; None for one whose front matter cannot be relied on, a conflicted one too."""
    try:
        parts = split_file(data)
        fields, _ = parse_mapping(parts.front, first_line=2)
    except BadFile:
        return None
    opening, fence = data[: parts.front_start], data[parts.front_end : parts.body_start]
    newline = b"\r\n" if opening.endswith(b"\r\n") else b"\n"
    return MemoryText(opening, parts.front, fence, data[parts.body_start :], fields, newline)


def says(front: str, fields: Mapping[str, FrontValue]) -> bool:
    """Whether a front matter is read as exactly these fields."""
    try:
        return parse_mapping(front, first_line=2)[0] == fields
    except BadFile:
        return False


def has_comments_of(front: str, other: str) -> bool:
    """Whether every comment of another front matter is in this one too."""
    return set(_COMMENT.findall(other)) <= set(_COMMENT.findall(front))


def conflict_of(ours: bytes, theirs: bytes, marker_size: int, newline: bytes = b"\n") -> bytes:
    """Both sides whole, one after the other, between the markers that git uses."""
    lines = [b"<" * marker_size + b" ours", ours, b"=" * marker_size, theirs, b">" * marker_size + b" theirs"]
    return b"".join(line if line.endswith(b"\n") or not line else line + newline for line in lines)


def side_of(text: str, marker_size: int, *, is_ours: bool) -> str:
    """What is left of a conflicted text when one side is taken everywhere."""
    part, kept = "", []
    for line in text.splitlines(keepends=True):
        marker = line[:marker_size]
        if (found := _PART_AFTER.get(marker[:1])) and marker == marker[:1] * marker_size and _is_next(part, found):
            part = found.strip()
        elif part in ("", "ours" if is_ours else "theirs"):
            kept.append(line)
    return "".join(kept)


_PART_AFTER = {"<": "ours", "|": "base", "=": "theirs", ">": " "}


def _is_next(part: str, following: str) -> bool:
    """Whether a marker can stand there: text of the file may look like one."""
    return following in {"": ("ours",), "ours": ("base", "theirs"), "base": ("theirs",), "theirs": (" ",)}[part]
