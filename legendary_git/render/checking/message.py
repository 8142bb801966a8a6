"""A finding in words: what is wrong, what brought it about, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from legendary_git.domain.judged import JudgedAnchor, Since
from legendary_git.domain.memory import Memory
from legendary_git.domain.values import replace
from legendary_git.domain.verdict import Reason, State
from legendary_git.render.checking.cut import LONGEST_MESSAGE, cut
from legendary_git.render.checking.rules_text import (
    TEXTS,
    TODO_ANCHOR_FIRST,
    TODO_FOLDER,
    TODO_FOR_GAP,
    TODO_FOR_LACK,
    TODO_FOR_REASON,
    TODO_MISSING,
    TODO_STAND_IN,
    TODO_UNMARKED,
)
from legendary_git.render.safe import one_line, safe, safe_name
from legendary_git.render.words import commit_of, reason_of
from legendary_git.store.folder import MEMORIES
from legendary_git.store.memory_fields import ID
from legendary_git.usecases.checking.finding import CodePlace, Finding
from legendary_git.usecases.checking.rules import Rule
from legendary_git.usecases.conflicts import are_linked
from legendary_git.usecases.screening import FILE_NAME, is_crossed_out

_TO_ANCHOR_FIRST = (State.ORPHANED, State.UNKNOWN)
"""The states in which nobody can say that a memory holds."""


def message_of(finding: Finding) -> str:
    """What is wrong, on one line, with the memory's title in brackets."""
    title = f' (memory: "{cut(one_line(finding.title))}")' if finding.title else ""
    return f"{what_of(finding)}{title}"


def title_of(memory: Memory) -> str:
    """Its title, on one line."""
    return cut(one_line(memory.title))


def fixes_of(finding: Finding) -> tuple[str, ...]:
    """What resolves it, one way a line: a command with what it does behind `#`, or words."""
    if finding.invalid is not None and finding.invalid.is_absent:
        return (f"git sparse-checkout add {MEMORIES}   # get it into this clone",)
    if finding.rule is Rule.UNKNOWN and finding.anchor is not None:
        reason = finding.anchor.verdict.reason
        ways = _ways_to_get(finding) or TODO_FOR_REASON.get(reason, (TODO_MISSING,))
        is_there = reason is not Reason.NOT_STAMPED or finding.code is not None
        return tuple(way.format(id=finding.memory_id) for way in (ways if is_there else ways[1:]))
    if finding.unstaged is not None:
        return (f"git add -- {quote(safe_name(finding.unstaged))}   # what is on disk is what was stamped",)
    if is_crossed_out(finding.path):
        return _ways_of_a_name(finding)
    others = _others(finding)
    ways = _ways(finding)
    return tuple(
        way.format(id=finding.memory_id, other=other)
        for way in ways
        for other in (others if "{other}" in way else others[:1])
    )


def _ways(finding: Finding) -> tuple[str, ...]:
    """The ways out of a finding of that rule which its own case has."""
    if finding.lacks:
        return _ways_to_get(finding)
    ways = TEXTS[finding.rule].todo
    if finding.invalid is not None and finding.invalid.is_stand_in:
        return (TODO_STAND_IN,)
    if finding.rule is Rule.UNVERIFIED and finding.why:
        return (f"{TODO_STAND_IN}: {one_line(finding.why)}",)
    if finding.rule is Rule.ORPHANED and finding.why:
        return TODO_FOLDER
    if finding.gap is not None:
        return TODO_FOR_GAP[finding.gap]
    if finding.rule is Rule.EXPIRED and finding.judged is not None and finding.judged.state in _TO_ANCHOR_FIRST:
        return (TODO_ANCHOR_FIRST, *ways[1:])
    if finding.rule is not Rule.CONFLICTED or finding.judged is None:
        return ways
    if not finding.partners:
        return ways[:1]
    is_marked = any(are_linked(finding.judged.memory, one) for one in finding.partners)
    return ways if is_marked else TODO_UNMARKED


