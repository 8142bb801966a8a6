"""A check as GitLab's code quality report (docs.gitlab.com/ci/testing/code_quality, "Code Quality report format")."""

from __future__ import annotations

import json

from legendary_git.render.as_json import Json
from legendary_git.render.checking.message import message_of
from legendary_git.render.checking.obeyed import unobeyed_json
from legendary_git.render.checking.place import path_text, place_shown
from legendary_git.render.checking.severity import severity_of
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport


def render_gitlab(report: CheckReport) -> list[str]:
    """A list of what counts. GitLab tells by the fingerprints what a merge request adds and what it resolves."""
    found = [_degradation(one) for one in report.findings]
    return unobeyed_json(json.dumps(found, indent=2)).split("\n")


def _degradation(finding: Finding) -> Json:
    place = place_shown(finding)
    return {
        "description": message_of(finding),
        "check_name": f"{finding.rule.rule_id} {finding.rule.rule_name}",
        "fingerprint": finding.fingerprint,
        "severity": severity_of(finding).name.lower(),
        "location": {"path": path_text(place.path), "lines": {"begin": place.first, "end": place.last}},
    }
