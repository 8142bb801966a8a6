"""Time hooks and reads in a repository of very many files and commits, against git's own commands in the same run.

    python -m benchmarks.large [--files 200000] [--commits 100000] [--runs 3] [--back-end libgit2 git]

The repository is written by `git fast-import`. Its memories come in the second commit and say what is asked most of
history: one never touched, one stale and one orphaned since nearly the first commit, one followed all the way, one
stale since lately. The runs of all commands are interleaved; the figures to quote are the ratios of medians.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.memories import write_memory
from fixtures.bench import sealed_environment
from legendary_git.git.backend import VARIABLE
from legendary_git.store.index import INDEX
from legendary_git.usecases.workspace import open_workspace

COMMAND = [sys.executable, "-P", "-m", "legendary_git"]
BASELINE = "python -c pass"
FATES = ("untouched", "stale_early", "orphaned_early", "followed", "stale_lately", "followed_then_stale")
_FUNCTION = """\
def {name}(order, ledger, rate={rate}):
    entry = ledger.find_{name}(order, default=None)
    if entry is None:
        entry = ledger.open(order, rate=7)
    entry.amount = entry.amount * rate + {rate}
    return ledger.write(entry)
"""
Files = dict[str, str | None]


class Large:
    """The repository, and what it costs to make a commit in it without any hook."""

    def __init__(self, scratch: Path, files: int, commits: int) -> None:
        self.root = scratch / "large"
        self.env = sealed_environment(scratch)
        self._files = files
        self.root.mkdir()
        self.git("init", "-q", "-b", "main")
        first: Files = {_path(number): _text(f"step_{number}", 0) for number in range(files)}
        self._import([("Begin", first | _fated())])
        self.git("checkout", "-q", "-f", "main")
        subprocess.run([*COMMAND, "init"], cwd=self.root, env=self.env, check=True, capture_output=True)
        self._remember()
        self.git("add", "-A", ".legendary")
        self.git("commit", "-q", "-m", "Remember")
        self._import(self._history(commits), onto="refs/heads/main^0")
        self.git("reset", "-q", "--hard")

    def git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.root, env=self.env, check=True, capture_output=True)

    def edit(self, name: str, number: int) -> None:
        """Change a file and commit it with the hooks off, so that the next hook finds the change."""
        (self.root / name).write_text(_text(Path(name).stem, number), encoding="utf-8")
        self.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", f"Change {name}", "--", name)

    def _remember(self) -> None:
        ws = open_workspace(self.root, self.env)
        for number, fate in enumerate(FATES):
            title, spec = f"What is {fate} posts before it rounds", f"fate/{fate}.py::{fate}"
            write_memory(ws, number, title, spec, "Rounding first lost a cent.")

    def _history(self, commits: int) -> Iterator[tuple[str, Files]]:
        early, late = _fates(commits)
        for number in range(2, commits):
            name = number * 7919 % self._files
            changes: dict[str, str | None] = {_path(name): _text(f"step_{name}", number), "notes.txt": f"{number}\n"}
            yield f"Change {number}", changes | early.get(number, {}) | late.get(number, {})

    def _import(self, commits: Iterable[tuple[str, Files]], onto: str = "") -> None:
        """Append commits to main, each a minute after the one before it."""
        words = ["git", "fast-import", "--quiet", "--done"]
        with subprocess.Popen(words, cwd=self.root, env=self.env, stdin=subprocess.PIPE) as importing:
            assert importing.stdin is not None
            for number, (message, changes) in enumerate(commits):
                importing.stdin.write(_commit(message, number, "" if number else onto))
                importing.stdin.write(b"".join(_change(path, text) for path, text in changes.items()))
            importing.stdin.write(b"done\n")
        assert importing.returncode == 0


def _fates(commits: int) -> tuple[dict[int, Files], dict[int, Files]]:
    """What becomes of the memories' code, by the number of the commit: soon after the beginning, and near the end."""
    early: dict[int, Files] = {
        10: {"fate/stale_early.py": _text("stale_early", 1)},
        20: {"fate/orphaned_early.py": None},
        30: {"fate/followed.py": "X = 1\n", "moved/followed.py": _text("followed", 0)},
        40: {"fate/followed_then_stale.py": "X = 1\n", "moved/then.py": _text("followed_then_stale", 0)},
    }
    late: dict[int, Files] = {
        commits - 10: {"fate/stale_lately.py": _text("stale_lately", 1)},
        commits - 9: {"moved/then.py": _text("followed_then_stale", 1)},
    }
    return early, late


