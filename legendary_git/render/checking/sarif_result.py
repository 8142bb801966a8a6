"""A finding as a result of SARIF."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.render.as_json import Json
from legendary_git.render.checking.cut import cut
from legendary_git.render.checking.message import fixes_of, message_of, title_of
from legendary_git.render.checking.place import Place, place_of_memory, place_shown
from legendary_git.render.checking.sarif_place import location, related
from legendary_git.render.checking.sarif_rules import index_of
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import Ended, Suppressed

_LINK = re.compile(r"\[([^\[\]]*)\](?=\()")
_PLACEHOLDER = re.compile(r"\{(\d+)\}")


def result(finding: Finding, baseline_state: str | None = None) -> Json:
    """What was found; `baseline_state` where a change was asked about.

    GitHub tells results apart by `primaryLocationLineHash` alone, others compare every partial fingerprint.
    """
    shown = place_shown(finding)
    state = {"baselineState": baseline_state} if baseline_state is not None else {}
    others = list(_related(finding, shown))
    return {
        "ruleId": finding.rule.rule_id,
        "ruleIndex": index_of(finding.rule),
        "level": finding.level.value,
        "message": {"text": message_text(message_of(finding))},
        "locations": [location(shown)],
        **({"relatedLocations": others} if others else {}),
        "partialFingerprints": {
            "gitMemoryFinding/v1": finding.fingerprint,
            "primaryLocationLineHash": f"{finding.fingerprint}:1",
        },
        **state,
        "properties": _properties(finding),
    }


def suppressed_result(suppressed: Suppressed, baseline_state: str | None = None) -> Json:
    """What does not count, because its memory says so (in the source), or the baseline (outside of it)."""
    kind = "external" if suppressed.is_baseline else "inSource"
    said = {"kind": kind, "status": "accepted", "justification": cut(suppressed.reason)}
    return {**result(suppressed.finding, baseline_state), "suppressions": [said]}


def ended_result(ended: Ended) -> Json:
    """What was found before the change and is no more: nothing is wrong, so that no service counts it."""
    found = result(ended.finding, "absent")
    ending = {**found["properties"], "ended": ended.how.value}
    return {**found, "kind": "pass", "level": "none", "properties": ending}


def message_text(text: str) -> str:
    """A message in which nothing is a link (SARIF 2.1.0, 3.11.6) or a placeholder (3.11.5)."""
    return _PLACEHOLDER.sub(r"{{\1}}", _LINK.sub(r"\\[\1\\]", text))


def _related(finding: Finding, shown: Place) -> Iterator[Json]:
    places = [(place_of_memory(finding), "the memory")] if shown != place_of_memory(finding) else []
    places += [(Place(one.path, is_known=False), f"another memory: {title_of(one)}") for one in finding.partners]
    for number, (place, text) in enumerate(places, start=1):
        yield related(number, place, message_text(text))


def _properties(finding: Finding) -> Json:
    since = finding.cause.since if finding.cause is not None else None
    return {
        "memory": finding.memory_id,
        "title": cut(finding.title) or None,
        "about": cut(finding.about),
        "commit": since.commit if since is not None else None,
        "fixes": list(fixes_of(finding)),
    }
