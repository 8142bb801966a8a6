"""A check as annotations of GitHub Actions: workflow commands, one a line.

How data and properties are escaped is what actions/runner takes back (`ActionCommand.cs`). Of each kind a step shows 10
annotations, and a job 50 of all (actions/toolkit, docs/problem-matchers.md); more are dropped without a word, so the
rest is counted. Who reads the lines as they are, in a log or a terminal, is safe from names and titles, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legendary_git.render.checking.message import fixes_of, message_of
from legendary_git.render.checking.obeyed import unobeyed, unobeyed_within
from legendary_git.render.checking.place import place_shown
from legendary_git.render.checking.severity import worst_first
from legendary_git.render.checking.text import count_of, lines_of, render_summary
from legendary_git.render.safe import one_line, safe
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.rules import Level

MOST_OF_A_KIND = 10
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render_github(report: CheckReport) -> list[str]:
    """The worst findings beside their code, and one notice that says what was looked at and how many are left.

    Those that no summary of the job has either stand in the log as plain text, before the notice. With that, the first
    of what could not be used or compared, for which nobody would look in the log.
    """
    shown: list[Finding] = []
    for level in (Level.ERROR, Level.WARNING):
        shown += worst_first(one for one in report.findings if one.level is level)[:MOST_OF_A_KIND]
    seen = set(map(id, shown))
    in_summary = worst_first(report.findings)[: report.summary.told] if report.summary is not None else []
    known = seen.union(map(id, in_summary))
    rest = [one for one in report.findings if id(one) not in known]
    more = list(_more(len(known) - len(seen), "in the job summary")) + list(_more(len(rest), "in the log of this step"))
    more += _without_room(report)
    passed_over = (f"warning: {one_line(text)}" for text in report.notices[:MOST_OF_A_KIND])
    said = "\n".join((*render_summary(report), *more, *passed_over))
    plain = (unobeyed(line) for one in rest for line in lines_of(one))
    return [*map(_annotation, shown), *plain, _command("notice", {"title": "git memory check"}, said)]


def _more(count: int, where: str) -> Iterator[str]:
    if count:
        yield f"{count_of(count, 'more finding is', 'more findings are')} {where}"


def _without_room(report: CheckReport) -> Iterator[str]:
    """What the job's summary, of which GitHub takes so much of a step and no more, does not have."""
    found = report.summary
    if found is None:
        return
    if missing := len(report.findings) - found.told:
        yield f"warning: the job summary has no room for {count_of(missing, 'finding', 'findings')}"
    if short := found.told - found.whole:
        yield f"warning: the job summary has no room for the details of {count_of(short, 'finding', 'findings')}"


def _annotation(finding: Finding) -> str:
    place = place_shown(finding)
    where = {"file": safe(place.path), "line": str(place.first), "endLine": str(place.last)}
    title = {"title": f"{finding.rule.rule_id} {finding.rule.rule_name}"}
    ways = (f"-> {way}" for way in fixes_of(finding))
    properties = {**where, **title} if place.is_known else title
    return _command(finding.level.value, properties, "\n".join((message_of(finding), *ways)))


def _command(name: str, properties: dict[str, str], data: str) -> str:
    said = ",".join(f"{key}={_escaped(value, _PROPERTY)}" for key, value in properties.items())
    return unobeyed_within(f"::{name} {said}::{_escaped(data, _DATA)}")


def _escaped(text: Iterable[str], table: dict[str, str]) -> str:
    return "".join(table.get(char, char) for char in text)
