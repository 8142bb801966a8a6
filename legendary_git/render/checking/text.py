"""The findings of a check as text, each with what to do, and what was looked at in the end."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from legendary_git.render.checking.message import details_of, message_of
from legendary_git.render.checking.obeyed import unobeyed
from legendary_git.render.checking.rules_text import TEXTS
from legendary_git.render.safe import safe_name
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.rules import Level, Rule

_WIDTH = 100


def render_check(report: CheckReport) -> list[str]:
    """A line a finding, `file:line: level rule name: message`; below it the code, the changed lines, and what to do."""
    return [unobeyed(line) for finding in report.findings for line in lines_of(finding)]


def render_summary(report: CheckReport) -> list[str]:
    """What was looked at, so that a check that verified nothing does not look like one that found nothing."""
    errors, warnings = report.count(Level.ERROR), report.count(Level.WARNING)
    looked = (
        f"checked {count_of(report.memories, 'memory', 'memories')}, {count_of(report.anchors, 'anchor', 'anchors')}"
    )
    found = f"{count_of(errors, 'error', 'errors')}, {count_of(warnings, 'warning', 'warnings')}"
    unknown = f", {report.unknown} could not be verified" if report.unknown else ""
    return [f"{looked} {_where(report)}: {found}{unknown}", *_beside(report)]


def render_rule(rule: Rule) -> list[str]:
    """What `--explain` says of a rule."""
    text = TEXTS[rule]
    return [
        f"{rule.rule_id} {rule.rule_name} (policy: {rule.policy})",
        "",
        *textwrap.wrap(f"{text.short[0].upper()}{text.short[1:]}. {text.meaning}", _WIDTH),
        "",
        *(f"    {one.format(id='ID', other='OTHER')}" for one in text.todo),
    ]


def render_rules() -> list[str]:
    """Every rule, a line each."""
    return [f"{rule.rule_id}  {rule.rule_name:<22}{rule.policy:<13}{TEXTS[rule].short}" for rule in Rule]


def lines_of(finding: Finding) -> list[str]:
    """A finding as text shows it, before anybody has looked for lines that a service obeys."""
    return [_head(finding), *(f"    {line}" for line in details_of(finding))]


def _head(finding: Finding) -> str:
    rule = f"{finding.level.value} {finding.rule.rule_id} {finding.rule.rule_name}"
    return f"{safe_name(finding.path)}:{finding.line}: {rule}: {message_of(finding)}"


def _where(report: CheckReport) -> str:
    head = report.head[:12] if report.head is not None else "what is staged" if report.is_staged else "the working tree"
    return f"at {head}" if report.base is None else f"at {head} against {report.base[:12]}"


def _beside(report: CheckReport) -> Iterable[str]:
    if report.ended:
        ways = [one.how.value for one in report.ended]
        said = ", ".join(f"{ways.count(how)} {how}" for how in dict.fromkeys(ways))
        yield f"of what was found before: {said}"
    if report.earlier:
        yield f"{count_of(len(report.earlier), 'finding was', 'findings were')} there before (--all counts them)"
    if report.suppressed:
        known = sum(one.is_baseline for one in report.suppressed)
        counts = {"known by the baseline": known, "suspended by their memories": len(report.suppressed) - known}
        yield ", ".join(f"{number} {words}" for words, number in counts.items() if number)
    if report.mended:
        are = "is" if report.mended == 1 else "are"
        yield f"{report.mended} of the baseline {are} no more: write it anew (--write-baseline)"


def count_of(number: int, one: str, many: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {one if number == 1 else many}"
