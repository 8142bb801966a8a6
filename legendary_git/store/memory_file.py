"""Memory files: bytes to a memory, and a new memory to bytes."""

from __future__ import annotations

import re

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import FrontValue, InvalidMemory, Memory
from legendary_git.errors import MemoryRefused
from legendary_git.store.anchor_fields import BadField, format_anchor
from legendary_git.store.bad_file import BadFile
from legendary_git.store.front_matter import FrontMatter, parse_front_matter
from legendary_git.store.memory_fields import ID, build_memory

KEYS = (
    "id", "type", "kind", "title", "status", "scope", "created", "updated", "author", "source", "confidence",
    "salience", "triggers", "tags", "anchors", "supersedes", "superseded_by", "conflicts_with", "deprecated", "expires",
    "distinct", "check_ignore", "transcript", "origin", "evidence", "history",
)  # fmt: skip
"""The keys of a new file, in the order in which it shows them."""

_ID_LINE = re.compile(rb"""^id:[ \t]*["']?(mem-[0-9a-f]{8})["']?[ \t]*(?:\#.*)?\r?$""", re.MULTILINE)
_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_memory(repo_path: str, data: bytes) -> Memory | InvalidMemory:
    """What a memory file says; an InvalidMemory has the line, the reason and, where it can be told, the id."""
    front = None
    try:
        front = parse_front_matter(data)
        return build_memory(repo_path, front.fields, front.body)
    except BadFile as bad:
        return InvalidMemory(repo_path, bad.line, bad.message, _id_in(data))
    except BadField as bad:
        return InvalidMemory(repo_path, front.line_of(bad.key) if front else 1, bad.message, _id_of(front))


def format_memory(memory: Memory) -> bytes:
    """A new memory's file: LF, UTF-8, keys in the order of KEYS, then those of `front` that are not among them.

    The memory's own fields win over `front`, which supplies what has no field (scope, author, source, confidence,
    salience, evidence and so on). What is empty is left out. Bytes that are not UTF-8 become U+FFFD, except in an
    anchor's path. Raises MemoryRefused where the file could not be read back as a memory.
    """
    from legendary_git.store.yaml_text import format_fields  # only writing needs it, and reading happens in hooks

    fields = _fields(memory)
    body = _utf8(memory.body).strip("\n")
    text = f"---\n{format_fields(fields)}---\n" + (f"\n{body}\n" if body else "")
    data = text.encode("utf-8")
    read_back = parse_memory(memory.path, data)
    if isinstance(read_back, InvalidMemory):
        raise MemoryRefused(
            f"this cannot be kept as a memory: {read_back.message}",
            "change the text and try again; nothing was written",
        )
    return data


def _fields(memory: Memory) -> dict[str, FrontValue]:
    found: dict[str, FrontValue] = dict(memory.front)
    found |= {
        "id": memory.id,
        "type": memory.type.value,
        "kind": memory.kind or "",
        "title": memory.title,
        "status": memory.status.value,
        "created": memory.created or "",
        "updated": memory.updated or "",
        "triggers": list(memory.triggers),
        "tags": list(memory.tags),
        "anchors": [_anchor(anchor) for anchor in memory.anchors],
    }
    order = [*KEYS, *(key for key in found if key not in KEYS)]
    return {_utf8(key): cleaned(found[key]) for key in order if found.get(key)}


def _anchor(anchor: Anchor) -> FrontValue:
    if anchor.symbol and _SURROGATE.search(anchor.symbol):
        raise MemoryRefused("the symbol's name is not UTF-8", "anchor its file or its lines instead")
    try:
        return format_anchor(anchor)
    except UnicodeEncodeError:
        raise MemoryRefused("the path cannot be a file's name", "anchor a file of this repository") from None


def cleaned(value: FrontValue) -> FrontValue:
    """A value with bytes that are not UTF-8 as U+FFFD, so that it can be written."""
    if isinstance(value, str):
        return _utf8(value)
    if isinstance(value, list):
        return [cleaned(item) for item in value]
    return {_utf8(key): cleaned(item) for key, item in value.items()}


def _utf8(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def _id_of(front: FrontMatter | None) -> str | None:
    found = front.fields.get("id") if front else None
    return found if isinstance(found, str) and ID.fullmatch(found) else None


def _id_in(data: bytes) -> str | None:
    """The id of a file whose front matter cannot be read, if exactly one line gives one."""
    found = set(_ID_LINE.findall(data[:65536]))
    return found.pop().decode("ascii") if len(found) == 1 else None
