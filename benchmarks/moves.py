"""Time the hook and the reads at one commit that moves thousands of files, some of them anchored.

    python -m benchmarks.moves [--files 3000] [--anchors 50] [--edited 0 10] [--runs 5]

`--edited` gives shares, in percent, of the files that are also edited in that commit (an import, say), so that git and
we have to look inside. Figures to quote are ratios of medians to `python -c pass`; all commands' runs are interleaved.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.memories import write_memory
from fixtures.bench import sealed_environment
from legendary_git.store.index import INDEX
from legendary_git.usecases.workspace import open_workspace

BASELINE = "python -c pass"
COMMAND = [sys.executable, "-P", "-m", "legendary_git"]
FUNCTIONS_A_FILE = 12
_SYLLABLES = ("ba", "co", "di", "fen", "gar", "hul", "jo", "kas", "lim", "mor", "nu", "pel", "qui", "ros", "ti", "vex")


class Moves:
    """A repository whose last commit moves `src/` to `lib/`, at the commit before, with an index in step with that."""

    def __init__(self, scratch: Path, files: int, anchors: int, edited: int) -> None:
        scratch.mkdir()
        self.root = scratch / "repo"
        self.env = sealed_environment(scratch)
        self._words = random.Random(f"{files} {anchors}")
        self.root.mkdir()
        self.git("init", "-q", "-b", "main")
        self._write(files)
        self.commit("Begin")
        self.run(*COMMAND, "init")
        self._remember(files, anchors)
        self.commit("Remember")
        self.run(*COMMAND, "list")
        self.before = self._snapshot()
        self.move(edited)

    def git(self, *words: str) -> None:
        self.run("git", *words)

    def run(self, *words: str) -> None:
        subprocess.run(words, cwd=self.root, env=self.env, check=True, capture_output=True)

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", message)

    def move(self, edited: int) -> None:
        self.git("mv", "src", "lib")
        paths = sorted((self.root / "lib").rglob("*.py"))
        for path in self._words.sample(paths, len(paths) * edited // 100):
            path.write_text(f"import {self._word()}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
        self.commit("Move")

    def rewind(self) -> None:
        """Put back what the hook knew before the commit."""
        self.forget()
        for path, kept in self.before.items():
            shutil.copyfile(kept, path)

    def forget(self) -> None:
        """As in a new clone: no index, nothing watched."""
        for path in self.before:
            path.unlink(missing_ok=True)

    def _snapshot(self) -> dict[Path, Path]:
        paths = (self.root / ".git" / INDEX, self.root / ".git/legendary/watch")
        kept = {path: self.root / ".git" / f"kept-{path.name}" for path in paths}
        for path, copy in kept.items():
            shutil.copyfile(path, copy)
        return kept

    def _write(self, files: int) -> None:
        for number in range(files):
            path = self.root / f"src/part_{number % 60}/module_{number}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n\n".join(map(self._function, range(FUNCTIONS_A_FILE))), encoding="utf-8")

    def _function(self, number: int) -> str:
        one, two, three, four = (self._word() for _ in range(4))
        return (
            f"def step_{number}({one}, {two}, limit={number}):\n"
            f'    """Weigh {one} against {two}."""\n'
            f"    {three} = {one}.{four}({two}, default=None)\n"
            f"    if {three} is None:\n"
            f"        {three} = {two}.open_{four}({one}, rate={number})\n"
            f"    {three}.amount = {three}.amount * limit + {number}\n"
            f"    return {two}.write_{one}({three})\n"
        )

    def _word(self) -> str:
        return "".join(self._words.choices(_SYLLABLES, k=3))

    def _remember(self, files: int, anchors: int) -> None:
        ws = open_workspace(self.root, self.env)
        for number in range(anchors):
            file = number * files // anchors
            spec = f"src/part_{file % 60}/module_{file}.py::step_{number % FUNCTIONS_A_FILE}"
            write_memory(ws, number, f"Module {file} opens before it weighs", spec)


Case = tuple[str, Callable[[Moves], None], Sequence[str]]


def _cases(moves: Moves) -> list[Case]:
    imports = "import pygit2, tree_sitter, tree_sitter_language_pack as pack; pack.get_language('python')"
    return [
        (BASELINE, _nothing, [sys.executable, "-c", "pass"]),
        ("import pygit2, tree_sitter, one grammar", _nothing, [sys.executable, "-c", imports]),
        ("hook at that commit", Moves.rewind, [str(moves.root / ".git/hooks/post-commit")]),
        ("list without an index", Moves.forget, [*COMMAND, "list"]),
        ("reanchor --all --dry-run", Moves.rewind, [*COMMAND, "reanchor", "--all", "--dry-run"]),
    ]


def _nothing(_moves: Moves) -> None:
    """Needs no preparation."""


def _seconds(words: Sequence[str], moves: Moves) -> tuple[float, float]:
    """By the clock, and of the processor: the first one alone says little on a machine that does other things too."""
    before, begin = _processor_seconds(), time.perf_counter()
    subprocess.run(words, cwd=moves.root, env=moves.env, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return time.perf_counter() - begin, _processor_seconds() - before


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--anchors", type=int, default=50)
    parser.add_argument("--edited", type=int, nargs="+", default=[0, 10])
    parser.add_argument("--runs", type=int, default=5)
    wanted = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, median of {wanted.runs} runs, interleaved")
    with tempfile.TemporaryDirectory(prefix="legendary-bench-") as scratch:
        for edited in wanted.edited:
            print(f"\n{wanted.files} files moved, {edited} % of them edited, {wanted.anchors} anchored symbols")
            _report(Moves(Path(scratch) / str(edited), wanted.files, wanted.anchors, edited), wanted.runs)


def _report(moves: Moves, runs: int) -> None:
    cases = _cases(moves)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name, _, _ in cases}
    for _ in range(runs):
        for name, prepare, words in cases:
            prepare(moves)
            times[name].append(_seconds(words, moves))
    base = statistics.median(clock for clock, _ in times[BASELINE])
    for name, seconds in times.items():
        clock, processor = (statistics.median(column) for column in zip(*seconds, strict=True))
        print(f"  {name:42} {1000 * clock:8.1f} ms  {clock / base:6.1f} x  processor {1000 * processor:7.1f} ms")


if __name__ == "__main__":
    main()
