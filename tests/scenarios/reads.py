"""What the commands answer in one repository, whatever its shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from tests.project import PAY, Project, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
MOST = PAY.replace("total = amount * 100", "total = amount * 9000")


class Judged(NamedTuple):
    """What is said of one memory: of the worst of its anchors."""

    verdict: str
    reason: str
    uncommitted: bool
    since: str | None


FRESH = Judged("fresh", "unchanged", uncommitted=False, since=None)


def stale_since(commit: str | None) -> Judged:
    return Judged("stale", "changed", uncommitted=False, since=commit)


def judged(project: Project, *options: str, folder: str | Path = "") -> dict[str, Judged]:
    """Every memory as `list --json` (or the command that `options` name) has it, by id."""
    listed = project.must(*(options or ("list",)), "--json", folder=folder).json["memories"]
    return {memory["id"]: _judged(memory) for memory in listed}


def _judged(memory: dict[str, Any]) -> Judged:
    anchor = next(one for one in memory["anchors"] if one["verdict"] == memory["verdict"])
    return Judged(anchor["verdict"], anchor["reason"], anchor["uncommitted"], (anchor["since"] or {}).get("commit"))


def check_reads(shop: Shop) -> dict[str, Judged]:
    """Ask every reading command, that all agree and none fails; what `list` says."""
    found = judged(shop)
    doubtful = {memory_id for memory_id, one in found.items() if one.verdict != "fresh"}
    assert judged(shop, "stale").keys() == doubtful
    brief = shop.must("brief", "--json").json
    assert {one["id"] for one in brief["memories"] + brief["may_be_wrong"]} == found.keys()
    for memory_id in found:
        assert _judged(shop.shown(memory_id)) == found[memory_id]
    check = shop.memory("check", "--json")
    assert check.code == int(any(one.verdict == "orphaned" for one in found.values()))
    assert {one["id"] for one in check.json["findings"]} == doubtful
    assert shop.must("why", "src/pay.py").code == 0
    return found
