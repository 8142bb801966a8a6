"""The findings of a check as text: one a line, each with what to do."""

from __future__ import annotations

from legendary_git.render.safe import one_line, safe_name
from legendary_git.render.words import reason_of
from legendary_git.usecases.check import CheckReport, Finding, Level, Rule

_TODO = {
    Rule.ORPHANED_ANCHOR: "say where it is now (git memory reanchor {id} --to PLACE)"
    " or retire it (git memory deprecate {id} --reason TEXT)",
    Rule.STALE_ANCHOR: "see `git memory diff {id}` and correct the memory if it no longer holds",
    Rule.CONFLICTING_MEMORIES: "say which holds: git memory resolve {id} --keep ID",
    Rule.UNKNOWN_ANCHOR: "nothing is wrong with the memory; git memory doctor tells what is missing",
    Rule.INVALID_MEMORY: "mend the file by hand",
    Rule.COMMANDING_TEXT: "say it as a note, or take it out: agents read this",
    Rule.SECRET: "cross it out in the file, and revoke it if it was committed: history keeps it",
}


def render_check(report: CheckReport) -> list[str]:
    """A line a finding: `file:line: level rule name: message`."""
    return [
        f"{safe_name(finding.path)}:{finding.line}: {finding.level.value} {finding.rule.rule_id}"
        f" {finding.rule.rule_name}: {message_of(finding)}"
        for finding in report.findings
    ]


def render_summary(report: CheckReport) -> str:
    """What was looked at, so that a check that verified nothing does not look like one that found nothing."""
    where = report.head[:12] if report.head is not None else "the working tree"
    counts = f"checked {_count(report.memories, 'memory', 'memories')}, {_count(report.anchors, 'anchor', 'anchors')}"
    errors = sum(finding.level is Level.ERROR for finding in report.findings)
    warnings = len(report.findings) - errors
    found = f"{_count(errors, 'error', 'errors')}, {_count(warnings, 'warning', 'warnings')}"
    unknown = f", {report.unknown} could not be verified" if report.unknown else ""
    return f"{counts} at {where}: {found}{unknown}"


def message_of(finding: Finding) -> str:
    """What is wrong and what to do, on one line."""
    todo = _TODO[finding.rule].format(id=finding.memory_id)
    if finding.invalid is not None and finding.invalid.is_absent:
        todo = "get it into this clone (git sparse-checkout add .legendary)"
    if finding.invalid is not None:
        return f"{one_line(finding.invalid.message)}; {todo}"
    if finding.rule is Rule.CONFLICTING_MEMORIES and finding.judged is not None:
        return f"{_conflict(finding)}; {todo}"
    if finding.rule is Rule.COMMANDING_TEXT and finding.judged is not None:
        return f'{one_line(finding.why)} (memory: "{one_line(finding.judged.memory.title)}"); {todo}'
    if finding.anchor is None or finding.judged is None:
        return todo
    memory = finding.judged.memory
    what = f"{safe_name(finding.anchor.anchor.spec)}: {reason_of(finding.anchor)}"
    return f'{what} (memory: "{one_line(memory.title)}"); {todo}'


def _conflict(finding: Finding) -> str:
    """What it contradicts; those that were retired or deleted since contradict nothing any more."""
    said = f'"{one_line(finding.judged.memory.title)}"' if finding.judged is not None else ""
    others = " and ".join(f'{one.id} "{one_line(one.title)}"' for one in finding.partners)
    return f"{said} contradicts {others or 'a memory that no longer holds'}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
