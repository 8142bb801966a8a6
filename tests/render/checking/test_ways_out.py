"""What the check recommends is accepted: each command of each finding, as it stands there."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Any

from tests.project import Project
from tests.render.checking.every_rule import EveryRule

_BLANKS = {"TEXT": "It was looked at", "PLACE": "src/port.py::last_port", "YYYY-MM-DD": "2027-12-31"}
"""What a person fills in."""
LOOKS = ("diff", "doctor")
"""Commands that only show something."""


def run_each(project: Project, base: str, findings: list[dict[str, Any]], tmp_path: Path) -> list[str]:
    """Run every command in a copy of its own; those that were refused, or left the finding as it was."""
    refused = []
    pairs = sorted({(command, one["fingerprint"]) for one in findings for command in commands_of(one)})
    for number, (command, fingerprint) in enumerate(pairs):
        copy = Project(shutil.copytree(project.root, tmp_path / str(number)), commits=project.commits)
        copy.run_no_hooks()
        answer = copy.memory(*filled_in(command))
        if answer.code:
            refused.append(f"{command}: {answer.err}")
        if command.split()[2] in LOOKS:
            continue
        copy.commit("Do as recommended")
        left = copy.memory("check", "--base", base, "--all", "--json").json["findings"]
        if fingerprint in {one["fingerprint"] for one in left}:
            refused.append(f"{command}: it is found again")
    return refused


def commands_of(finding: dict[str, Any]) -> list[str]:
    fixes = finding["fixes"]
    assert isinstance(fixes, list)
    return [fix for fix in fixes if fix.startswith("git memory ")]


def filled_in(command: str) -> list[str]:
    words = shlex.split(command, comments=True)[2:]
    if words[:2] == ["remember", "…"]:
        words[1:2] = ["Something else holds now", "--type", "decision", "--anchor", "src/port.py", "--anchor", "README"]
        words += ["--anchor", "src/tax.py", "--anchor", "src/näh #1.py", "--anchor", "src/drawer.py"]
    return [_BLANKS.get(word, word) for word in words]


def test_every_command_that_is_recommended_is_accepted(every_rule: EveryRule, tmp_path: Path) -> None:
    found = every_rule.memory("check", "--base", every_rule.base, "--all", "--json").json["findings"]
    assert {one["rule"] for one in found if commands_of(one)} >= {"LG001", "LG003", "LG005", "LG008"}
    assert run_each(every_rule, every_rule.base, found, tmp_path) == []
