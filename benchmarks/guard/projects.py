"""The failing projects of cases.txt, each made and run twice: other folders, ports, versions and lines."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_CASES = Path(__file__).with_name("cases.txt")
_SECONDS = 120
_VERSIONS = {
    "python": ([sys.executable], ["/usr/bin/python3"]),
    "node": (["node"], ["{tools}/node18/node_modules/node/bin/node"]),
    "java": (["java"], ["/usr/lib/jvm/temurin-25-jdk-amd64/bin/java"]),
    "javac": (["javac"], ["/usr/lib/jvm/temurin-25-jdk-amd64/bin/javac"]),
    "rustc": (["rustc", "+stable"], ["rustc", "+nightly"]),
    "cargo": (["cargo", "+stable"], ["cargo", "+nightly"]),
}


@dataclass
class Case:
    """One failing project; `telling` is what the line that is kept as the trigger holds."""

    ecosystem: str
    name: str
    files: dict[str, str] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)
    telling: str = ""


@dataclass(frozen=True)
class Run:
    """What the last command of a case printed: as it was called, in which folder, with which exit code."""

    command: str
    output: str
    code: int


def read_cases() -> list[Case]:
    """All cases of the file, in its order."""
    found: list[Case] = []
    path = ""
    for line in _CASES.read_text(encoding="utf-8").splitlines():
        if line.startswith("=== "):
            ecosystem, name = line[4:].split(" ", 1)
            found.append(Case(ecosystem, name))
        elif line.startswith("--- "):
            path = line[4:]
            found[-1].files[path] = ""
        elif line.startswith("$ "):
            found[-1].commands.append(line[2:])
        elif line.startswith("? "):
            found[-1].telling = line[2:]
        elif found:
            found[-1].files[path] += f"{line}\n"
    return found


def run_case(case: Case, folder: Path, nth: int, tools: Path, psql: str) -> Run | None:
    """Make the project in `folder` and run it for the `nth` time; None where it does not fail, or a tool is missing."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    values = _values(case, folder, nth, tools, psql)
    for path, content in case.files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_fill(content, values), encoding="utf-8")
    run = None
    for command in case.commands:
        run = _run(_fill(command, values), folder)
    return run if run is not None and run.code not in (0, 126) and "not found" not in _missing_tool(run) else None


def _missing_tool(run: Run) -> str:
    return run.output if run.code == 127 and run.output.startswith("/bin/bash: line 1: ") else ""


def _values(case: Case, folder: Path, nth: int, tools: Path, psql: str) -> dict[str, str]:
    rng = random.Random(f"{nth} {case.name}")
    versions = {name: " ".join(_installed(ways[nth], ways[0], tools)) for name, ways in _VERSIONS.items()}
    lines = rng.randint(0, 20) if nth else 0
    shifts = {f"shift{sign}": f"{sign} a line\n" * lines for sign in ("#", "//", "--")}
    port = str(_free_port())
    return {
        **versions,
        **shifts,
        "root": str(folder),
        "port": port,
        "pad": str(rng.randint(1, 9)),
        "word": "spring",
        "bin": str(Path(sys.executable).parent),
        "npmbin": str(tools / "node_modules" / ".bin"),
        "psql": psql.replace("{nth}", str(nth)),
    }


def _installed(way: list[str], other: list[str], tools: Path) -> list[str]:
    program = way[0].replace("{tools}", str(tools))
    return [program, *way[1:]] if shutil.which(program) else other


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def _fill(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _run(command: str, folder: Path) -> Run:
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHON", "NODE_"))}
    environ |= {"PWD": str(folder), "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    try:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Run(command, "", 0)
    return Run(command, done.stdout.decode("utf-8", "replace"), done.returncode)


def trigger_of(case: Case, run: Run) -> str | None:
    """The line of the output that somebody would keep: the first that holds what the case tells, as it was printed."""
    lines: Iterator[str] = (line.strip() for line in run.output.splitlines() if case.telling in line)
    return next(lines, None)
