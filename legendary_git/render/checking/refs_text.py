"""What a server's hook says to whoever pushes: git shows it line by line behind `remote:`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from legendary_git.render.checking.message import fixes_of, message_of
from legendary_git.render.safe import one_line, safe_name
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.receive import Passed, Received
from legendary_git.usecases.checking.ref_updates import RefUpdate
from legendary_git.usecases.checking.rules import Level

MOST_SHOWN = 20
"""Findings of one push: whoever wants all of them asks in a clone, where the code is too."""
_MOST_NAMED = 3


def render_received(received: Received) -> list[str]:
    """What was wrong with the question; for each answer with findings its refs, and below them the findings.

    Errors come first, each with what to do.
    """
    lines = [f"error: {one_line(fault)}" for fault in received.faults[:MOST_SHOWN]]
    left = MOST_SHOWN
    for refs, report in sorted(received.checked, key=lambda one: not one[1].failed):
        shown = sorted(report.findings, key=_is_warning)[:left]
        left -= len(shown)
        if shown or report.notices:
            lines += [f"{_named(refs)}:", *(f"  {line}" for one in shown for line in _finding(one))]
            lines += [f"  note: {one_line(note)}" for note in report.notices]
    hidden = sum(len(report.findings) for _, report in received.checked) - (MOST_SHOWN - left)
    return [*lines, f"and {_count(hidden, 'more finding', 'more findings')}"] if hidden else lines


def render_received_summary(received: Received) -> list[str]:
    """What was looked at, and where a push is refused how to go on."""
    if not received.checked:
        return [*_nothing(received), *_refusal(received)]
    reports = [report for _, report in received.checked]
    branches = _count(sum(len(refs) for refs, _ in received.checked), "branch", "branches")
    memories = _count(max(report.memories for report in reports), "memory", "memories")
    errors = _count(sum(report.count(Level.ERROR) for report in reports), "error", "errors")
    warnings = _count(sum(report.count(Level.WARNING) for report in reports), "warning", "warnings")
    unknown = sum(report.unknown for report in reports)
    beside = f", {unknown} could not be verified" if unknown else ""
    return [f"git memory: checked {memories} on {branches}: {errors}, {warnings}{beside}", *_refusal(received)]


def _refusal(received: Received) -> Iterator[str]:
    failed = next((report for _, report in received.checked if report.failed), None)
    if failed is not None:
        base = f" --base {failed.base[:12]}" if failed.base is not None else ""
        yield f"git memory: refused. Mend it in your clone, commit, push again; it says more: git memory check{base}"
    elif received.faults:
        yield "git memory: refused: not every line that git gave names a ref"


def _nothing(received: Received) -> list[str]:
    """Said where nothing was there to check, so that nobody takes it for checked."""
    if not received.passed:
        return []
    ways = [why for _, why in received.passed]
    said = ", ".join(f"{ways.count(why)} {why.value}" for why in Passed if why in ways)
    return [f"git memory: nothing to check in {_count(len(ways), 'ref', 'refs')} ({said})"]


def _finding(finding: Finding) -> Iterator[str]:
    rule = f"{finding.level.value} {finding.rule.rule_id} {finding.rule.rule_name}"
    yield f"{rule}: {safe_name(finding.path)}:{finding.line}: {message_of(finding)}"
    yield from (f"  -> {way}" for way in fixes_of(finding))


def _is_warning(finding: Finding) -> bool:
    return finding.level is not Level.ERROR


def _named(refs: Sequence[RefUpdate]) -> str:
    names = [safe_name(one.ref) for one in islice(refs, _MOST_NAMED)]
    more = len(refs) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
