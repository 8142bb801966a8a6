"""What scry prints: the lines of `scry memory stale` and of `scry memory brief`, kept in a file.

Both are documented by scry; its database is not. A line of `stale` has three fields with tabs between them, `[kind
#id] (stale)`, the paths, the content; backslash, newline, tab and carriage return are escaped in the last two, a comma
in a path too. A line of `brief` is `[kind #id] (score or stale) content`, without paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Provenance
from legendary_git.domain.values import replace
from legendary_git.store.anchor_fields import why_not_a_repo_path
from legendary_git.store.bad_file import BadFile
from legendary_git.usecases.importing.document import read_document
from legendary_git.usecases.importing.entry import (
    Entry,
    Found,
    Reading,
    SourceFile,
    Unread,
    cut_title,
    sort_out,
)

_NAME = re.compile(r"\[(?P<kind>[a-z]+) #(?P<id>\d{1,18})\]")
_MARKS = re.compile(r" \((?P<mark>[a-z]+|\d+(?:\.\d+)?)\)")
_HEADER = re.compile(r"may be wrong now \(.*\):$")
_ESCAPE = re.compile(r"\\([\\ntr,])")
_ESCAPED = {"\\": "\\", "n": "\n", "t": "\t", "r": "\r", ",": ","}
_PATH_END = re.compile(r"((?:[^\\,]|\\.)+)(?:,|$)")
_KINDS = frozenset({"lesson", "decision", "convention", "skill", "fact", "episode"})
_STALE = "stale"


def read_scry(files: Sequence[SourceFile]) -> Reading:
    """The memories of an export. One that stands in both lists is read once, with the paths of the longer line."""
    found: dict[str, Found] = {}
    for file in files:
        for one in _read(file):
            key = one.key if isinstance(one, Entry) else f"{file.name}:{len(found)}"
            known = found.get(key)
            if isinstance(known, Entry) and isinstance(one, Entry) and not _is_same(known, one):
                found[f"{file.name}:{len(found)}"] = Unread(
                    file.name, one.line, f"another line has the id {one.key} and says something else", "export it again"
                )
            else:
                found[key] = _both(known, one) if isinstance(known, Entry) and isinstance(one, Entry) else one
    return sort_out(list(found.values()))


def _is_same(known: Entry, new: Entry) -> bool:
    """Whether they are the same memory: a list may have no more than the first line of it."""
    short, long = sorted((_words(known), _words(new)), key=len)
    return long[: len(short)] == short


def _words(entry: Entry) -> list[str]:
    """All that it says; a title that was cut stands in the text as well."""
    return [*([] if entry.title.endswith("…") else entry.title.split()), *entry.text.split()]


def _both(known: Entry, new: Entry) -> Entry:
    """`brief` puts a content on one line; the line of `stale` has it as it is, and its anchors."""
    return replace(new, warnings=known.warnings or new.warnings) if new.anchors and not known.anchors else known


def _read(file: SourceFile) -> Iterator[Found]:
    try:
        text = read_document(file.data).text
    except BadFile as bad:
        yield Unread.because(file.name, bad.line, bad.message)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not _HEADER.match(line.strip()):
            yield _entry(file.name, number, line)


def _entry(file: str, number: int, line: str) -> Entry | Unread:
    name = _NAME.match(line)
    if name is None or name["kind"] not in _KINDS:
        todo = "keep the lines of `scry memory brief` and `scry memory stale` as they were printed"
        return Unread(file, number, "not a line that scry prints for a memory", todo)
    end = name.end()
    marks: list[str] = []
    while (mark := _MARKS.match(line, end)) is not None and len(marks) < 3:
        marks.append(mark["mark"])
        end = mark.end()
    fields = line[end:].split("\t")
    has_paths = len(fields) == 3 and not fields[0].strip()
    paths = [_unescape(found[1]) for found in _PATH_END.finditer(fields[1])] if has_paths else []
    content = (_unescape(fields[2]) if has_paths else line[end:]).strip()
    if not content:
        return Unread(file, number, f"{name[0]} says nothing", "export it again")
    first, _, rest = content.partition("\n")
    title = cut_title(first)
    text = rest.strip() if title == " ".join(first.split()) else content
    return Entry(
        key=name["id"],
        file=file,
        line=number,
        title=title,
        text=text,
        label={"decision": None, "episode": "lesson"}.get(name["kind"], name["kind"]),
        anchors=tuple(Anchor(file=path) for path in paths if why_not_a_repo_path(path) is None),
        source=Provenance.AGENT,
        warnings=tuple(_warnings(name["kind"], paths, is_stale=_STALE in marks)),
    )


def _warnings(kind: str, paths: Sequence[str], *, is_stale: bool) -> Iterator[str]:
    if kind == "episode":
        yield "an episode without a verbatim error: kept as a decision, a lesson"
    if is_stale:
        yield "scry had it as stale: look whether it still holds"
    yield from (f"without its anchor {path}: {why}" for path in paths if (why := why_not_a_repo_path(path)) is not None)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED[found[1]], text)
