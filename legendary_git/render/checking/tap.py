"""A check in the Test Anything Protocol, version 14 (testanything.org): each memory is a test point.

What is found is in the YAML block below a point, whether it fails the point or only warns. It never bails out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from legendary_git.render.checking.cases import Case, cases_of
from legendary_git.render.checking.message import changed_lines_of, fixes_of, message_of, place_of
from legendary_git.render.checking.obeyed import unobeyed, unobeyed_json
from legendary_git.render.checking.text import render_summary
from legendary_git.render.safe import safe_name
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport

_LIKE_HASH = "\uff03"


def render_tap(report: CheckReport) -> list[str]:
    """The plan, the points, and as comments what was looked at."""
    cases = cases_of(report)
    points = [line for number, one in enumerate(cases, start=1) for line in _point(number, one)]
    comments = [f"# {unobeyed(line)}" for line in render_summary(report)]
    plan = f"1..{len(cases)}" if cases else "1..0 # SKIP there are no memories"
    return ["TAP version 14", plan, *points, *comments]


def _point(number: int, case: Case) -> Iterator[str]:
    skip = f" # SKIP {_escaped(case.unverified)}" if case.is_skipped else ""
    yield f"{'not ok' if case.failures else 'ok'} {number} - {_escaped(case.name)}{skip}"
    found = (*case.failures, *case.warnings)
    if found:
        yield from ("  ---", "  findings:", *(f"    {line}" for one in found for line in _of_finding(one)), "  ...")


def _of_finding(finding: Finding) -> Iterator[str]:
    yield f"- level: {finding.level.value}"
    yield f"  rule: {finding.rule.rule_id} {finding.rule.rule_name}"
    yield f"  at: {_quoted(f'{safe_name(finding.path)}:{finding.line}')}"
    if finding.code is not None:
        yield f"  code: {_quoted(place_of(finding.code))}"
    yield f"  message: {_quoted(message_of(finding))}"
    yield from _list("changed", changed_lines_of(finding))
    yield from _list("fixes", fixes_of(finding))


def _list(key: str, items: Iterable[str]) -> Iterator[str]:
    lines = [f"    - {_quoted(item)}" for item in items]
    if lines:
        yield from (f"  {key}:", *lines)


def _quoted(text: str) -> str:
    """A text as a YAML scalar: one of JSON is one."""
    return unobeyed_json(json.dumps(text))


def _escaped(text: str) -> str:
    """A description, in which `#` would begin a directive.

    Version 14 has an escape for it, which readers of version 13 do not know: they would count a title that ends with
    `# SKIP` as skipped. So it is another sign that looks like it.
    """
    return text.replace("\\", "\\\\").replace("#", _LIKE_HASH)
