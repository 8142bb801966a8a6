"""Remember something: look at it, stamp its anchors against the code that is there now, then write its file.

Everything that becomes a memory goes through here, whoever says it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import FrontValue, Memory, Status
from legendary_git.domain.salience import Salience
from legendary_git.domain.values import dataclass, replace
from legendary_git.errors import MemoryRefused, StoreError
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_file import format_memory
from legendary_git.store.new_file import create_file, file_name, new_id, remove_new
from legendary_git.store.rewrite import Change, entry_of
from legendary_git.store.turns import one_at_a_time
from legendary_git.usecases.amend import Amendment, draft, event, put
from legendary_git.usecases.catch_up import catch_up
from legendary_git.usecases.conflicts import draft_links, freed
from legendary_git.usecases.examine import examine, read_expires
from legendary_git.usecases.kin import Kin, find_kin
from legendary_git.usecases.memories import Memories, load_memories, with_memories
from legendary_git.usecases.note import KINDS, Note, split_title
from legendary_git.usecases.scope import check_scope
from legendary_git.usecases.show import Shown, show
from legendary_git.usecases.stamp import stamp
from legendary_git.usecases.supersede import check_supersedes, draft_superseded, supersede
from legendary_git.usecases.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Prepared:
    """A note that was looked at: the memory that it becomes, or `existing`, which says the same.

    `contradicts` are those that it and they will be marked with, `supersedes` the one whose place it takes.
    """

    note: Note
    memory: Memory
    kin: Kin
    supersedes: Memory | None
    warnings: tuple[str, ...]

    @property
    def existing(self) -> Memory | None:
        return self.kin.same

    @property
    def contradicts(self) -> tuple[Memory, ...]:
        return () if self.kin.same is not None else self.kin.contradicted


@dataclass(frozen=True, slots=True)
class Remembered:
    """The memory as it is read from now on; `is_existing`: another one said the same, and it is that one."""

    shown: Shown
    is_existing: bool = False
    superseded: Memory | None = None


def remember(ws: Workspace, note: Note) -> Remembered:
    """Write the memory's file and give it back as it is read. Nothing is staged; nothing is written if it is refused.

    Raises AnchorRefused (an anchor names nothing, or several things), MemoryRefused (it is not one that lasts, is like
    one that is there, or holds a secret), UnknownMemory (`supersedes`), UsageError and StoreError.
    """
    with one_writer(ws):
        return write(ws, prepare(ws, note))


def one_writer(ws: Workspace) -> AbstractContextManager[None]:
    """Keep others from writing memories between `prepare` and `write`: neither would see what the other one says."""
    return one_at_a_time(ws.root)


def prepare(ws: Workspace, note: Note, beside: Sequence[Memory] = ()) -> Prepared:
    """Everything that can be refused, and nothing that is written. Raises what `remember` raises.

    `beside` are memories that would be there by then, or would be changed: where several notes are looked at and none
    is written, each is compared with those before it.
    """
    title, body = split_title(note)
    note = replace(note, author=note.author or ws.repo.identity())
    warnings = examine(note, title, body)
    expires = read_expires(note.expires, note.now.astimezone(UTC).date())
    check_scope(ws, note)
    stamped = (*(stamp(ws, spec, note.language) for spec in note.anchors), *note.stamped)
    anchors = tuple({anchor.spec: anchor for anchor in stamped}.values())
    loaded = load_memories(ws)
    catch_up(ws, loaded)  # what keeps it from being shown afterwards keeps it from being written
    loaded = with_memories(loaded, beside)
    old = check_supersedes(ws, note.supersedes, anchors, loaded) if note.supersedes is not None else None
    memory = _memory(ws, note, title, body, anchors, expires)
    kin = find_kin(loaded, memory, note.distinct, old)
    _refuse_empty_correction(kin, old)
    memory = _related(ws, memory, note, kin, old)
    format_memory(memory)  # raises what cannot be written
    return Prepared(note, memory, kin, old, (*warnings, *kin.warnings))


def write(ws: Workspace, prepared: Prepared) -> Remembered:
    """Write what was prepared: the new file and those of memories that it touches, or none. Raises StoreError."""
    if prepared.existing is not None:
        return _say_again(ws, prepared, prepared.existing)
    memory, at = prepared.memory, prepared.note.moment
    loaded = load_memories(ws)
    touched = _touched(ws, loaded, prepared, at)
    name = memory.path.rpartition("/")[2]
    data = format_memory(memory)
    create_file(ws.root, name, data)
    try:
        put(ws, touched)
    except StoreError:
        remove_new(ws.root, name, data)
        raise
    shown = show(ws, memory.id)
    return Remembered(replace(shown, notices=(*shown.notices, *prepared.warnings)), superseded=prepared.supersedes)


def _refuse_empty_correction(kin: Kin, old: Memory | None) -> None:
    if old is not None and kin.same is not None and kin.same.id == old.id:
        raise MemoryRefused(
            f"{old.id} says exactly this: there is nothing to correct",
            f"if its code changed and it still holds: git memory reaffirm {old.id} --evidence TEXT",
        )


def _memory(
    ws: Workspace, note: Note, title: str, body: str, anchors: tuple[Anchor, ...], expires: str | None
) -> Memory:
    memory_id = new_id(ws.root, title, note.moment)
    return Memory(
        id=memory_id,
        type=note.type,
        kind=note.label if note.label in KINDS else None,
        title=title,
        status=Status.ACTIVE,
        path=f"{MEMORIES}/{file_name(memory_id, title)}",
        body=body,
        created=note.created or note.moment,
        updated=note.moment,
        anchors=anchors,
        triggers=tuple(dict.fromkeys(trigger for trigger in note.triggers if trigger.strip())),
        tags=tuple(dict.fromkeys(tag.strip() for tag in note.tags if tag.strip())),
        front=_front(note, note.author or ws.repo.identity(), expires),
    )


def _front(note: Note, author: str, expires: str | None) -> dict[str, FrontValue]:
    """The keys that have no field of their own; what is empty is left out of the file."""
    return {
        "scope": note.scope,
        "author": author,
        "source": note.source.value,
        "confidence": note.confidence.value,
        "expires": expires or "",
        "distinct": note.distinct or "",
        "transcript": note.transcript or "",
        "origin": note.origin or "",
        "evidence": _evidence(note, author),
    }


def _evidence(note: Note, author: str) -> list[FrontValue]:
    return [{"at": note.moment, "by": author, "text": text.strip()} for text in note.evidence if text.strip()]


def _related(ws: Workspace, memory: Memory, note: Note, kin: Kin, old: Memory | None) -> Memory:
    """The memory with what it is to those that are there: how new it is, whose place it takes, what it contradicts."""
    front = dict(memory.front)
    front["salience"] = dict(Salience(note.importance, note.cost, kin.surprise).as_front())
    if old is not None:
        front["supersedes"] = [old.id]
    if not kin.contradicted:
        return replace(memory, front=front)
    ids = [one.id for one in kin.contradicted]
    front["conflicts_with"] = [*ids]
    front["history"] = [entry_of(event(ws, "conflicted", note.moment, to=" ".join(ids)))]
    return replace(memory, front=front, status=Status.CONFLICTED)


def _touched(ws: Workspace, loaded: Memories, prepared: Prepared, at: str) -> list[Amendment]:
    """What changes in the files of other memories."""
    memory, old = prepared.memory, prepared.supersedes
    linked = draft_links(ws, loaded, prepared.contradicts, (memory.id,), at)
    if old is None:
        return linked
    done = {one.memory.id for one in linked}
    free = [draft(ws, loaded, one, change, at) for one, change in freed(loaded, (old,)) if one.id not in done]
    return [*linked, *free, draft_superseded(ws, loaded, old, memory, at)]


def _say_again(ws: Workspace, prepared: Prepared, existing: Memory) -> Remembered:
    """Keep when it was said again, and what shows it, in the memory that said it first."""
    note, old = prepared.note, prepared.supersedes
    loaded = load_memories(ws)
    change = Change(added={"evidence": _evidence(note, note.author or ws.repo.identity())})
    put(ws, [draft(ws, loaded, existing, change, note.moment)])
    if old is not None:
        supersede(ws, old.id, existing.id)
    shown = show(ws, existing.id)
    return Remembered(replace(shown, notices=(*shown.notices, *prepared.warnings)), True, old)