def _ways_to_get(finding: Finding) -> tuple[str, ...]:
    """Ways to what this clone was made without; empty where it was made without nothing."""
    ways = tuple(map(TODO_FOR_LACK.__getitem__, finding.lacks))
    return (*ways, TODO_MISSING) if ways else ()


def details_of(finding: Finding) -> Iterator[str]:
    """What is below the message: where the code is, the lines that changed, and what to do."""
    if finding.code is not None:
        yield f"at {place_of(finding.code)}"
    yield from changed_lines_of(finding)
    yield from (f"-> {way}" for way in fixes_of(finding))


def place_of(code: CodePlace) -> str:
    """`PATH:12-14`, `PATH:12`, or the path alone."""
    if code.lines is None:
        return safe_name(code.path)
    first, last = code.lines.first, code.lines.last
    return f"{safe_name(code.path)}:{first}" + (f"-{last}" if last != first else "")


def changed_lines_of(finding: Finding) -> Iterator[str]:
    """What changed in the region, as a diff without context shows it."""
    cause = finding.cause
    if cause is None:
        return
    yield from (f"- {safe(cut(line))}".rstrip() for line in cause.removed)
    yield from (f"+ {safe(cut(line))}".rstrip() for line in cause.added)
    if cause.left_out:
        yield f"… {cause.left_out} more changed lines"


def what_of(finding: Finding) -> str:
    """What is wrong, on one line, which is not longer than anybody reads."""
    return cut(_what(finding), LONGEST_MESSAGE)


def _what(finding: Finding) -> str:
    if finding.invalid is not None:
        return one_line(finding.invalid.message)
    if finding.anchor is not None:
        return f"{cut(safe_name(finding.anchor.anchor.spec))}: {finding.why or _why(finding, finding.anchor)}"
    if finding.rule is Rule.CONFLICTED and not finding.why:
        return f"it contradicts {_named(finding.partners) or 'a memory that no longer holds'}"
    if finding.rule is Rule.EXPIRED:
        return f"somebody was to look at it again by {one_line(finding.about)}"
    if finding.rule is Rule.UNVERIFIED:
        return "none of the anchors could be judged, so nothing was verified"
    if finding.rule is Rule.DUPLICATE:
        (other,) = finding.partners
        return f'it {one_line(finding.why)} "{title_of(other)}"'
    return one_line(finding.why)


def _why(finding: Finding, anchor: JudgedAnchor) -> str:
    """Why the verdict is what it is and since when; and since when it is not fresh, where that is another commit."""
    cause = finding.cause
    if cause is None or anchor.since is None or cause.since == anchor.since:
        return reason_of(replace(anchor, since=_short(anchor.since)))
    gone = replace(anchor, since=_short(cause.since), went_on=False)
    return f"{reason_of(gone)}; not fresh since {commit_of(_short(anchor.since) or anchor.since)}"


def _short(since: Since | None) -> Since | None:
    """A commit, with as much of its author's name and of its subject as is shown."""
    return replace(since, author=cut(since.author), subject=cut(since.subject)) if since is not None else None


def _named(memories: tuple[Memory, ...]) -> str:
    return " and ".join(f'{one.id} "{title_of(one)}"' for one in memories)


def _ways_of_a_name(finding: Finding) -> tuple[str, ...]:
    """What to do where the name of the file holds a secret, which is not shown; elsewhere in it there may be others."""
    way = f"rename the file in {MEMORIES} whose name holds it, and revoke it if it was ever committed"
    said = finding.invalid.message if finding.invalid is not None else ""
    is_all = said.endswith(")") and f"({FILE_NAME}: " in said and " more)" not in said
    return (way,) if is_all else (way, *TEXTS[finding.rule].todo)


def _others(finding: Finding) -> tuple[str, ...]:
    """The ids of other memories that a command may name; what somebody wrote is no part of one unless it is an id."""
    named = tuple(one.id for one in finding.partners) or (finding.about,)
    return tuple(one for one in named if ID.fullmatch(one)) or ("OTHER",)
