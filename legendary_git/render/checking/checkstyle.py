"""A check as Checkstyle's XML, which many services read."""

from __future__ import annotations

from legendary_git.render.checking.message import fixes_of, message_of
from legendary_git.render.checking.place import place_shown
from legendary_git.render.checking.xml_text import DECLARATION, attributes, element
from legendary_git.render.safe import safe_name
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport

_VERSION = "4.3"
"""Of the format; some readers ask for it."""


def render_checkstyle(report: CheckReport) -> list[str]:
    """What counts, by the file beside whose lines it is shown."""
    files: dict[str, list[Finding]] = {}
    for finding in report.findings:
        files.setdefault(place_shown(finding).path, []).append(finding)
    lines = [DECLARATION, f"<checkstyle{attributes({'version': _VERSION})}>"]
    for path, found in files.items():
        lines += [f"  <file{attributes({'name': safe_name(path)})}>", *map(_error, found), "  </file>"]
    return [*lines, "</checkstyle>"]


def _error(finding: Finding) -> str:
    place = place_shown(finding)
    line = {"line": place.first} if place.is_known else {}
    message = "\n".join((message_of(finding), *(f"-> {way}" for way in fixes_of(finding))))
    source = f"git-memory.{finding.rule.rule_id}.{finding.rule.rule_name}"
    return "    " + element("error", {**line, "severity": finding.level.value, "message": message, "source": source})
