"""A note: what somebody wants remembered, before it is a memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Confidence, MemoryType, Provenance
from legendary_git.domain.salience import USUAL_IMPORTANCE
from legendary_git.domain.values import dataclass, field
from legendary_git.errors import MemoryRefused
from legendary_git.usecases.clock import read_clock

KINDS = ("lesson", "fact", "convention", "skill")
"""Labels beside the two types, as other tools have them for types."""
_TITLE_LENGTH = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """The same from a command line, an agent's call, another tool's store or a transcript."""

    text: str
    title: str | None = None
    type: MemoryType = MemoryType.DECISION
    label: str | None = None
    """A kind (`lesson`), or another name by which it was called (`reference`), which is not kept."""
    scope: str = "repo"
    anchors: Sequence[str] = ()
    stamped: Sequence[Anchor] = ()
    """Anchors with the stamps that another tool gave them, or with none. They are kept as they are: to stamp them now
    would call code verified that nobody has looked at."""
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
    supersedes: str | None = None
    """The id of the memory whose place it takes."""
    transcript: str | None = None
    """Where what was said is kept: a session's id or a file's name."""
    author: str | None = None
    """Who said so; None: who is at work here, as git knows them."""
    created: str | None = None
    """When it was first written down, if that was elsewhere: ISO 8601 in UTC."""
    origin: str | None = None
    """Where it came from, `tool:name` there."""
    now: datetime = field(default_factory=read_clock)

    @property
    def moment(self) -> str:
        """Now, as memory files write it."""
        return self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def split_title(note: Note) -> tuple[str, str]:
    """The title and the body: the text itself is the title if it is one short line and no other was given.

    Raises MemoryRefused where nothing was said.
    """
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
