"""What a server's hook found in a push, as JSON; the keys are a promise (docs/format.md)."""

from __future__ import annotations

from legendary_git.render.as_json import Json, dump
from legendary_git.render.checking.as_json import check_json
from legendary_git.usecases.checking.receive import Received
from legendary_git.usecases.checking.ref_updates import RefUpdate
from legendary_git.usecases.checking.report import CheckReport


def of_received(received: Received) -> str:
    """One object: each answer with its refs, the refs that were passed over, and what was wrong with the question."""
    content = {
        "failed": received.failed,
        "checked": [_answer(refs, report) for refs, report in received.checked],
        "passed": [{**_ref(one), "why": why.value} for one, why in received.passed],
        "faults": list(received.faults),
        "notices": list(received.notices),
    }
    return dump("check-refs", content)


def _answer(refs: tuple[RefUpdate, ...], report: CheckReport) -> Json:
    return {
        "refs": [_ref(one) for one in refs],
        "failed": report.failed,
        **check_json(report),
        "notices": list(report.notices),
    }


def _ref(update: RefUpdate) -> Json:
    return {"ref": update.ref, "old": update.old, "new": update.new}
