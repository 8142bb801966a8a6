"""fable's `.memory/`: a markdown file a fact, and MEMORY.md, which lists them.

Source of the keys: the template and the example of fable-memory (`name`, `description`, `metadata.type`; many stores
have `type` at the top), and its memory record (`Status:`, `Confidence:` …) as front matter or as lines of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from legendary_git.domain.memory import Confidence, Provenance
from legendary_git.domain.values import replace
from legendary_git.store.bad_file import BadFile
from legendary_git.usecases.importing.document import Document, read_document, read_fields, split_heading
from legendary_git.usecases.importing.entry import (
    MOST_TITLE,
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

INDEX = "memory.md"
_LABELS = {
    "user": "convention",
    "feedback": "convention",
    "preference": "convention",
    "convention": "convention",
    "workflow": "convention",
    "rule": "convention",
    "project": "fact",
    "fact": "fact",
    "constraint": "fact",
    "external": "fact",
    "reference": "reference",
    "lesson": "lesson",
    "skill": "skill",
}
_RECORD = frozenset({
    "scope", "type", "status", "confidence", "source", "provenance", "source/provenance", "superseded by",
    "created", "updated", "date",
})  # fmt: skip
_LINK = re.compile(r"\]\(<?([^)>\s]+\.md)>?\)|^\s*[-*]\s+`?([\w./-]+\.md)`?", re.MULTILINE)
_RETIRED = re.compile(r"(?i)\b(superseded|deprecated|obsolete|retired|withdrawn)\b")
_NOTHING = frozenset({"none", "n/a", "no", "-", "–", "—"})
_CONFIDENCES = {one.value: one for one in Confidence}


def read_fable(files: Sequence[SourceFile]) -> Reading:
    """The facts of a `.memory/`; MEMORY.md is no fact, and what it lists and is not there is told."""
    found = [_read(file) for file in files if not _is_index(file.name)]
    keys = {stem_of(f"{one.key}.md"): one.key for one in found if isinstance(one, Entry)}
    linked = [
        replace(one, successor=keys.get(one.successor or "", one.successor)) if isinstance(one, Entry) else one
        for one in found
    ]
    return sort_out(linked, tuple(_missing(files)))


def _is_index(name: str) -> bool:
    return name.rpartition("/")[2].lower() == INDEX


def _missing(files: Sequence[SourceFile]) -> Iterator[str]:
    names = {file.name for file in files}
    for index in files:
        if _is_index(index.name):
            folder = index.name.rpartition("/")[0]
            for link in _LINK.finditer(index.data.decode("utf-8", "replace")):
                name = link[1] or link[2]
                if (f"{folder}/{name}" if folder else name) not in names:
                    yield f"{index.name} lists {name}, which is not there"


def _read(file: SourceFile) -> Found:
    if stem_of(file.name).lower() == "readme":
        return Passed(file.name, "a README")
    if "template" in stem_of(file.name).lower():
        return Passed(file.name, "a template")
    try:
        document = read_document(file.data)
    except BadFile as bad:
        return Unread.because(file.name, bad.line, bad.message)
    return _entry(file, document)


def _entry(file: SourceFile, document: Document) -> Entry:
    heading, text = split_heading(document.text)
    record = read_fields(document.text, _RECORD)
    title, body = _titled(file, document, heading, text)
    kind = _kind(document) or record.get("type", ("", 0))[0].lower()
    status = document.word("status") or record.get("status", ("", 0))[0]
    successor = document.word("superseded-by", "superseded_by") or record.get("superseded by", ("", 0))[0]
    successor = "" if successor.lower() in _NOTHING else successor
    moment = document.word("created", "date", "updated") or record.get("created", record.get("date", ("", 0)))[0]
    confidence = document.word("confidence") or record.get("confidence", ("", 0))[0]
    is_retired = bool(successor) or _RETIRED.search(status) is not None
    return Entry(
        key=file.name.removesuffix(".md"),
        file=file.name,
        title=title,
        text=body,
        label=_LABELS.get(kind),
        tags=document.words("tags"),
        author=document.word("author") or None,
        created=parse_moment(moment),
        source=Provenance.AGENT,
        confidence=_CONFIDENCES.get(confidence.lower(), Confidence.MEDIUM),
        retired=(f"superseded by {successor}" if successor else status) if is_retired else None,
        successor=stem_of(f"{successor.removesuffix('.md')}.md") if is_retired and successor else None,
        is_personal=kind == "user",
    )


def _kind(document: Document) -> str:
    metadata = document.fields.get("metadata")
    nested = metadata.get("type") if isinstance(metadata, dict) else None
    return (nested if isinstance(nested, str) and nested else document.word("type")).lower()


def _titled(file: SourceFile, document: Document, heading: str, text: str) -> tuple[str, str]:
    """The title, which is the heading or else the description, and the body, which has what of these it is not."""
    description = document.word("description")
    name = document.word("title") or heading
    if name:
        return cut_title(name), "\n\n".join(filter(None, (description if description != name else "", text)))
    if description and len(description) <= MOST_TITLE:
        return description, text
    name = words_of(document.word("name") or stem_of(file.name))
    return cut_title(name), "\n\n".join(filter(None, (description, text)))
