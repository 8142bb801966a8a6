"""Import what another tool remembers: every entry goes the way of `remember`, and none is written twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Confidence, Memory, Status
from legendary_git.domain.values import dataclass, field, replace
from legendary_git.errors import AnchorRefused, MemoryRefused, UsageError
from legendary_git.secrets import refuse_secrets
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.code import WorktreeCode
from legendary_git.usecases.deprecate import deprecate
from legendary_git.usecases.examine import read_expires
from legendary_git.usecases.import_order import order_entries
from legendary_git.usecases.import_place import Place, find_place, origin_of, read_files
from legendary_git.usecases.imported import Imported, ImportReport, Outcome
from legendary_git.usecases.importing.entry import Entry, SourceFile, Unread
from legendary_git.usecases.importing.sources import SOURCES
from legendary_git.usecases.memories import load_memories, with_memories
from legendary_git.usecases.note import Note
from legendary_git.usecases.present import has_place
from legendary_git.usecases.remember import Prepared, one_writer, prepare, write
from legendary_git.usecases.scope import GLOBAL, REPO
from legendary_git.usecases.supersede import check_supersedes, supersede
from legendary_git.usecases.workspace import Workspace

_REFUSALS = (MemoryRefused, AnchorRefused, UsageError)
_PERSONAL = "a person's own: kept for this repository alone; git memory --global import keeps it in your own store"
_QUOTED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """What is to be imported, `path` as seen from `folder`.

    `expires`, `confidence` and `evidence` are of every entry that says none itself.
    """

    source: str
    path: str
    folder: Path
    is_dry: bool = False
    expires: str | None = None
    confidence: Confidence | None = None
    evidence: Sequence[str] = ()
    now: datetime = field(default_factory=read_clock)


def import_memories(ws: Workspace, request: ImportRequest) -> ImportReport:
    """Write each entry as `remember` would, or say why not; a dry run writes nothing and says the same.

    What came from there before is there already, whatever became of it since. Raises UsageError (our own folder, a
    date that is none), StoreError (nothing there, or nothing can be written). What is wrong with an entry or a file is
    told in the report and stops none of the others.
    """
    source = SOURCES[request.source]
    read_expires(request.expires, request.now.astimezone(UTC).date())
    place = find_place(ws, source, request.folder, request.path)
    files, unread = read_files(place)
    reading = source.reader(files)
    with one_writer(ws):
        run = _Run(ws, request, place, files)
        run.take(reading.entries)
    items = [*run.items, *(_unread(place, one) for one in (*unread, *reading.unread))]
    order = {place.show(name): number for number, name in enumerate(place.names)}
    return ImportReport(
        request.source,
        request.path,
        request.is_dry,
        tuple(sorted(items, key=lambda one: (order.get(one.file, 0), one.line))),
        tuple(replace(one, file=place.show(one.file)) for one in reading.passed),
        (*place.warnings, *reading.warnings, *ws.notices),
    )


def _unread(place: Place, one: Unread) -> Imported:
    return Imported(
        outcome=Outcome.REFUSED,
        file=place.show(one.file),
        line=one.line,
        title=one.title,
        what=one.what,
        todo=one.todo,
    )


class _Run:
    """One import: what came from where, and in a dry run the memories as they would be by now."""

    def __init__(self, ws: Workspace, request: ImportRequest, place: Place, files: Sequence[SourceFile]) -> None:
        self.ws, self.request, self.place = ws, request, place
        self.data = {file.name: file.data for file in files}
        loaded = load_memories(ws).valid
        self.there = {one.id: one for one in loaded}
        self.origins = {str(one.front["origin"]): one.id for one in loaded if one.front.get("origin")}
        if request.source == "legendary":  # a copy of our own folder: ids are of one kind in both
            self.origins = {f"legendary:{one.id}": one.id for one in loaded} | self.origins
        self.items: list[Imported] = []
        self.ids: dict[str, str] = {}
        self.new: set[str] = set()
        self.pending: dict[str, Memory] = {}

    def take(self, entries: Sequence[Entry]) -> None:
        ordered = order_entries(entries)
        before: dict[str, list[Entry]] = {}
        for one in ordered:
            if one.successor is not None:
                before.setdefault(one.successor, []).append(one)
        for one in ordered:
            self.items.append(self._import(one, before.get(one.key, [])))
        for one in ordered:
            self._retire(one)

    def _import(self, entry: Entry, before: Sequence[Entry]) -> Imported:
        origin = origin_of(self.request.source, self.place, entry)
        if (known := self.origins.get(origin)) is not None:
            self.ids[entry.key] = known
            return self._item(entry, origin, Outcome.THERE, self.there.get(known) or self._memory(known))
        note, warnings = self._note(entry, origin)
        try:
            refuse_secrets({"reason": entry.retired or ""})
            olds = self._replaced(note, before)
            prepared = prepare(self.ws, replace(note, supersedes=next(iter(olds), None)), tuple(self.pending.values()))
        except _REFUSALS as refused:
            item = self._item(entry, origin, Outcome.REFUSED, None)
            line = _line_of(entry, self.data[entry.file], refused.what)
            return replace(item, line=line, what=refused.what, todo=refused.todo, details=refused.details)
        if prepared.existing is not None:
            self.ids[entry.key] = prepared.existing.id
            return self._item(entry, origin, Outcome.THERE, prepared.existing)
        memory = self._write(prepared, olds)
        self.origins[origin] = self.ids[entry.key] = memory.id
        self.new.add(entry.key)
        item = self._item(entry, origin, Outcome.WRITTEN, memory)
        return replace(item, warnings=(*entry.warnings, *warnings, *prepared.warnings), retired=entry.retired or "")

    def _note(self, entry: Entry, origin: str) -> tuple[Note, tuple[str, ...]]:
        request = self.request
        kept, warnings = self._anchors(entry.anchors)
        created = entry.created
        if created is not None and created > request.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"):
            warnings = (*warnings, f"its date {created[:10]} is yet to come: left out")
            created = None
        if entry.is_personal and not self.ws.is_users:
            warnings = (*warnings, _PERSONAL)
        is_unsure = entry.confidence is Confidence.MEDIUM and request.confidence is not None
        note = Note(
            text=entry.text,
            title=entry.title,
            type=entry.type,
            label=entry.label,
            scope=GLOBAL if self.ws.is_users else REPO,
            stamped=kept,
            triggers=entry.triggers,
            tags=entry.tags,
            evidence=request.evidence,
            source=entry.source,
            confidence=request.confidence if is_unsure and request.confidence is not None else entry.confidence,
            expires=entry.expires or request.expires,
            transcript=entry.transcript,
            author=entry.author,
            created=created,
            origin=origin,
            now=request.now,
        )
        return note, warnings

    def _anchors(self, anchors: Iterable[Anchor]) -> tuple[tuple[Anchor, ...], tuple[str, ...]]:
        """Those whose place is there now, and a line for each of the others."""
        code = WorktreeCode(self.ws.repo, self.ws.index)
        there = {anchor: not self.ws.is_users and has_place(code, anchor) for anchor in anchors}
        kept = tuple(anchor for anchor, is_there in there.items() if is_there)
        return kept, tuple(
            f"without its anchor {anchor.spec}, which is not in this repository now"
            for anchor, is_there in there.items()
            if not is_there
        )

    def _replaced(self, note: Note, before: Sequence[Entry]) -> list[str]:
        """The ids of the memories whose place the note takes; where it does not cover one, that one is deprecated."""
        found = []
        for entry in before:
            memory = self._memory(self.ids.get(entry.key))
            if memory is None or memory.is_retired:
                continue
            loaded = with_memories(load_memories(self.ws), tuple(self.pending.values()))
            try:
                check_supersedes(self.ws, memory.id, note.stamped, loaded)
                found.append(memory.id)
            except MemoryRefused:
                self._deprecate(memory, entry)
        return found

    def _write(self, prepared: Prepared, olds: Sequence[str]) -> Memory:
        if self.request.is_dry:
            self.pending[prepared.memory.id] = prepared.memory
            for old in olds:
                if (memory := self._memory(old)) is not None:
                    self.pending[old] = replace(memory, status=Status.SUPERSEDED)
            return prepared.memory
        written = write(self.ws, prepared).shown.judged.memory
        for old in olds[1:]:
            supersede(self.ws, old, written.id)
        return written

    def _retire(self, entry: Entry) -> None:
        """Deprecate what was written just now, holds no longer, and was not superseded by what came after it."""
        if entry.retired is not None and entry.key in self.new:
            memory = self._memory(self.ids[entry.key])
            if memory is not None and not memory.is_retired:
                self._deprecate(memory, entry)

    def _deprecate(self, memory: Memory, entry: Entry) -> None:
        if self.request.is_dry:
            self.pending[memory.id] = replace(memory, status=Status.DEPRECATED)
        else:
            deprecate(self.ws, memory.id, entry.retired or "")

    def _memory(self, memory_id: str | None) -> Memory | None:
        loaded = with_memories(load_memories(self.ws), tuple(self.pending.values()))
        return next((one for one in loaded.valid if one.id == memory_id), None)

    def _item(self, entry: Entry, origin: str, outcome: Outcome, memory: Memory | None) -> Imported:
        return Imported(
            outcome=outcome,
            file=self.place.show(entry.file),
            line=entry.line,
            title=entry.title,
            origin=origin,
            memory=memory,
        )


def _line_of(entry: Entry, data: bytes, what: str) -> int:
    """The line of the file in which the words stand that a refusal quotes; else that of the entry."""
    found = _QUOTED.search(what)
    if found is None:
        return entry.line
    words = re.compile(r"\s+".join(map(re.escape, found[1].rstrip("…").split())), re.IGNORECASE)
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    start = sum(len(line) + 1 for line in text.split("\n")[: entry.line - 1])
    place = words.search(text, start)
    return text.count("\n", 0, place.start()) + 1 if place is not None else entry.line
