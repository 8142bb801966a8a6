"""The status of a decision record: the words that people write there, and the records that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from legendary_git.domain.values import dataclass
from legendary_git.parsing.headings import plain_markdown
from legendary_git.usecases.importing.document import Document, find_section, read_fields
from legendary_git.usecases.importing.entry import cut_title

FIELDS = frozenset({
    "status", "state", "date", "deciders", "decision-makers", "decision makers", "author", "authors", "owner", "owners",
    "approvers", "tags", "categories", "supersedes", "superseded by", "superseded-by", "superseded_by", "replaces",
    "replaced by", "created", "last updated", "updated", "created on", "decision date",
})  # fmt: skip
"""The lines at the head of a record that are read."""


class Standing(Enum):
    """Whether a decision was made, and still holds."""

    HOLDS = "holds"
    OPEN = "open"
    REJECTED = "rejected"
    DEPRECATED = "deprecated"
    SUPERSEDED = "superseded"
    TEMPLATE = "template"


@dataclass(frozen=True, slots=True)
class Status:
    """`said` is the word or the sentence of the record, `line` where it stands in the document's text (0-based).

    `by` and `of` are the references to the records that took its place and whose place it took.
    """

    standing: Standing
    said: str = ""
    line: int = 0
    by: tuple[str, ...] = ()
    of: tuple[str, ...] = ()


_STANDINGS = (
    (Standing.SUPERSEDED, r"super[sc]eded|replaced"),
    (Standing.DEPRECATED, r"deprecated|obsolete|retired|withdrawn|abandoned|archived|no longer (?:valid|in use)"),
    (Standing.REJECTED, r"rejected|declined|not accepted|won'?t do|dismissed"),
    (Standing.HOLDS, r"accepted|approved|decided|adopted|implemented|active|agreed|final|done|in effect|complete[d]?"),
    (
        Standing.OPEN,
        r"proposed|proposal|draft|pending|open|in review|under (?:review|discussion)|wip|rfc|idea|considering|tbd",
    ),
)
_WORDS = tuple((standing, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for standing, words in _STANDINGS)
_BY = re.compile(r"(?:super[sc]eded|replaced)[ _-]*by\b:?", re.IGNORECASE)
_OF = re.compile(r"\b(?:super[sc]edes|replaces)\b:?", re.IGNORECASE)
_OTHER = re.compile(r"\b(?:amend|clarif|extend|relate|refine|see also|depends|link)\w*", re.IGNORECASE)
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+?\.md)(?:#[^)\s]*)?>?\s*\)")
_NUMBER = re.compile(r"(?:\b(?:adr|ddr|sdr|mdr)[-_ #]*|#|\[|\bby\s+)0*(\d{1,6})\b", re.IGNORECASE)
_NAME = re.compile(r"\b\d[\w-]*\.md\b|\b\d{8}-[\w-]+")
_BARE = 3
_TEMPLATE = re.compile(r"\{.*\||\|.*\}|\b\w+ *\| *\w+ *\| *\w+|\[(?:proposed|accepted)\s*[|/,]", re.IGNORECASE)


def read_status(document: Document) -> Status:
    """What a record says of itself, in front matter, in a section `Status`, or in a line at its head.

    A record without one holds: many teams write down only what was decided.
    """
    text, line = _find(document)
    if _TEMPLATE.search(text):
        return Status(Standing.TEMPLATE, text)
    head = text.strip().split("\n", 1)[0]
    standing = _standing_of(head) or _standing_of(text) or Standing.HOLDS
    by = tuple(_references(text, _BY)) + tuple(
        _named(document, "superseded-by", "superseded_by", "superseded by", "replaced by")
    )
    of = tuple(_references(text, _OF)) + tuple(_named(document, "supersedes", "replaces"))
    if by and standing in (Standing.HOLDS, Standing.DEPRECATED):
        standing = Standing.SUPERSEDED
    return Status(standing, cut_title(plain_markdown(head)), line, by, of)


def _find(document: Document) -> tuple[str, int]:
    if front := document.word("status", "state"):
        return front, 0
    if (section := find_section(document.text, "status")) is not None and section.text:
        return section.text, section.line
    fields = read_fields(document.text, FIELDS)
    return fields.get("status", fields.get("state", ("", 0)))


def without_status(text: str) -> str:
    """The text without what is kept in other ways: the status, where it is no more than that, date and deciders."""
    lines = text.split("\n")
    gone = {number for said, number in read_fields(text, FIELDS).values() if said and not _is_told(lines[number])}
    section = find_section(text, "status")
    if section is not None and all(_is_bare(line) for line in section.text.split("\n") if line.strip()):
        gone |= set(range(section.start, section.end))
    kept = "\n".join(line for number, line in enumerate(lines) if number not in gone)
    return re.sub(r"\n{3,}", "\n\n", kept).strip("\n")


def _is_bare(line: str) -> bool:
    """Whether a line of a section says that a record holds, or what it replaced, and nothing else."""
    said = _NAME.sub("", _LINK.sub("", re.sub(r"\[[^\]]*\]", "", line)))
    words = re.findall(r"[A-Za-z]{2,}", said)
    return len(words) <= _BARE and (
        _standing_of(line) is not None or _BY.search(line) is not None or _OF.search(line) is not None
    )


def _is_told(line: str) -> bool:
    """Whether a line is part of a table, which would fall apart without it."""
    return line.lstrip().startswith("|")


def _standing_of(text: str) -> Standing | None:
    """The standing that is named first; what a record did to another one is none of its own.

    Words in brackets are mostly another record's title, and count where there are no others (`[Accepted](…)`).
    """
    said = _LINK.sub(" ", re.sub(r"\[[^\]]*\]", " ", text))
    return _first_in(_OF.sub(" … ", said)) or _first_in(_OF.sub(" … ", plain_markdown(text)))


def _first_in(text: str) -> Standing | None:
    found = [
        (match.start(), place, standing)
        for place, (standing, pattern) in enumerate(_WORDS)
        if (match := pattern.search(text))
    ]
    return min(found)[2] if found else None


def _references(text: str, verb: re.Pattern[str]) -> Iterator[str]:
    """The records that are named after a verb, up to the line's end or another verb."""
    for found in verb.finditer(text):
        rest = text[found.end() :].lstrip(" :*_\n").split("\n", 1)[0]
        stops = [stop.start() for pattern in (_BY, _OF, _OTHER) if (stop := pattern.search(rest))]
        yield from _names_in(f"by {rest[: min(stops, default=len(rest))]}")


def _names_in(text: str) -> Iterator[str]:
    """The targets of links, else file names, else numbers."""
    if links := _LINK.findall(text):
        yield from links
    elif names := _NAME.findall(text):
        yield from names
    else:
        yield from (found for found in _NUMBER.findall(text))


def _named(document: Document, *keys: str) -> Iterator[str]:
    """What a key or a line of that name holds."""
    fields = read_fields(document.text, FIELDS)
    for key in keys:
        said = document.word(key) or fields.get(key, ("", 0))[0]
        yield from _names_in(f"by {said}") if said else ()
