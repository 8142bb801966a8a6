"""Remember something: resolve and stamp its anchors against the code that is there now, then write its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from legendary_git.domain.memory import Confidence, FrontValue, Memory, MemoryType, Provenance, Status
from legendary_git.domain.salience import USUAL_IMPORTANCE, Salience
from legendary_git.errors import MemoryRefused
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_file import format_memory
from legendary_git.store.new_file import create_file, file_name, new_id
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.examine import examine, read_expires
from legendary_git.usecases.show import Shown, show
from legendary_git.usecases.stamp import stamp
from legendary_git.usecases.workspace import Workspace

KINDS = ("lesson", "fact", "convention", "skill")
"""Labels beside the two types, as other tools have them for types."""
_TITLE_LENGTH = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What somebody wants remembered, before it is one."""

    text: str
    title: str | None = None
    type: MemoryType = MemoryType.DECISION
    label: str | None = None
    """A kind (`lesson`), or another name by which it was called (`reference`), which is not kept."""
    scope: str = "repo"
    anchors: Sequence[str] = ()
    language: str | None = None
    """What the anchored files are in, where their names and contents do not tell."""
    triggers: Sequence[str] = ()
    tags: Sequence[str] = ()
    evidence: Sequence[str] = ()
    source: Provenance = Provenance.HUMAN
    confidence: Confidence = Confidence.MEDIUM
    expires: str | None = None
    """A date (YYYY-MM-DD), or `never`; None: nobody said."""
    importance: int = USUAL_IMPORTANCE
    cost: int | None = None
    distinct: str | None = None
    """In what it is another one than those that it is like."""
    now: datetime = field(default_factory=read_clock)


def remember(ws: Workspace, note: Note) -> Shown:
    """Write the memory's file and give it back as it is read. Nothing is staged; nothing is written if it is refused.

    Raises AnchorRefused (an anchor names nothing, or several things), MemoryRefused (it is not one that lasts, or holds
    a secret), UsageError and StoreError.
    """
    title, body = _said(note)
    warnings = examine(note, title, body)
    expires = read_expires(note.expires, note.now.astimezone(UTC).date())
    anchors = [stamp(ws, spec, note.language) for spec in note.anchors]
    moment = note.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    memory_id = new_id(ws.root, title, moment)
    name = file_name(memory_id, title)
    memory = Memory(
        id=memory_id,
        type=note.type,
        kind=note.label if note.label in KINDS else None,
        title=title,
        status=Status.ACTIVE,
        path=f"{MEMORIES}/{name}",
        body=body,
        created=moment,
        updated=moment,
        anchors=tuple({anchor.spec: anchor for anchor in anchors}.values()),
        triggers=tuple(trigger for trigger in note.triggers if trigger.strip()),
        tags=tuple(dict.fromkeys(tag.strip() for tag in note.tags if tag.strip())),
        front=_front(note, moment, ws.repo.identity(), expires),
    )
    catch_up(ws)  # what keeps it from being shown afterwards keeps it from being written
    create_file(ws.root, name, format_memory(memory))
    shown = show(ws, memory_id)
    return replace(shown, notices=(*shown.notices, *warnings))


def _front(note: Note, moment: str, author: str, expires: str | None) -> dict[str, FrontValue]:
    """The keys that have no field of their own; what is empty is left out of the file."""
    return {
        "scope": note.scope,
        "author": author,
        "source": note.source.value,
        "confidence": note.confidence.value,
        "salience": dict(Salience(note.importance, note.cost).as_front()),
        "expires": expires or "",
        "distinct": note.distinct or "",
        "evidence": [{"at": moment, "by": author, "text": text} for text in note.evidence],
    }


def _said(note: Note) -> tuple[str, str]:
    """The title and the body: the text itself is the title if it is one short line and no other was given."""
    text = note.text.replace("\r\n", "\n").strip()
    if note.title is not None:
        title = " ".join(note.title.split())
        body = "" if text == title else text
    else:
        first, _, rest = text.partition("\n")
        title, body = first.strip().lstrip("#").strip(), rest.strip()
        if len(title) > _TITLE_LENGTH:
            title, body = _shortened(title), text
    if not title:
        raise MemoryRefused("nothing was said that could be remembered", "give a text, or -F FILE, or - for stdin")
    return title, body


def _shortened(line: str) -> str:
    return line[: _TITLE_LENGTH - 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
