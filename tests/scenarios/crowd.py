"""Many who work in one repository at once, some of whom are killed in the middle of what they do.

Each does its share of operations, one after the other: it remembers, commits, and reads. A command of ours is a process
of its own, either a fork of this one, which need not import anything, or an interpreter that is started for it; now and
then it is killed while it runs. Git itself is never killed: what it leaves behind then is its own.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from legendary_git.cli.main import run
from tests.history import History
from tests.project import COMMAND

KILLED = -signal.SIGKILL
_KINDS = ("remember",) * 3 + ("commit",) * 3 + ("list", "stale", "brief", "recall", "reanchor")
_READS = {
    "list": ("list", "--json"),
    "stale": ("stale",),
    "brief": ("brief",),
    "recall": ("recall", "total"),
    "reanchor": ("reanchor", "--all", "--dry-run"),
}
_LOCKED = ("index.lock", "cannot lock ref", "Unable to create")
_ID = re.compile(r"mem-[0-9a-f]{8}")
_FUNCTION = """\
def {name}(items, limit):
    total = {number}
    for item in items:
        if item > limit:
            total += item * {number}
    return total, "{name}"
"""


@dataclass
class Report:
    """What a worker did: the texts that were kept by id, the ids that were committed, and all that went wrong."""

    kept: dict[str, str] = field(default_factory=dict)
    committed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    done: int = 0
    killed: int = 0


class Worker:
    """One of the crowd, in one work tree. It writes only files of its own, so that nobody else's edit is in its way."""

    def __init__(self, number: int, root: Path, scratch: Path, *, starts_python: bool) -> None:
        self._name = f"w{number}"
        self._history = History(root, 10)
        self._scratch = scratch / self._name
        self._starts_python = starts_python
        self._draw = random.Random(number)
        self._seconds: dict[str, float] = {}
        self._file = f"src/{self._name}.py"
        self.report = Report()

    def work(self, operations: int) -> None:
        """Do them, then write the report into the scratch folder."""
        self._scratch.mkdir()
        self._commit(0)
        for turn in range(operations):
            kind = self._draw.choice(_KINDS)
            if kind == "remember":
                self._remember(turn)
            elif kind == "commit":
                self._commit(turn + 1)
            else:
                self._ask(kind, _READS[kind])
            self.report.done += 1
        (self._scratch / "report").write_text(json.dumps(vars(self.report)), encoding="utf-8")

    def _remember(self, turn: int) -> None:
        text = f"{self._name} learned {turn}"
        said = self._ask(
            "remember", ("remember", text, "--distinct", "numbered", "--anchor", f"{self._file}::part{turn % 3}")
        )
        if said is not None:
            found = _ID.search(said)
            self.report.kept[found[0] if found else f"no id in {said}"] = text

    def _commit(self, turn: int) -> None:
        """The file with another number in one of its functions, and every memory of one's own."""
        parts = (_FUNCTION.format(name=f"part{n}", number=turn if n == turn % 3 else n) for n in range(3))
        self._history.write({self._file: "\n\n".join(parts)})
        mine = sorted(set(self.report.kept) - set(self.report.committed))
        folder = self._history.root / ".legendary/memories"
        paths = [f".legendary/memories/{path.name}" for id_ in mine for path in folder.glob(f"{id_}*.md")]
        self._git("add", "--", self._file, *paths)
        self._git("commit", "-q", "--allow-empty", "-m", f"{self._name} {turn}", "--", self._file, *paths)
        self.report.committed += mine

    def _git(self, *words: str) -> None:
        """As often as it takes: git itself gives up where another one writes the index just now."""
        for _ in range(500):
            result = self._history.run("git", *words, check=False)
            said = result.stderr.decode()
            if result.returncode == 0:
                told = [line for line in said.splitlines() if not line.startswith("legendary: ")]
                self.report.wrong += [f"git {words[0]} said {line}" for line in told]
                return
            if not any(reason in said for reason in _LOCKED):
                break
        self.report.wrong.append(f"git {' '.join(words)}: {result.returncode} {said}")

    def _ask(self, kind: str, words: Sequence[str]) -> str | None:
        """What a command of ours printed; None where it was killed."""
        out, err = self._scratch / "out", self._scratch / "err"
        patience = self._seconds.get(kind)
        fate = self._draw.uniform(0, 1.2 * patience) if patience is not None and self._draw.random() < 0.2 else None
        began = time.monotonic()
        code = self._start(words, out, err, fate)
        if code == KILLED:
            self.report.killed += 1
            return None
        self._seconds[kind] = time.monotonic() - began
        if code != 0:
            self.report.wrong.append(f"git memory {' '.join(words)}: {code} {err.read_text()}")
        return out.read_text(encoding="utf-8")

    def _start(self, words: Sequence[str], out: Path, err: Path, fate: float | None) -> int:
        with out.open("wb") as stdout, err.open("wb") as stderr:
            if self._starts_python:
                return self._run_process(words, stdout, stderr, fate)
            ends, holds = os.pipe()
            pid = os.fork()
            if pid == 0:
                _become(words, self._history.root, stdout.fileno(), stderr.fileno())
        os.close(holds)
        if fate is not None and not select.select([ends], [], [], fate)[0]:
            os.kill(pid, signal.SIGKILL)
        os.close(ends)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def _run_process(
        self, words: Sequence[str], stdout: io.BufferedWriter, stderr: io.BufferedWriter, fate: float | None
    ) -> int:
        command = [*COMMAND, *words]
        process = subprocess.Popen(
            command, cwd=self._history.root, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr
        )
        try:
            return process.wait(timeout=fate)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _become(words: Sequence[str], root: Path, stdout: int, stderr: int) -> None:
    """Be a process that runs nothing but this command; does not return."""
    code = 70
    try:
        os.dup2(stdout, 1)
        os.dup2(stderr, 2)
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), os.fdopen(1, "w"), os.fdopen(2, "w")
        os.chdir(root)
        code = run(words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def work_at_once(workers: Sequence[Worker], operations: int) -> int:
    """All of them, each in a process of its own; how many of them came to their end."""
    children = []
    for worker in workers:
        if (pid := os.fork()) == 0:
            code = 1
            try:
                worker.work(operations)
                code = 0
            except BaseException as error:  # noqa: BLE001 - a fork of a test must never go on as if it were the test
                sys.__stderr__.write(f"{type(error).__name__}: {error}\n") if sys.__stderr__ else None
            finally:
                os._exit(code)
        children.append(pid)
    return sum(os.waitpid(pid, 0)[1] == 0 for pid in children)


def read_reports(scratch: Path) -> list[Report]:
    return [Report(**json.loads(path.read_text(encoding="utf-8"))) for path in sorted(scratch.glob("w*/report"))]
