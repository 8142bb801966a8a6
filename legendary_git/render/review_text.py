"""One question of a review as text: the memory, what it contradicts, its code then and now, who changed it and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import FrontValue, Memory
from legendary_git.domain.similarity import Candidate
from legendary_git.domain.verdict import State
from legendary_git.render.delivery import render_delivery
from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.side_by_side import Page
from legendary_git.render.words import candidate_of, name_of, reason_of
from legendary_git.usecases.diff import AnchorDiff, Side
from legendary_git.usecases.remember import Remembered
from legendary_git.usecases.renew import Renewed
from legendary_git.usecases.review import Doubt, Question
from legendary_git.usecases.show import Shown

_MOST_LINES = 40


def render_question(question: Question, page: Page) -> list[str]:
    """Everything that a person should see before they answer."""
    doubts = " and ".join(question.doubts)
    lines = page.wrap(f"{name_of(question.memory)} is {doubts}", "bold")
    lines += _said(question.shown, page)
    if Doubt.EXPIRED in question.doubts:
        lines += page.wrap(f"to be looked at again on {_text(question.memory.front.get('expires'))}", indent="  ")
    if Doubt.CONFLICTED in question.doubts and not question.rivals:
        lines += page.wrap("what it contradicted is retired, or gone", indent="  ")
    for number, rival in enumerate(question.rivals, start=1):
        which = f" {number}" if len(question.rivals) > 1 else ""
        state = rival.judged.state
        lines += ["", *page.wrap(f"contradicts{which}: {name_of(rival.judged.memory)} ({state})", "bold")]
        lines += _said(rival, page)
    for one in question.anchors:
        lines += [
            "",
            *page.wrap(f"{safe_name(one.judged.anchor.spec)}: {one.judged.verdict.state}, {reason_of(one.judged)}"),
        ]
        lines += _code(question, one, page)
    return lines


def render_places(places: list[Candidate]) -> list[str]:
    """Places to choose from, a numbered line each."""
    return [f"  {number}  {candidate_of(place)}" for number, place in enumerate(places, start=1)]


def render_renewed(done: Renewed) -> list[str]:
    """`renewed [label #id] until DATE`."""
    return [f"renewed {name_of(done.memory)} {f'until {done.until}' if done.until else 'for good'}"]


def render_successor(old: Memory, done: Remembered) -> list[str]:
    """`superseded [label #id] by [label #id] FILE`, what the new one contradicts, and what an agent will read of it."""
    judged = done.shown.judged
    return [
        f"superseded {name_of(old)} by {name_of(judged.memory)} {safe_name(judged.memory.path)}",
        *(f"  contradicts {name_of(one)} {one_line(one.title)}" for one in done.shown.conflicts),
        "an agent will read:",
        *(f"  {line}".rstrip() for line in render_delivery(judged)),
    ]


def render_summary(done: Mapping[str, int], left: int, put_off: int) -> list[str]:
    """What came of a review: how many of what, how many were not asked about, how many had been skipped before."""
    said = ", ".join(f"{count} {word}" for word, count in done.items()) or "nothing was changed"
    lines = [f"reviewed: {said}"]
    if left:
        lines.append(f"{left} left; git memory review goes on there")
    elif put_off:
        lines.append(f"{put_off} skipped before; git memory review asks about everything again")
    return lines


def _said(shown: Shown, page: Page) -> list[str]:
    """A memory's words, and who said them."""
    memory = shown.judged.memory
    lines = page.wrap(one_line(memory.title), "bold", "  ")
    body = memory.body.strip("\n")
    if body.strip() and body.strip() != memory.title:
        lines += ["", *page.wrap(body, indent="  "), ""]
    return [*lines, *(line for detail in _details(shown.judged) for line in page.wrap(detail, indent="  "))]


def _details(judged: JudgedMemory) -> Iterator[str]:
    front, memory = judged.memory.front, judged.memory
    by = ", ".join(filter(None, (one_line(_text(front.get("author"))), (memory.created or "")[:10])))
    sure = _text(front.get("confidence"))
    said = "; ".join(filter(None, (f"by {by}" if by else "", f"confidence {sure}" if sure else "")))
    if said:
        yield said
    yield from (f"trigger: {one_line(trigger)}" for trigger in memory.triggers)
    entries = front.get("evidence")
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict) and (text := _text(entry.get("text"))):
            yield f"evidence: {one_line(text)} ({_text(entry.get('at'))[:10]})"


def _code(question: Question, one: AnchorDiff, page: Page) -> list[str]:
    state = one.judged.verdict.state
    if state is State.FRESH:
        return _alone(question, "now", one.after, page) if one.after is not None else []
    if state is State.UNKNOWN:
        return []
    if one.before is None:
        return page.wrap("what was stamped is not in this clone; it cannot be shown", indent="  ")
    if one.after is None:
        return _alone(question, "then", one.before, page)
    is_guess = state is State.ORPHANED
    place = f" {safe_name(one.after.place)}" if is_guess or one.after.place != one.before.place else ""
    now = f"{'perhaps' if is_guess else 'now'}{place}, line {one.after.first_line}"
    return page.compare(one.before.text, one.after.text, (f"then, line {one.before.first_line}", now))


def _alone(question: Question, when: str, side: Side, page: Page) -> list[str]:
    """One version that has nothing to stand beside."""
    lines = side.text.split("\n")
    shown = page.wrap("\n".join(lines[:_MOST_LINES]), indent="  ")
    rest = len(lines) - _MOST_LINES
    more = [f"... {rest} more lines; git memory diff {question.memory.id}"] if rest > 0 else []
    return [f"{when}, line {side.first_line}:", *shown, *more]


def _text(value: FrontValue | None) -> str:
    return value if isinstance(value, str) else ""
