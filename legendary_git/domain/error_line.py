"""Whether a line says that something went wrong, or only speaks of it, by what stands round the error's text.

`E   OperationalError: …`, `12:01:05 ERROR shop | …` and `src/db.c:12:5: error: …` report one; `ok 3 - a database that
is locked …`, `* Fix "…"`, `TODO: …` and `title: …` do not. Before an error may stand nothing, or what `error_prefix`
knows that tools put there, and no more: what nobody has thought of is taken for talk.
"""

from __future__ import annotations

import re

from legendary_git.domain.error_prefix import (
    ENDINGS,
    FRAME,
    LEVEL,
    NAME,
    PROGRAM,
    SHAPES,
    SOURCE,
    TAIL,
    TIME,
    pattern,
)
from legendary_git.domain.programs import CALLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_LONGEST = 400
_CONTINUED = (
    r"(?:: ?\(?|(?:desc|msg|message|err|error|cause|reason|exception)[\"']? ?[:=] ?"
    r"|\((?:\w{1,40}\.){0,6}\w{0,40}(?:Error|Exception)\) | - )[\"'`]?$"
)
"""How a sentence behind a level ends where the error follows: `ERROR cannot post: `, `ERROR retry failed err="`."""
_SPOKEN_TEXT = """
avoid avoids caught example examples expected expecting expects fixed fixme hack handled ignored ignores ignoring like
prevent prevents recovered resolved see skipped skipping solved suppressed suppressing swallowed todo xxx
"""
_SPOKEN = frozenset(_SPOKEN_TEXT.split())
"""In a sentence behind a level they say that it speaks of an error, or that it was dealt with."""
_FIELD_TEXT = """
changelog comment debug doc docs done handling help hint info message messages note ok passed pattern regex retry
retrying string tests text title tip triggers
"""
_FIELDS = frozenset(_FIELD_TEXT.split())
"""Alone behind a level (`warning: message: …`) they name a text, and nothing that failed."""
_SETTLED = frozenset(["fixed", "handled", "ignored", "recovered", "resolved", "solved", "suppressed", "swallowed"])
_AGAIN = frozenset(["retry", "retries", "retried", "retrying", "recovering", "ignoring", "skipping"])
_NOT = frozenset(["cannot", "can't", "couldn't", "isn't", "never", "no", "not", "wasn't", "without"])
_ENDS = frozenset(
    (
        *("done", "fixed", "ok", "pass", "passed", "skip", "skipped", "solved", "success", "successful"),
        *("xfail", "xpass", "\N{CHECK MARK}", "\N{HEAVY CHECK MARK}", "\N{WHITE HEAVY CHECK MARK}"),
    )
)
_REMARK = (
    r"\s*(?:[\u2012-\u2015|?]|[-=]{1,9}>|-{1,3}\s|\(#\d|\(\d{1,6}(?:\.\d{1,3})? ?m?s\)|"
    r"(?:is|are|was|were|should|must|may|will|would|means|if|when|no longer)\b)"
)
"""What makes a line that begins with an error's text one about it: `… — see below`, `… | retry`, `… is expected`."""
_EDGES = "[](){}<>:|!.,*'\"`;-\u2013\u2014"


def is_error_line(before: str, after: str, programs: Collection[str] = ()) -> bool:
    """Whether an error's text between these two reports one; `programs` are those that the command runs."""
    told = _read(before, programs)
    return told is not None and not ends_well(after, has_level=LEVEL in told)


def begins_error(before: str, programs: Collection[str] = ()) -> bool:
    """Whether an error's text begins behind that: at the start of its line, or after what tools put before errors."""
    return _read(before, programs) is not None


def ends_well(after: str, *, has_level: bool = False) -> bool:
    """Whether a line says behind the error that all is well: `database is locked … ok`, `… (handled)`.

    Where no level stands before it, a remark on it or another attempt says so too: `database is locked — retrying`.
    """
    words = [word.strip(_EDGES).lower() for word in after[:_LONGEST].split()]
    if not any(words):
        return False
    if next(word for word in reversed(words) if word) in _ENDS:
        return True
    if not has_level and (pattern(_REMARK).match(after) or words[-1].endswith("%") or not _AGAIN.isdisjoint(words)):
        return True
    return not _SETTLED.isdisjoint(words) and _NOT.isdisjoint(words)


def has_several_words(form: str) -> bool:
    """Whether a trigger has more than one word, of which it takes two to say anything."""
    return sum(any(char.isalpha() for char in word) for word in form.split()) > 1


def _read(before: str, programs: Collection[str]) -> frozenset[str] | None:
    """What stands before an error, as kinds of `error_prefix`; None where anything else does too."""
    if len(before) > _LONGEST:
        return None
    told: set[str] = set()
    at = 0
    while at < len(before):
        kind, end = _next(before, at, told, programs)
        if end <= at:
            return frozenset(told) if LEVEL in told and _goes_on(before[at:]) else None
        told.add(kind)
        at = end
    return None if NAME in told and told.isdisjoint((TIME, LEVEL)) else frozenset(told)


def _next(before: str, at: int, told: set[str], programs: Collection[str]) -> tuple[str, int]:
    """The kind of what stands there, and where it ends; there where nothing does that may."""
    for kind, first, shape in SHAPES:
        if (first and before[at] not in first) or (kind == TAIL and LEVEL not in told):
            continue
        found = pattern(shape).match(before, at)
        if found is not None and _counts(kind, found, programs):
            return FRAME if kind in (SOURCE, PROGRAM) else kind, found.end()
    return FRAME, at


def _counts(kind: str, found: re.Match[str], programs: Collection[str]) -> bool:
    if kind == TAIL:
        return _is_plain(found[0])
    if kind == SOURCE:
        return found["ending"] in ENDINGS
    if kind == PROGRAM:
        name = found["program"].rpartition("/")[2]
        return found["program"].startswith("/") or name in programs or name in CALLED
    return True


def _goes_on(rest: str) -> bool:
    """Whether the rest is a sentence that the error ends: `Failed to execute goal x: `."""
    return pattern(_CONTINUED).search(rest) is not None and _is_plain(rest)


def _is_plain(text: str) -> bool:
    """Whether a sentence behind a level tells of a failure: `cannot post`, `not handled`, and not `handled`, `text`."""
    words = [bare for word in re.split(r"[\s:=]+", text) if (bare := word.strip(_EDGES).lower())]
    if len(words) == 1 and words[0] in _FIELDS:
        return False
    return _SPOKEN.isdisjoint(words) or not _NOT.isdisjoint(words)
