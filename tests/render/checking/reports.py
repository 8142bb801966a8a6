"""Reports made by hand, with whatever text somebody may have written."""

from __future__ import annotations

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Since
from legendary_git.domain.memory import InvalidMemory, Memory, MemoryType, Status
from legendary_git.domain.region import LineRange
from legendary_git.domain.verdict import Reason, State, Verdict
from legendary_git.usecases.checking.finding import Cause, CodePlace, Finding
from legendary_git.usecases.checking.report import CheckReport, Ended, Ending, Suppressed
from legendary_git.usecases.checking.rules import Level, Rule

_REASONS = {State.STALE: Reason.CHANGED, State.ORPHANED: Reason.SYMBOL_GONE, State.UNKNOWN: Reason.NO_GRAMMAR}
_RULES = {State.STALE: Rule.STALE, State.ORPHANED: Rule.ORPHANED, State.UNKNOWN: Rule.UNKNOWN}


def finding(
    number: int,
    text: str = "Ports are fixed",
    *,
    path: str = "src/port.py",
    state: State = State.STALE,
    level: Level = Level.WARNING,
    lines: tuple[str, ...] = (),
) -> Finding:
    """A finding about an anchor, with the text wherever somebody may write one."""
    memory_id = f"mem-{number:08x}"
    file = f".legendary/memories/{memory_id}.md"
    anchor = Anchor(file=path)
    memory = Memory(
        id=memory_id, type=MemoryType.DECISION, title=text, status=Status.ACTIVE, path=file, anchors=(anchor,)
    )
    since = Since("1" * 40, "2026-01-01T00:00:00Z", text, text)
    judged = JudgedAnchor(anchor, Verdict(_REASONS[state], lines=LineRange(2, 3)), since=since)
    return Finding(
        _RULES[state],
        memory_id,
        file,
        9,
        anchor.spec,
        level,
        judged=JudgedMemory(memory, (judged,)),
        anchor=judged,
        code=CodePlace(path, LineRange(2, 3)),
        cause=Cause(since, lines, lines, 0),
    )


def report(*findings: Finding, text: str = "") -> CheckReport:
    """A report of a change with these findings; with a text, it stands in all else that is told too."""
    judged = tuple(one.judged for one in findings if one.judged is not None)
    if not text:
        return CheckReport("2" * 40, findings, len(judged), len(judged), 0, judged=judged)
    bad = InvalidMemory(f".legendary/memories/{text.replace('/', '-')}.md", 1, text)
    broken = Finding(Rule.INVALID, None, bad.path, 1, "", Level.ERROR, invalid=bad)
    other = finding(0xFFFF, text)
    return CheckReport(
        "2" * 40,
        (broken, *findings),
        len(judged),
        len(judged),
        1,
        base="3" * 40,
        earlier=(other,),
        ended=(Ended(other, Ending.HEALED),),
        suppressed=(Suppressed(other, text),),
        notices=(text,),
        judged=judged,
    )
