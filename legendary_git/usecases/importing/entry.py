"""What a reader finds in another tool's store: entries, and what it cannot make one of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import Confidence, MemoryType, Provenance
from legendary_git.domain.values import dataclass

MOST_TITLE = 160
"""Longer ones are cut: what is said in more words than these is said in the body."""


class SourceFile(NamedTuple):
    """A file as it was found: its name from the folder of the store on (`/` between folders), and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One memory of another tool, as far as it says what ours need.

    `key` is its name in that store, `line` where it begins in its file.
    """

    key: str
    file: str
    line: int = 1
    title: str
    text: str
    type: MemoryType = MemoryType.DECISION
    label: str | None = None
    triggers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    """As they were stamped there, or unstamped: never as the code is now, which nobody has verified."""
    author: str | None = None
    created: str | None = None
    source: Provenance = Provenance.HUMAN
    confidence: Confidence = Confidence.MEDIUM
    expires: str | None = None
    transcript: str | None = None
    retired: str | None = None
    """Why it holds no longer; None: it holds."""
    successor: str | None = None
    """The key of the one that took its place."""
    is_personal: bool = False
    """Whether it is of a person and not of the project."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """What cannot become an entry, and what to do about it."""

    file: str
    line: int
    what: str
    todo: str
    title: str = ""

    @classmethod
    def because(cls, file: str, line: int, message: str, title: str = "") -> Unread:
        """Of one line that says what is wrong, and perhaps behind a colon what to do."""
        what, _, todo = message.rpartition(": ")
        return cls(file, line, what or message, todo if what else "mend it there, then import again", title)


@dataclass(frozen=True, slots=True)
class Passed:
    """A file that is no memory, and why."""

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a store says, in the order of its files."""

    entries: tuple[Entry, ...] = ()
    unread: tuple[Unread, ...] = ()
    passed: tuple[Passed, ...] = ()
    warnings: tuple[str, ...] = ()


Found: TypeAlias = Entry | Unread | Passed
Reader: TypeAlias = Callable[[Sequence[SourceFile]], Reading]


def sort_out(found: Sequence[Found], warnings: Sequence[str] = ()) -> Reading:
    """What was found, by what it is; of two entries with one key the first is taken."""
    entries: dict[str, Entry] = {}
    unread = [one for one in found if isinstance(one, Unread)]
    for one in found:
        if isinstance(one, Entry) and (first := entries.setdefault(one.key, one)) is not one:
            what = f"`{one.key}` is the name of another one too ({first.file})"
            unread.append(Unread(one.file, one.line, what, "give one of them another name", one.title))
    return Reading(
        tuple(entries.values()),
        tuple(unread),
        tuple(one for one in found if isinstance(one, Passed)),
        tuple(warnings),
    )


def stem_of(name: str) -> str:
    """A file's name without folders and ending."""
    return name.rpartition("/")[2].rpartition(".")[0]


def words_of(name: str) -> str:
    """A file's name as words: `prefer-bun_test` as `Prefer bun test`."""
    words = " ".join(name.replace("-", " ").replace("_", " ").split())
    return words[:1].upper() + words[1:]


def cut_title(text: str) -> str:
    """A title on one line, cut at a word where it is too long."""
    line = " ".join(text.split())
    if len(line) <= MOST_TITLE:
        return line
    return line[: MOST_TITLE - 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
