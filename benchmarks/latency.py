"""Time what an agent's hooks cost against `python -c pass` in one run: each tool call waits for them.

    python -m benchmarks.latency [--memories 10 1000 10000] [--runs 15]

The cases of `surface`: the file that is opened is what was stamped (hit), it changed and is judged for the first time
(changed, new), or again (changed), nothing is about it (miss), the folder has no memories (no store), it is in no
repository (no repository). Those of `guard`, where each memory has a trigger: output of 1 KB, 1 MB and 30 MB in which
no error is known, and the same with one (hit). Each run is a session of its own, to which everything is new. Times are
of the processor, user and system, children included: other work on the machine makes them longer, so minima are shown
beside medians.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.commands import BASELINE, Bench
from benchmarks.guard.outputs import make_output, make_triggers
from benchmarks.guard.store import make_store, payload

GUARD = ["-P", "-m", "legendary_git", "guard", "--host", "claude"]
OUTPUTS = {"1 KB": 1_000, "1 MB": 1_000_000, "30 MB": 30_000_000}
SURFACE = ["-P", "-m", "legendary_git", "surface", "--host", "claude"]
Measure = Callable[[], float]


class Hooks:
    """Processes that are given a payload, in one repository of the benchmark."""

    def __init__(self, bench: Bench, scratch: Path) -> None:
        self._bench = bench
        self._payload = scratch / "payload.json"
        self._sessions = 0
        self._env = {name: value for name, value in bench.env.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def time(self, words: list[str], payload: bytes = b"") -> float:
        """Seconds of the processor that Python takes for `words`, with a payload on its stdin."""
        self._payload.write_bytes(payload)
        files = [
            (os.POSIX_SPAWN_OPEN, 0, str(self._payload), os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        ]
        child = os.posix_spawn(sys.executable, [sys.executable, *words], self._env, file_actions=files)
        _, status, usage = os.wait4(child, 0)
        assert status == 0
        return usage.ru_utime + usage.ru_stime

    def read(self, path: Path) -> float:
        """Seconds for the hook of a session in which a file is read for the first time."""
        self._sessions += 1
        payload = {
            "hook_event_name": "PreToolUse",
            "tool_name": "Read",
            "session_id": f"session {self._sessions}",
            "cwd": str(path.parent),
            "tool_input": {"file_path": str(path)},
        }
        return self.time(SURFACE, json.dumps(payload).encode())

    def end(self, root: Path, output: str) -> float:
        """Seconds for the hook of a session in which a command fails with that output."""
        self._sessions += 1
        return self.time(GUARD, payload(root, output, failed=True, session=f"session {self._sessions}"))


def _guard_cases(hooks: Hooks, root: Path, memories: int) -> dict[str, Measure]:
    triggers = make_triggers(memories)
    make_store(root, triggers)
    found: dict[str, Measure] = {}
    for name, characters in OUTPUTS.items():
        output = make_output(characters)
        found[f"guard, {name}"] = lambda output=output: hooks.end(root, output)  # type: ignore[misc]
        hit = f"{output}\n{triggers[3]}"
        found[f"guard, {name}, hit"] = lambda output=hit: hooks.end(root, output)  # type: ignore[misc]
    return found


def _cases(bench: Bench, hooks: Hooks, elsewhere: Path) -> dict[str, Measure]:
    changed = bench.root / "module_0.py"
    unchanged = _other_file(bench)

    def judge_anew() -> float:
        changed.write_text(changed.read_text(encoding="utf-8") + "\nMORE = 1\n", encoding="utf-8")
        return hooks.read(changed)

    (elsewhere / "repository" / ".git").mkdir(parents=True, exist_ok=True)
    (elsewhere / "repository" / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    for folder in (elsewhere, elsewhere / "repository"):
        (folder / "notes.txt").write_text("0\n", encoding="utf-8")
    return {
        BASELINE: lambda: hooks.time(["-c", "pass"]),
        "surface, hit": lambda: hooks.read(unchanged),
        "surface, changed, new": judge_anew,
        "surface, changed": lambda: hooks.read(changed),
        "surface, miss": lambda: hooks.read(bench.root / "notes.txt"),
        "surface, no store": lambda: hooks.read(elsewhere / "repository" / "notes.txt"),
        "surface, no repository": lambda: hooks.read(elsewhere / "notes.txt"),
    }


def _other_file(bench: Bench) -> Path:
    """A file with an unchanged memory of its own, whatever happens to the first module."""
    other = bench.root / "own.py"
    other.write_text("def own(order):\n    return order.total + 1\n", encoding="utf-8")
    bench.memory("remember", "--anchor", "own.py::own", "--", "Totals are whole cents, tax and all")
    bench.commit("Remember more")
    return other


def _report(bench: Bench, memories: int, runs: int, scratch: Path) -> None:
    hooks = Hooks(bench, scratch)
    cases = _cases(bench, hooks, scratch / "elsewhere") | _guard_cases(hooks, scratch / "guard", memories)
    times: dict[str, list[float]] = {name: [] for name in cases}
    for run in range(runs + 1):
        for name, measure in cases.items():
            seconds = measure()
            if run:  # the first one of each case finds nothing compiled, and an index that it has to bring up
                times[name].append(seconds)
    base, least = statistics.median(times[BASELINE]), min(times[BASELINE])
    print(f"\n{memories} memories{'':22} median                 minimum")
    for name, found in times.items():
        median = statistics.median(found)
        told = f"{1000 * median:8.1f} ms  {median / base:6.2f} x"
        print(f"  {name:30} {told}  {1000 * min(found):8.1f} ms  {min(found) / least:6.2f} x", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, nargs="+", default=[10, 1000, 10_000])
    parser.add_argument("--runs", type=int, default=15)
    wanted = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, {wanted.runs} runs, interleaved")
    # Not below a folder that may be in a repository itself.
    with tempfile.TemporaryDirectory(prefix="legendary-bench-") as scratch:
        for memories in wanted.memories:
            folder = Path(scratch) / str(memories)
            folder.mkdir()
            _report(Bench(folder, memories), memories, wanted.runs, folder)


if __name__ == "__main__":
    main()
