"""A check as JUnit's XML: each memory is a test case, and only what the policy fails is a failure.

The elements and attributes are those of the XSD of Jenkins' xunit-plugin, which knows no `file` of a test case: the
file of a memory is its class. No times are given, so that two runs are the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from legendary_git.render.checking.cases import Case, cases_of
from legendary_git.render.checking.message import message_of
from legendary_git.render.checking.text import lines_of, render_summary
from legendary_git.render.checking.xml_text import DECLARATION, attributes, element
from legendary_git.render.safe import safe_name
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport

_NAME = "git memory check"


def render_junit(report: CheckReport) -> list[str]:
    """One suite; a memory that nobody could verify is skipped, what only warns is in `system-out`."""
    cases = cases_of(report)
    counts = {
        "tests": len(cases),
        "failures": sum(bool(one.failures) for one in cases),
        "errors": 0,
    }
    skipped = {"skipped": sum(one.is_skipped for one in cases)}
    return [
        DECLARATION,
        f"<testsuites{attributes({'name': _NAME, **counts})}>",
        f"  <testsuite{attributes({'name': _NAME, **counts, **skipped})}>",
        *(line for one in cases for line in _case(one)),
        f"    {element('system-out', {}, (*report.notices, *render_summary(report)))}",
        "  </testsuite>",
        "</testsuites>",
    ]


def _case(case: Case) -> Iterator[str]:
    head = f"    <testcase{attributes({'classname': _class_of(case.path), 'name': case.name})}"
    inner = list(_inner(case))
    if not inner:
        yield f"{head}/>"
    else:
        yield from (f"{head}>", *(f"      {line}" for line in inner), "    </testcase>")


def _inner(case: Case) -> Iterator[str]:
    """What a reader of JUnit takes for a failure comes once a test case: the first one names it, all are in it."""
    if case.failures:
        first = case.failures[0]
        kind = f"{first.rule.rule_id} {first.rule.rule_name}"
        yield element("failure", {"message": message_of(first), "type": kind}, _lines(case.failures))
    elif case.is_skipped:
        yield element("skipped", {"message": case.unverified})
    if case.warnings:
        yield element("system-out", {}, _lines(case.warnings))


def _lines(findings: Iterable[Finding]) -> list[str]:
    return [line for one in findings for line in lines_of(one)]


def _class_of(path: str) -> str:
    """A class in the package `legendary`: a dot in a name would be taken for another package."""
    return f"legendary.{safe_name(PurePosixPath(path).stem).replace('.', '_')}"
