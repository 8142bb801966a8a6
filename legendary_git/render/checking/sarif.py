"""A check as SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0/errata01)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from legendary_git import __version__
from legendary_git.render.as_json import Json
from legendary_git.render.checking.obeyed import unobeyed_json
from legendary_git.render.checking.sarif_place import ROOT
from legendary_git.render.checking.sarif_result import ended_result, message_text, result, suppressed_result
from legendary_git.render.checking.sarif_rules import HOME, index_of, rules_json
from legendary_git.render.checking.text import count_of
from legendary_git.render.safe import one_line
from legendary_git.usecases.checking.report import CheckReport
from legendary_git.usecases.checking.rules import Rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_sarif(report: CheckReport) -> list[str]:
    """One run, with all that was found: also what does not count, and why it does not."""
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report)]}
    return unobeyed_json(json.dumps(log, indent=2)).split("\n")


def _run(report: CheckReport) -> Json:
    return {
        "tool": {"driver": _driver()},
        "automationDetails": {"id": "git-memory/check/"},
        "originalUriBaseIds": {ROOT: {"description": {"text": "the root of the repository"}}},
        **_provenance(report),
        "invocations": [_invocation(report)],
        "columnKind": "unicodeCodePoints",
        "results": list(_results(report)),
        "properties": {
            "head": report.head,
            "base": report.base,
            "memories": report.memories,
            "anchors": report.anchors,
            "unknown": report.unknown,
        },
    }


def _driver() -> Json:
    return {
        "name": "git-memory",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": HOME,
        "language": "en",
        "rules": rules_json(),
    }


def _results(report: CheckReport) -> Iterator[Json]:
    """What counts is new where a change was asked about, unless all counts and what was there before is among it."""
    is_change = report.base is not None
    new, unchanged = ("new", "unchanged") if is_change else (None, None)
    yield from (result(one, unchanged if one.fingerprint in report.known else new) for one in report.findings)
    yield from (result(one, unchanged) for one in report.earlier)
    for one in report.suppressed:
        yield suppressed_result(one, unchanged if one.finding.fingerprint in report.known else new)
    yield from map(ended_result, report.ended)


def _provenance(report: CheckReport) -> Json:
    if report.remote is None or report.head is None:
        return {}
    origin = {"repositoryUri": report.remote, "revisionId": report.head, "mappedTo": {"uriBaseId": ROOT}}
    return {"versionControlProvenance": [origin]}


def _invocation(report: CheckReport) -> Json:
    """That the tool did its work, whatever it found; what kept it from some of it are notifications."""
    notices = [_notification(one_line(text)) for text in report.notices]
    if report.unknown:
        said = f"{count_of(report.unknown, 'anchor', 'anchors')} could not be verified"
        rule = {"associatedRule": {"id": Rule.UNKNOWN.rule_id, "index": index_of(Rule.UNKNOWN)}}
        notices.append({**_notification(said), **rule})
    return {
        "executionSuccessful": True,
        "exitCode": int(report.failed),
        "toolExecutionNotifications": notices,
    }


def _notification(text: str) -> Json:
    return {"level": "warning", "message": {"text": message_text(text)}}
