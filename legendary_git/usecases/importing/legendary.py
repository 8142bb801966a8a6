"""The folder of legendary-mcp 0.1 and 0.2: a markdown file a memory, named for its id.

What it means is read by our own reader, which has to know these files anyway. Source of the keys: `models.Memory` of
legendary-mcp 0.1.1 and 0.2.1.
"""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.memory import FrontValue, InvalidMemory, Memory, MemoryType, Provenance, Status
from legendary_git.store.memory_file import parse_memory
from legendary_git.usecases.importing.entry import (
    Entry,
    Found,
    Passed,
    Reading,
    SourceFile,
    Unread,
    sort_out,
)
from legendary_git.usecases.importing.moments import parse_moment

_LABELS = frozenset({"convention", "reference", "lesson", "fact", "skill"})
_SOURCES = {"agent": Provenance.AGENT, "auto-extract": Provenance.CAPTURE, "capture": Provenance.CAPTURE}


def read_legendary(files: Sequence[SourceFile]) -> Reading:
    """The memories of a folder; a file that is none is told with its line."""
    return sort_out([_read(file) for file in files])


def _read(file: SourceFile) -> Found:
    if file.name.rpartition("/")[2].lower().startswith("readme"):
        return Passed(file.name, "a README")
    found = parse_memory(file.name, file.data)
    if isinstance(found, InvalidMemory):
        return Unread.because(file.name, found.line, found.message, found.id or "")
    return _entry(file, found)


def _entry(file: SourceFile, memory: Memory) -> Entry:
    front, retired = memory.front, _retired(memory)
    is_silent = memory.type is MemoryType.EPISODE and not memory.triggers
    title, body = memory.title, memory.body
    return Entry(
        key=memory.id,
        file=file.name,
        title=title,
        text=body,
        type=MemoryType.DECISION if is_silent else memory.type,
        label="lesson" if is_silent else memory.kind or _label(front),
        triggers=memory.triggers,
        tags=memory.tags,
        anchors=memory.anchors,
        author=_text(front, "author"),
        created=parse_moment(memory.created or ""),
        source=_SOURCES.get(str(front.get("source", "agent")), Provenance.HUMAN),
        transcript=_text(front, "transcript"),
        retired=retired,
        successor=memory.superseded_by if retired is not None else None,
        warnings=("an episode without a verbatim error: kept as a decision, a lesson",) if is_silent else (),
    )


def _retired(memory: Memory) -> str | None:
    if not memory.is_retired and memory.superseded_by is None:
        return None
    said = memory.front.get("deprecated")
    reason = said.get("reason") if isinstance(said, dict) else memory.front.get("deprecated_reason")
    if isinstance(reason, str) and reason.strip():
        return " ".join(reason.split())
    if memory.superseded_by is not None:
        return f"superseded by {memory.superseded_by}"
    return "superseded" if memory.status is Status.SUPERSEDED else "deprecated"


def _label(front: dict[str, FrontValue] | object) -> str | None:
    kind = front.get("type") if isinstance(front, dict) else None
    return kind if isinstance(kind, str) and kind in _LABELS else None


def _text(front: object, key: str) -> str | None:
    value = front.get(key) if isinstance(front, dict) else None
    return value if isinstance(value, str) and value.strip() else None
