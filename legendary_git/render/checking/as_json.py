"""A check's findings as JSON; the keys are a promise (docs/format.md)."""

from __future__ import annotations

from dataclasses import asdict

from legendary_git.render.as_json import Json, dump
from legendary_git.render.checking.cut import cut
from legendary_git.render.checking.message import fixes_of, message_of
from legendary_git.render.checking.obeyed import unobeyed_json
from legendary_git.usecases.checking.finding import Cause, CodePlace, Finding
from legendary_git.usecases.checking.report import CheckReport


def render_json(report: CheckReport) -> list[str]:
    """One line, as `--json` prints it, in which no service finds a command."""
    return [unobeyed_json(of_check(report))]


def of_check(report: CheckReport) -> str:
    """One object: the findings that count, those that do not, and what was looked at."""
    return dump("check", check_json(report))


def check_json(report: CheckReport) -> Json:
    """The same, to be a part of something."""
    counts = {"memories": report.memories, "anchors": report.anchors, "unknown": report.unknown}
    ended = [{"how": one.how.value, **_named(one.finding)} for one in report.ended]
    suppressed = [
        {"reason": cut(one.reason), "baseline": one.is_baseline, **_named(one.finding)} for one in report.suppressed
    ]
    return {
        "head": report.head,
        "base": report.base,
        "findings": [finding_json(one) for one in report.findings],
        "earlier": [_named(one) for one in report.earlier],
        "ended": ended,
        "suppressed": suppressed,
        "checked": counts,
    }


def finding_json(finding: Finding) -> Json:
    """A finding, whole."""
    return {
        **_named(finding),
        "level": finding.level.value,
        "title": cut(finding.title) or None,
        "message": message_of(finding),
        "fixes": list(fixes_of(finding)),
        "code": _code(finding.code),
        "cause": _cause(finding.cause),
    }


def _named(finding: Finding) -> Json:
    return {
        "rule": finding.rule.rule_id,
        "name": finding.rule.rule_name,
        "id": finding.memory_id,
        "path": finding.path,
        "line": finding.line,
        "about": cut(finding.about),
        "fingerprint": finding.fingerprint,
    }


def _code(code: CodePlace | None) -> Json | None:
    return {"path": code.path, "lines": str(code.lines) if code.lines is not None else None} if code else None


def _cause(cause: Cause | None) -> Json | None:
    if cause is None:
        return None
    since = {key: cut(said) for key, said in asdict(cause.since).items()} if cause.since is not None else None
    removed, added = (list(map(cut, lines)) for lines in (cause.removed, cause.added))
    return {"since": since, "removed": removed, "added": added, "left_out": cause.left_out}
