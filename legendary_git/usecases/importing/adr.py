"""Architecture decision records in a folder: MADR (2 to 4), Nygard's form as adr-tools writes it, and what is near.

Sources of the forms: adr/madr, `template/adr-template.md`; npryce/adr-tools, `adr-new` and `_adr_update_status`, which
spells it `Superceded by`; log4brains, whose names begin with a date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from legendary_git.domain.values import dataclass, replace
from legendary_git.store.bad_file import BadFile
from legendary_git.usecases.importing.adr_status import FIELDS, Standing, Status, read_status, without_status
from legendary_git.usecases.importing.document import Document, find_section, read_document, read_fields, split_heading
from legendary_git.usecases.importing.entry import (
    Entry,
    Found,
    Passed,
    Reading,
    SourceFile,
    Unread,
    cut_title,
    sort_out,
    stem_of,
    words_of,
)
from legendary_git.usecases.importing.moments import parse_moment

_NUMBER = re.compile(r"(?:(?:adr|ddr|sdr|mdr)[-_ ]?)?0*(\d{1,8})(?=[-_ .]|$)", re.IGNORECASE)
_TITLE_NUMBER = re.compile(
    r"(?:(?:ADR|DDR|SDR|MDR|Decision)[-_ #]*)?\d+(?:[.:)]|\s*[-–—:])\s*|(?:ADR|DDR|SDR|MDR)[-_ #]*\d+\s+", re.IGNORECASE
)
_PLACEHOLDER = re.compile(r"[{<\[]\s*(?:short |adr |decision )?title\b|^(?:NUMBER|TITLE)\b", re.IGNORECASE)
_INDEX = frozenset({"readme", "index", "toc", "contributing", "changelog"})
_TEMPLATE = re.compile(r"(?:\d+[-_])?(?:[a-z]?adr[-_])?templates?\b|(?!\d).*template")
_REJECTED = "Rejected: "


@dataclass(frozen=True, slots=True)
class _Record:
    file: SourceFile
    entry: Entry
    status: Status

    @property
    def number(self) -> int | None:
        found = _NUMBER.match(stem_of(self.file.name))
        return int(found[1]) if found is not None else None


def read_adr(files: Sequence[SourceFile]) -> Reading:
    """The decisions of a folder, each with the one that took its place.

    A proposal is refused: it is not decided yet. A rejection is a decision, and its title says so.
    """
    read = [_read(file) for file in files]
    records = {one.entry.key: one for one in read if isinstance(one, _Record)}
    successors, warnings = _successors(records)
    found: list[Found] = [_linked(one, successors, records) if isinstance(one, _Record) else one for one in read]
    return sort_out(found, warnings)


def _read(file: SourceFile) -> _Record | Unread | Passed:
    stem = stem_of(file.name).lower()
    if stem in _INDEX or _TEMPLATE.match(stem):
        return Passed(file.name, "an index" if stem in _INDEX else "a template")
    try:
        document = read_document(file.data)
    except BadFile as bad:
        return Unread.because(file.name, bad.line, bad.message)
    status = read_status(document)
    heading, text = split_heading(document.text)
    if status.standing is Standing.TEMPLATE or _PLACEHOLDER.search(heading):
        return Passed(file.name, "a template")
    if not _is_record(file.name, document, status):
        return Passed(file.name, "no decision record: it has no number, and no decision in it")
    title = _title(file.name, document, heading)
    if status.standing is Standing.OPEN:
        line = document.lines.get("status", document.text_line + status.line)
        what = f"`{status.said}`: it is not decided yet"
        return Unread(file.name, line, what, "import it again when it is accepted", title)
    return _Record(file, _entry(file.name, document, title, without_status(text)), status)


def _is_record(name: str, document: Document, status: Status) -> bool:
    return (
        _NUMBER.match(stem_of(name)) is not None
        or any(find_section(document.text, part) is not None for part in ("decision outcome", "decision"))
        or (bool(status.said) and find_section(document.text, "context") is not None)
    )


def _title(name: str, document: Document, heading: str) -> str:
    said = _TITLE_NUMBER.sub("", heading, count=1) if _TITLE_NUMBER.match(heading) else heading
    number = _NUMBER.match(stem_of(name))
    slug = stem_of(name)[number.end() :] if number is not None else stem_of(name)
    return cut_title(said or document.word("title") or words_of(slug) or stem_of(name))


def _entry(name: str, document: Document, title: str, text: str) -> Entry:
    fields = {key: said for key, (said, _) in read_fields(document.text, FIELDS).items()}
    date = document.word("date", "created", "updated") or _first(
        fields, "date", "decision date", "created", "created on", "last updated", "updated"
    )
    names = ("deciders", "decision-makers", "decision makers", "authors", "author", "owners", "owner")
    author = document.word(*names) or _first(fields, *names)
    tags = (*document.words("tags"), *document.words("categories"))
    if not tags:
        tags = tuple(tag.strip() for tag in _first(fields, "tags", "categories").split(",") if tag.strip())
    return Entry(
        key=name,
        file=name,
        title=title,
        text=text,
        tags=tags,
        author=None if not author or author.startswith(("{", "[")) else cut_title(author),
        created=parse_moment(date) if date else None,
    )


def _first(fields: Mapping[str, str], *keys: str) -> str:
    return next((fields[key] for key in keys if fields.get(key)), "")


def _successors(records: Mapping[str, _Record]) -> tuple[dict[str, str], list[str]]:
    """Which record took the place of which, as either of them says, and the references that lead nowhere."""
    found: dict[str, str] = {}
    warnings = []
    for key, one in records.items():
        for reference in one.status.by:
            successor = _resolve(records, key, reference)
            if successor is None:
                warnings.append(f"{key}: superseded by {reference}, which is not among what is imported")
            elif successor != key and records[successor].status.standing is not Standing.REJECTED:
                found.setdefault(key, successor)
    for key, one in records.items():
        if one.status.standing is Standing.HOLDS:
            for reference in one.status.of:
                predecessor = _resolve(records, key, reference)
                if predecessor is not None and predecessor != key:
                    found.setdefault(predecessor, key)
    return found, warnings


def _resolve(records: Mapping[str, _Record], here: str, reference: str) -> str | None:
    """The record that is meant: by its path from here, by its file name, or by its number in this folder or in all."""
    folder = here.rpartition("/")[0]
    if not reference.isdigit():
        name = reference.rpartition("/")[2].removesuffix(".md")
        return _only([key for key in records if stem_of(key) == name], folder)
    return _only([key for key, one in records.items() if one.number == int(reference)], folder)


def _only(keys: Sequence[str], folder: str) -> str | None:
    here = [key for key in keys if key.rpartition("/")[0] == folder]
    if len(here) == 1:
        return here[0]
    return keys[0] if len(keys) == 1 else None


def _linked(one: _Record, successors: Mapping[str, str], records: Mapping[str, _Record]) -> Entry:
    successor = successors.get(one.entry.key)
    if successor is not None:
        return replace(one.entry, retired=f"superseded by {records[successor].entry.title}", successor=successor)
    if one.status.standing in (Standing.SUPERSEDED, Standing.DEPRECATED):
        return replace(one.entry, retired=one.status.said)
    if one.status.standing is Standing.REJECTED:
        return replace(one.entry, title=cut_title(f"{_REJECTED}{one.entry.title}"))
    return one.entry