def _fated() -> Files:
    return {f"fate/{fate}.py": _text(fate, 0) for fate in FATES}


def _path(number: int) -> str:
    return f"lib/d{number % 100}/e{number // 100 % 50}/m{number}.py"


def _text(name: str, rate: int) -> str:
    return _FUNCTION.format(name=name, rate=rate)


def _commit(message: str, number: int, onto: str) -> bytes:
    head = f"commit refs/heads/main\ncommitter Ada <ada@example.org> {1_700_000_000 + 60 * number} +0000\n"
    start = f"from {onto}\n" if onto else ""
    return f"{head}data {len(message)}\n{message}\n{start}".encode()


def _change(path: str, text: str | None) -> bytes:
    return f"D {path}\n".encode() if text is None else f"M 100644 inline {path}\ndata {len(text)}\n{text}\n".encode()


@dataclass(frozen=True, slots=True)
class Case:
    """A command to time; the file that is edited and committed, and whether the index is deleted, before each run."""

    name: str
    words: Sequence[str]
    edited: str | None = None
    is_cold: bool = False


def _cases(large: Large) -> list[Case]:
    hook = [str(large.root / ".git/hooks/post-commit")]
    read = [*COMMAND]
    return [
        Case(BASELINE, [sys.executable, "-c", "pass"]),
        Case("git status", ["git", "status", "--porcelain"]),
        Case("git diff --quiet HEAD~1", ["git", "diff", "--quiet", "HEAD~1", "HEAD"]),
        Case("git log -1 -- changed early", ["git", "log", "-1", "--format=%H", "--", "fate/stale_early.py"]),
        Case("git ls-tree -r HEAD", ["git", "ls-tree", "-r", "HEAD"]),
        Case("git rev-list --count HEAD", ["git", "rev-list", "--count", "HEAD"]),
        Case("hook, nothing anchored changed", hook, "notes.txt"),
        Case("hook, one anchor changed", hook, "fate/untouched.py"),
        *(Case(name, [*read, name]) for name in ("list", "stale", "brief", "check")),
        Case("why, fresh", [*read, "why", "fate/untouched.py"]),
        Case("why, orphaned", [*read, "why", "fate/orphaned_early.py"]),
        Case("rebuild", [*read, "rebuild"]),
        Case("list without an index", [*read, "list"], is_cold=True),
    ]


def _seconds(case: Case, large: Large, env: Mapping[str, str]) -> float:
    if case.is_cold:
        (large.root / ".git" / INDEX).unlink()
    begin = time.perf_counter()
    subprocess.run(case.words, cwd=large.root, env=env, check=False, capture_output=True, stdin=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=200_000)
    parser.add_argument("--commits", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--back-end", nargs="+", default=["libgit2", "git"])
    wanted = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, median of {wanted.runs} runs, interleaved")
    print(f"{wanted.files} files, {wanted.commits} commits")
    with tempfile.TemporaryDirectory(prefix="legendary-large-") as scratch:
        large = Large(Path(scratch), wanted.files, wanted.commits)
        for back_end in wanted.back_end:
            _report(large, back_end, wanted.runs)


def _report(large: Large, back_end: str, runs: int) -> None:
    env = {**large.env, VARIABLE: back_end}
    cases = _cases(large)
    times: dict[str, list[float]] = {case.name: [] for case in cases}
    for run in range(runs):
        for case in cases:
            if case.edited is not None:
                large.edit(case.edited, time.time_ns() % 1_000_000 + run)
            times[case.name].append(_seconds(case, large, env))
    base = statistics.median(times[BASELINE])
    print(f"\n{back_end}")
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"  {name:42} {1000 * median:8.1f} ms  {median / base:6.1f} x", flush=True)


if __name__ == "__main__":
    main()
