"""The composite action as actions/runner runs it: the steps' shell in order, with the files that a step writes to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.ci.examples import ACTION, Ran, Runner, load_yaml
from tests.project import CHECKOUT

BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "{0}")
"""docs.github.com, "Workflow syntax", jobs.<job_id>.steps[*].shell."""

_EXPRESSION = re.compile(r"\$\{\{ (?P<text>[\w.-]+) \}\}")


def load_action() -> Any:
    return load_yaml(ACTION.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Done:
    """The last step that ran, and what the job sees of the action."""

    ran: Ran
    outputs: dict[str, str]
    summary: str


def run_action(runner: Runner, workspace: Path, event: Mapping[str, str], **given: str) -> Done:
    """Run the action with inputs, `_` for `-`, in a job with the variables `event`."""
    action = load_action()
    names = {name.replace("_", "-"): value for name, value in given.items()}
    assert set(names) <= set(action["inputs"])
    inputs = {name: names.get(name, one["default"]) for name, one in action["inputs"].items()}
    temp, output, summary = (runner.home / name for name in ("temp", "output", "summary"))
    temp.mkdir(exist_ok=True)
    output.write_text("")
    summary.write_text("")
    known = {f"inputs.{name}": value for name, value in inputs.items()} | {"github.action_path": str(CHECKOUT)}
    told = {
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_OUTPUT": str(output),
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_WORKSPACE": str(workspace),
        "RUNNER_TEMP": str(temp),
        **event,
    }
    ran = Ran(0, "", "")
    for step in action["runs"]["steps"]:
        env = {name: _evaluated(text, known) for name, text in step.get("env", {}).items()}
        folder = workspace / _evaluated(step.get("working-directory", "."), known)
        assert step["shell"] == "bash"
        ran = runner.run(BASH, step["run"], folder, told | env)
        if step.get("id"):
            pairs = (line.partition("=") for line in output.read_text().splitlines())
            known |= {f"steps.{step['id']}.outputs.{name}": value for name, _, value in pairs}
        if ran.code:
            break
    outputs = {name: _evaluated(one["value"], known, default="") for name, one in action["outputs"].items()}
    return Done(ran, outputs, summary.read_text())


def _evaluated(text: str, known: Mapping[str, str], default: str | None = None) -> str:
    """A text with its expressions put in; one that is not known is a fault of the action, or gives the default."""

    def value(match: re.Match[str]) -> str:
        return known[match["text"]] if default is None else known.get(match["text"], default)

    found = _EXPRESSION.sub(value, text)
    assert text.count("${{") == len(_EXPRESSION.findall(text))
    return found
