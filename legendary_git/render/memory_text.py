"""Memories as text: a line each for pipes, and one at length."""

from __future__ import annotations

from legendary_git.domain.judged import JudgedAnchor, JudgedMemory, Survey
from legendary_git.domain.memory import FrontValue, Memory, Status
from legendary_git.domain.verdict import State
from legendary_git.render.safe import field, one_line, safe, safe_name
from legendary_git.render.words import name_of, reason_of
from legendary_git.usecases.brief import Brief
from legendary_git.usecases.log import Logged
from legendary_git.usecases.recall import Recalled
from legendary_git.usecases.screening import shown_bad
from legendary_git.usecases.show import Shown

_SHOWN_KEYS = (
    *("author", "created", "updated", "source", "confidence", "scope", "expires", "tags", "triggers"),
    *("distinct", "transcript", "origin"),
)


def render_row(judged: JudgedMemory) -> str:
    r"""Three tab-separated fields: `[label #id] (state)`, the anchored paths joined by `,`, and the content.

    A status other than active stands in brackets behind the state. `\`, newline, tab and carriage return are escaped in
    all, a `,` in a path too (the format that scry documents).
    """
    paths = dict.fromkeys(anchor.anchor.file for anchor in judged.anchors)
    joined = ",".join(field(path).replace(",", "\\,") for path in paths)
    status = judged.memory.status
    mark = f" ({status})" if status is not Status.ACTIVE else ""
    return f"{field(name_of(judged.memory))} ({judged.state}){mark}\t{joined}\t{field(judged.memory.content)}"


def render_brief(brief: Brief) -> list[str]:
    """The two blocks; nothing where both are empty."""
    lines = [
        f"{name_of(one.memory)} ({score:.2f}) {_mark(one)}{one_line(one.memory.content)}" for one, score in brief.top
    ]
    if brief.may_be_wrong:
        lines.append("may be wrong now (anchored code changed):")
        lines += [f"{name_of(one.memory)} {_mark(one)}{one_line(one.memory.content)}" for one in brief.may_be_wrong]
    return lines


def render_recalled(recalled: Recalled) -> list[str]:
    """A line a memory, best first."""
    return [
        f"{name_of(one.memory)} ({score:.2f}) {_mark(one)}{one_line(one.memory.content)}"
        for one, score in recalled.found
    ]


def render_memory(shown: Shown) -> list[str]:
    """One memory at length: its name and verdict, what its front matter says, its anchors, its body.

    `state` is what `reaffirm --expect` takes.
    """
    judged, memory = shown.judged, shown.judged.memory
    lines = [f"{name_of(memory)} ({judged.state}) {one_line(memory.title)}"]
    details = [("status", memory.status.value), *((key, memory.front.get(key)) for key in _SHOWN_KEYS)]
    lines += [f"  {key}: {_value(value)}" for key, value in details if value]
    lines += _evidence(memory)
    lines += _relations(shown)
    lines.append(f"  file: {safe_name(memory.path)}")
    lines += [f"  {render_anchor(anchor)}" for anchor in judged.anchors]
    if shown.state is not None:
        lines.append(f"  state: {shown.state}")
    if memory.body.strip():
        lines += ["", *safe(memory.body.strip("\n")).split("\n")]
    return lines


def _evidence(memory: Memory) -> list[str]:
    """What shows that it is so, who said that and when; for one that was reaffirmed, also for which code."""
    found = memory.front.get("evidence")
    entries = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    told = [[_value(one[key]) for key in ("at", "by", "anchor") if one.get(key)] for one in entries]
    return [
        f"  evidence: {_value(one.get('text', ''))}" + (f" ({', '.join(more)})" if more else "")
        for one, more in zip(entries, told, strict=True)
    ]


def _relations(shown: Shown) -> list[str]:
    """Why it was retired, and the memories that it is tied to: the whole chain, the nearest first."""
    said = shown.judged.memory.front.get("deprecated")
    reason = said.get("reason") if isinstance(said, dict) else None
    lines = [f"  reason: {_value(reason)}"] if reason else []
    ties = (("supersedes", shown.chain.earlier), ("superseded by", shown.chain.later), ("contradicts", shown.conflicts))
    return [*lines, *(f"  {tie}: {name_of(one)} {one_line(one.title)}" for tie, others in ties for one in others)]


def render_anchor(judged: JudgedAnchor) -> str:
    """`anchor SPEC (lines A-B): state, reason since …`."""
    anchor, lines = judged.anchor, judged.verdict.lines
    is_told = lines is None or (anchor.symbol is None and lines == anchor.lines)
    place = "" if is_told else f" ({'lines' if anchor.symbol is not None else 'now lines'} {lines})"
    return f"anchor {safe_name(anchor.spec)}{place}: {judged.verdict.state}, {reason_of(judged)}"


def render_invalid(found: Survey) -> list[str]:
    """A line for each file that fails to be a memory: `file:line: why`."""
    return [f"{safe_name(bad.path)}:{bad.line}: {one_line(bad.message)}" for bad in map(shown_bad, found.invalid)]


def render_transition(logged: Logged) -> str:
    """`moment id anchor: before -> after by COMMIT author "subject"`, and whether that commit is still in history."""
    one = logged.transition
    by = f' by {one.commit[:7]} {one_line(one.author or "")} "{one_line(one.subject or "")}"' if one.commit else ""
    if not logged.is_in_history:
        by += " (no longer in history)"
    return f"{one.at or one.seen_at} {one.memory_id} {safe_name(one.anchor)}: {one.before} -> {one.after}{by}"


def _mark(judged: JudgedMemory) -> str:
    """Doubt is said wherever a memory is shown; that it was verified goes without saying."""
    state = "" if judged.state in (State.FRESH, State.UNANCHORED) else f"({judged.state}) "
    return f"{state}({Status.CONFLICTED}) " if judged.memory.is_conflicted else state


def _value(value: FrontValue | None) -> str:
    if isinstance(value, list):
        return "; ".join(_value(one) for one in value)
    return one_line(str(value))
