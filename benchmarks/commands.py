"""Time whole processes against `python -c pass` in one run: hooks, and reads at 10, 1,000 and 10,000 memories.

    python -m benchmarks.commands [--memories 10 1000] [--runs 9]

Machines differ and are never quiet, so the figures to quote are the ratios of medians; the runs of all commands are
interleaved, so that a slow minute is everybody's.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.memories import write_memory
from fixtures.bench import sealed_environment
from legendary_git.usecases.workspace import open_workspace

FUNCTIONS_A_FILE = 20
BASELINE = "python -c pass"
COMMAND = [sys.executable, "-P", "-m", "legendary_git"]
_FUNCTION = """\
def step_{n}(order, ledger, rate={n}):
    \"\"\"Post an order to the ledger at a rate.\"\"\"
    entry = ledger.find(order, default=None)
    if entry is None:
        entry = ledger.open(order, rate={n})
    entry.amount = entry.amount * rate + {n}
    return ledger.write(entry)


"""


class Bench:
    """A repository with so many memories, each about one function, and the commands to time in it."""

    def __init__(self, scratch: Path, memories: int) -> None:
        self.root = scratch / f"with-{memories}"
        self.env = sealed_environment(scratch)
        self.root.mkdir()
        self.git("init", "-q", "-b", "main")
        for number in range(-(-memories // FUNCTIONS_A_FILE)):
            (self.root / f"module_{number}.py").write_text(_module(number), encoding="utf-8")
        (self.root / "notes.txt").write_text("0\n", encoding="utf-8")
        self.commit("Begin")
        self.memory("init")
        self._remember(memories)
        self.commit("Remember")
        self.memory("list")

    def git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.root, env=self.env, check=True, capture_output=True)

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def memory(self, *words: str) -> None:
        subprocess.run([*COMMAND, *words], cwd=self.root, env=self.env, check=True, capture_output=True)

    def edit(self, name: str, number: int) -> None:
        """Change a file and commit it with the hooks off, so that the next hook finds the change."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        path.write_text(
            text.replace("+ ", f"+ {number} + ", 1) if "+ " in text else f"{number}\n{text}", encoding="utf-8"
        )
        self.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", f"Change {name}")

    def _remember(self, memories: int) -> None:
        ws = open_workspace(self.root, self.env)
        for number in range(memories):
            file, function = divmod(number, FUNCTIONS_A_FILE)
            title = f"Step {function} of module {file} posts before it rounds"
            body = f"Rounding first lost a cent in run {number} of the nightly reconciliation."
            write_memory(ws, number, title, f"module_{file}.py::step_{function}", body)


def _module(number: int) -> str:
    return f'"""Module {number}."""\n\n\n' + "".join(_FUNCTION.format(n=n) for n in range(FUNCTIONS_A_FILE))


def _seconds(words: Sequence[str], bench: Bench) -> float:
    begin = time.perf_counter()
    subprocess.run(words, cwd=bench.root, env=bench.env, check=False, capture_output=True, stdin=subprocess.DEVNULL)
    return time.perf_counter() - begin


@dataclass(frozen=True, slots=True)
class Case:
    """A command to time, and the file that is edited and committed before each run of it, if any."""

    name: str
    words: list[str]
    edited: str | None = None


def _cases(bench: Bench) -> list[Case]:
    hook = [str(bench.root / ".git/hooks/post-commit")]
    imports = "import pygit2, tree_sitter, tree_sitter_language_pack as pack; pack.get_language('python')"
    return [
        Case(BASELINE, [sys.executable, "-c", "pass"]),
        Case("import pygit2, tree_sitter, one grammar", [sys.executable, "-c", imports]),
        Case("hook, nothing anchored changed", hook, "notes.txt"),
        Case("hook, an anchored file changed", hook, "module_0.py"),
        *(Case(name, [*COMMAND, name]) for name in ("list", "stale", "brief", "check")),
        Case("recall", [*COMMAND, "recall", "nightly reconciliation"]),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, nargs="+", default=[10, 1000])
    parser.add_argument("--runs", type=int, default=9)
    wanted = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, median of {wanted.runs} runs, interleaved")
    with tempfile.TemporaryDirectory(prefix="legendary-bench-") as scratch:
        for memories in wanted.memories:
            _report(Bench(Path(scratch), memories), memories, wanted.runs)


def _report(bench: Bench, memories: int, runs: int) -> None:
    cases = _cases(bench)
    times: dict[str, list[float]] = {case.name: [] for case in cases}
    for run in range(runs):
        for case in cases:
            if case.edited is not None:
                bench.edit(case.edited, run)
            times[case.name].append(_seconds(case.words, bench))
    base = statistics.median(times[BASELINE])
    print(f"\n{memories} memories")
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"  {name:42} {1000 * median:8.1f} ms  {median / base:6.1f} x")


if __name__ == "__main__":
    main()
