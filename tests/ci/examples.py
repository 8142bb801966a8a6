"""The examples of docs/ci.md, and the machine of a CI service, whose Python installs without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.project import CHECKOUT

PAGE = CHECKOUT / "docs" / "ci.md"
ACTION = CHECKOUT / "action.yml"
GITLAB = CHECKOUT / "ci" / "gitlab.yml"

_EXAMPLE = re.compile(r"^<!-- example: (?P<name>[\w-]+) -->\n```\w+\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_PYTHON = """\
#!/bin/sh
# Makes a virtual environment without one, writes down what would be installed, and else is Python. What it does not do,
# it imports, from where Python would: with -I not from the current folder.
isolated=
if [ "$1" = -I ]; then isolated=-I && shift; fi
case "$1 $2" in
'-m venv')
    "{python}" $isolated -c 'import venv' && mkdir -p "$3/bin" && cp "{tools}/python3" "$3/bin/python" ;;
'-m pip')
    "{python}" $isolated -c 'import pip' && printf '%s\\n' "$@" >>"{record}"
    for last; do :; done
    case $last in /*) "{python}" -P -c 'import json' ;; esac ;; # what builds it is started without -I
'-m legendary_git')
    shift 2 && exec "{python}" $isolated -c '{main}' "$@" ;;
*)
    exec "{python}" $isolated "$@" ;;
esac
"""
_MAIN = """\
import sys
sys.path.insert(sys.path[:1] == [""], "{checkout}")
from runpy import run_module
run_module("legendary_git", run_name="__main__")
"""
"""As if the code under test were installed: behind the current folder, if that is among what is searched."""
PLANTED = ("venv", "pip", "json", "click", "runpy", "re", "sitecustomize", "usercustomize", "legendary_git/__init__")
"""Modules that a pull request may have in any folder, and that Python would take for those of these names."""


def examples() -> dict[str, str]:
    """The examples of the page, by name."""
    return {found["name"]: found["text"] for found in _EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))}


def load_yaml(text: str) -> Any:
    """YAML as 1.2 has it, where `on` is a key as any other."""
    return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - makes strings alone


@dataclass(frozen=True)
class Ran:
    """How a step ended."""

    code: int
    out: str
    err: str


@dataclass
class Runner:
    """A machine of a CI service: git, the tools of a system, and a `python3` that installs the code under test."""

    home: Path
    variables: dict[str, str] = field(default_factory=dict)

    @classmethod
    def start(cls, home: Path) -> Runner:
        tools = home / "tools"
        tools.mkdir()
        runner = cls(home)
        main = _MAIN.format(checkout=CHECKOUT)
        text = _PYTHON.format(tools=tools, record=runner.record, python=sys.executable, main=main)
        (tools / "python3").write_text(text)
        (tools / "python3").chmod(0o755)
        # A job may name the current folder there, if only by an entry that is empty.
        runner.variables |= {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": f"{os.pathsep}."}
        return runner

    @property
    def imported(self) -> Path:
        """Where a planted module leaves its name."""
        return self.home / "imported"

    def plant(self) -> dict[str, str | bytes | None]:
        """Files for a checkout, each of which leaves its name there if it is imported."""
        text = f"open({str(self.imported)!r}, 'a').write(__name__ + '\\n')\n"
        return {f"{folder}{name}.py": text for name in PLANTED for folder in ("", "src/")}

    @property
    def record(self) -> Path:
        return self.home / "installed"

    @property
    def installed(self) -> str:
        """What pip was asked for last."""
        return self.record.read_text().splitlines()[-1]

    def run(self, shell: Sequence[str], script: str, folder: Path, more: Mapping[str, str] | None = None) -> Ran:
        """Write a script to a file, as the services do, and run it by a shell."""
        place = self.home / "step.sh"
        place.write_text(script)
        words = [word.replace("{0}", str(place)) for word in shell]
        result = subprocess.run(
            words, cwd=folder, env=self.variables | dict(more or {}), capture_output=True, text=True, check=False
        )
        return Ran(result.returncode, result.stdout, result.stderr)


def strings_of_jenkins(text: str) -> list[str]:
    """The shell of each `sh '''…'''`, as Groovy gives it to sh."""
    return re.findall(r"sh '''(.*?)'''", text, re.DOTALL)


def shell_of_recipes() -> dict[str, str]:
    """All shell that is ready to use in CI, by where it is."""
    page, job = examples(), load_yaml(GITLAB.read_text())["memory-check"]
    steps = load_yaml(ACTION.read_text(encoding="utf-8"))["runs"]["steps"]
    return {
        "sh": page["sh"],
        "jenkins": "\n".join(strings_of_jenkins(page["jenkins"])),
        "azure": "\n".join(step.get("script", "") for step in load_yaml(page["azure"])["steps"]),
        "gitlab": "\n".join((*job["before_script"], *job["script"])),
        "action": "\n".join(step["run"] for step in steps),
    }
