"""What the check recommends is accepted: each command of each finding, as it stands there."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from tests.project import Project
from tests.render.checking.every_rule import EveryRule

_BLANKS = {"TEXT": "It was looked at", "PLACE": "src/port.py::last_port", "YYYY-MM-DD": "2027-12-31"}
"""What a person fills in."""


def run_each(project: Project, findings: list[dict[str, object]], tmp_path: Path) -> list[str]:
    """Run every command in a copy of its own; those that were refused, with what was said."""
    refused = []
    for number, command in enumerate(sorted({fix for one in findings for fix in commands_of(one)})):
        copy = tmp_path / str(number)
        shutil.copytree(project.root, copy)
        answer = Project(copy).memory(*filled_in(command))
        if answer.code:
            refused.append(f"{command}: {answer.err}")
    return refused


def commands_of(finding: dict[str, object]) -> list[str]:
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
    assert run_each(every_rule, found, tmp_path) == []
