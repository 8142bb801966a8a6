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

from tests.project import CHECKOUT, write_command

PAGE = CHECKOUT / "docs" / "ci.md"
ACTION = CHECKOUT / "action.yml"
GITLAB = CHECKOUT / "ci" / "gitlab.yml"

_EXAMPLE = re.compile(r"^<!-- example: (?P<name>[\w-]+) -->\n```\w+\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_PYTHON = """\
#!/bin/sh
# Makes a virtual environment without one, writes down what would be installed, and else is Python.
case "$1 $2" in
'-m venv')
    mkdir -p "$3/bin" && cp "{tools}/python3" "$3/bin/python" && cp "{tools}/git-memory" "$3/bin" ;;
'-m pip')
    printf '%s\\n' "$@" >>"{record}" ;;
*)
    exec "{python}" "$@" ;;
esac
"""


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
        command = write_command(tools)
        runner = cls(home)
        text = _PYTHON.format(tools=tools, record=runner.record, python=sys.executable)
        (tools / "python3").write_text(text)
        (tools / "python3").chmod(0o755)
        # The command finds the code by itself; what the step has set for Python is none of its business.
        assert command.read_text().startswith("#!/bin/sh\nPYTHONPATH=")
        runner.variables |= {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        runner.variables["PATH"] = f"{tools}:{os.environ['PATH']}"
        return runner

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
