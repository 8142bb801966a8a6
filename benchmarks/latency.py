"""Time what an agent's hooks cost against `python -c pass` in one run: each tool call waits for them.

    python -m benchmarks.latency [--memories 10 1000 10000] [--runs 15] [--peers DIR] [--only WORD …]

The cases of `surface`: the file that is opened is what was stamped (hit), and HEAD is another commit (hit, new HEAD),
it changed and is judged for the first time (changed, new), or again (changed), it changed and that was committed, which
no push has seen (committed, new), nothing is about it (miss), the folder has no memories (no store), it is in no
repository (no repository). A session begins
(session), after a file was changed whose memories still hold (session, changed), after a commit where something is
wrong (session, new HEAD). Those of `guard`, where each memory has a trigger: output of 1 KB, 1 MB and 30 MB in which no
error is known, and the same with one (hit). Each run is a session of its own, to which everything is new. Times are of
the processor, user and system, children included: other work on the machine makes them longer, so minima are shown
beside medians.

With `--peers`, two other tools are timed in the same run, on copies of the same repository with as many memories
(`benchmarks.latency_peers`). They keep no verdicts, so that a changed file is judged anew by each hook.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.commands import BASELINE, FUNCTIONS_A_FILE, Bench
from benchmarks.guard.outputs import make_output, make_triggers
from benchmarks.guard.store import make_store, payload
from benchmarks.latency_peers import PeerMemory, Peers

GUARD = ["-P", "-m", "legendary_git", "guard", "--host", "claude"]
_SLOW_SECONDS = 5.0
"""What takes longer is measured once."""
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

    def time(self, words: Sequence[str], payload: bytes = b"", python: str = sys.executable) -> float:
        """Seconds of the processor that Python takes for `words`, with a payload on its stdin."""
        self._payload.write_bytes(payload)
        files = [
            (os.POSIX_SPAWN_OPEN, 0, str(self._payload), os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        child = os.posix_spawn(python, [python, *words], self._env, file_actions=files)
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

    def begin(self, root: Path) -> float:
        """Seconds for the hook as a session begins."""
        self._sessions += 1
        payload = {"hook_event_name": "SessionStart", "source": "startup", "cwd": str(root)}
        return self.time(SURFACE, json.dumps(payload | {"session_id": f"session {self._sessions}"}).encode())

    def ask_peer(self, python: Path, words: Sequence[str], payload: Mapping[str, Any]) -> float:
        return self.time(words, json.dumps(payload).encode(), str(python))

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
    unchanged = _other_file(bench, "own")
    committed = _other_file(bench, "other")

    def judge_anew() -> float:
        hooks.read(changed)  # what is committed of its memories has to be asked once for each HEAD
        changed.write_text(changed.read_text(encoding="utf-8") + "\nMORE = 1\n", encoding="utf-8")
        return hooks.read(changed)

    def commit_anew() -> float:
        bench.edit(committed.name, next(numbers))
        return hooks.read(committed)

    def begin_anew() -> float:
        changed.write_text(changed.read_text(encoding="utf-8") + "\nMORE = 2\n", encoding="utf-8")
        return hooks.begin(bench.root)

    numbers = count(1)
    (elsewhere / "repository" / ".git").mkdir(parents=True, exist_ok=True)
    (elsewhere / "repository" / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    for folder in (elsewhere, elsewhere / "repository"):
        (folder / "notes.txt").write_text("0\n", encoding="utf-8")
    return {
        BASELINE: lambda: hooks.time(["-c", "pass"]),
        "surface, hit": lambda: hooks.read(unchanged),
        "surface, changed, new": judge_anew,
        "surface, changed": lambda: hooks.read(changed),
        "surface, committed, new": commit_anew,
        "surface, hit, new HEAD": lambda: hooks.read(unchanged),
        "session, new HEAD": lambda: hooks.begin(bench.root),
        "session, changed": begin_anew,
        "session": lambda: hooks.begin(bench.root),
        "surface, miss": lambda: hooks.read(bench.root / "notes.txt"),
        "surface, no store": lambda: hooks.read(elsewhere / "repository" / "notes.txt"),
        "surface, no repository": lambda: hooks.read(elsewhere / "notes.txt"),
    }


def _other_file(bench: Bench, name: str) -> Path:
    """A file with an unchanged memory of its own, whatever happens to the first module."""
    other = bench.root / f"{name}.py"
    other.write_text(f"def {name}(order):\n    return order.total + 1\n", encoding="utf-8")
    bench.memory("remember", "--anchor", f"{name}.py::{name}", "--", f"The {name} totals are whole cents, tax and all")
    bench.commit("Remember more")
    return other


def _peer_cases(bench: Bench, peers: Peers, scratch: Path, memories: int) -> dict[str, Measure]:
    about = [
        PeerMemory(f"Step {n % FUNCTIONS_A_FILE} of module {n // FUNCTIONS_A_FILE} posts before it rounds",
                   f"Rounding first lost a cent in run {n} of the nightly reconciliation.",
                   f"module_{n // FUNCTIONS_A_FILE}.py", f"step_{n % FUNCTIONS_A_FILE}")
        for n in range(memories)
    ]  # fmt: skip
    about.append(PeerMemory("The own totals are whole cents, tax and all", "", "own.py", "own"))
    triggers = make_triggers(memories)
    known = [PeerMemory(f"What was tried against error {n:08x}", "", trigger=one) for n, one in enumerate(triggers)]
    legendary, yigraf = peers.copy(bench.root, scratch / "legendary"), peers.copy(bench.root, scratch / "yigraf")
    guarded = peers.copy(bench.root, scratch / "guarded")
    without = peers.copy(bench.root, scratch / "without")
    peers.fill_legendary(legendary, about)
    peers.fill_legendary(guarded, known)
    peers.fill_yigraf(yigraf, about)

    def open_file(root: Path, name: str, *, change: bool = False) -> float:
        return peers.legendary("surface", root, _event("PreToolUse", "Read", _touched(root / name, change)))

    def edit_file(root: Path, name: str, *, change: bool = False) -> float:
        return peers.yigraf("post-tool-use", root, _event("PostToolUse", "Edit", _touched(root / name, change)))

    def end(output: str) -> float:
        told = {"tool_response": {"stdout": output, "stderr": "", "interrupted": False}}
        return peers.legendary("guard", guarded, _event("PostToolUse", "Bash", {"command": "make"}) | told)

    start = {"hook_event_name": "SessionStart", "source": "startup"}
    found: dict[str, Measure] = {
        "legendary-mcp surface, hit": partial(open_file, legendary, "own.py"),
        "legendary-mcp surface, changed": partial(open_file, legendary, "module_0.py", change=True),
        "legendary-mcp surface, miss": partial(open_file, legendary, "notes.txt"),
        "legendary-mcp surface, no store": partial(open_file, without, "notes.txt"),
        "yigraf edit, hit": partial(edit_file, yigraf, "own.py"),
        "yigraf edit, changed": partial(edit_file, yigraf, "module_0.py", change=True),
        "yigraf edit, miss": partial(edit_file, yigraf, "notes.txt"),
        "yigraf edit, no store": partial(edit_file, without, "notes.txt"),
        "yigraf session": partial(peers.yigraf, "session-start", yigraf, start),
    }
    for name, characters in OUTPUTS.items():
        output = make_output(characters)
        found[f"legendary-mcp guard, {name}"] = partial(end, output)
        found[f"legendary-mcp guard, {name}, hit"] = partial(end, f"{output}\n{triggers[3]}")
    return found


def _event(name: str, tool: str, tool_input: Mapping[str, str]) -> dict[str, Any]:
    return {"hook_event_name": name, "tool_name": tool, "tool_input": tool_input}


def _touched(path: Path, change: bool) -> dict[str, str]:
    if change:
        path.write_text(path.read_text(encoding="utf-8") + "\nMORE = 1\n", encoding="utf-8")
    return {"file_path": str(path), "old_string": "", "new_string": "MORE = 1"}


def _report(bench: Bench, memories: int, wanted: argparse.Namespace, scratch: Path) -> None:
    runs: int = wanted.runs
    hooks = Hooks(bench, scratch)
    cases = _cases(bench, hooks, scratch / "elsewhere") | _guard_cases(hooks, scratch / "guard", memories)
    if wanted.peers is not None:
        peers = Peers(wanted.peers, bench.env, hooks.ask_peer)
        if peers.missing:
            print(f"other tools are left out: {peers.missing}")
        else:
            cases |= _peer_cases(bench, peers, scratch, memories)
    if wanted.only:
        cases = {
            name: one for name, one in cases.items() if name == BASELINE or any(word in name for word in wanted.only)
        }
    times: dict[str, list[float]] = {name: [] for name in cases}
    for run in range(runs + 1):
        for name, measure in cases.items():
            if times[name] and times[name][0] > _SLOW_SECONDS:
                continue
            seconds = measure()
            # The first one of each case finds nothing compiled, and an index that it has to bring up.
            if run or seconds > _SLOW_SECONDS:
                times[name].append(seconds)
    base, least = statistics.median(times[BASELINE]), min(times[BASELINE])
    print(f"\n{memories} memories{'':22} median                 minimum")
    for name, found in times.items():
        median = statistics.median(found)
        once = "  (one run)" if len(found) < runs else ""
        told = f"{1000 * median:8.1f} ms  {median / base:6.2f} x"
        print(f"  {name:30} {told}  {1000 * min(found):8.1f} ms  {min(found) / least:6.2f} x{once}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, nargs="+", default=[10, 1000, 10_000])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--peers", type=Path, help="a virtual environment with legendary-mcp and yigraf")
    parser.add_argument("--only", nargs="+", help="cases with such a word in their names")
    wanted = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, {wanted.runs} runs, interleaved")
    # Not below a folder that may be in a repository itself.
    with tempfile.TemporaryDirectory(prefix="legendary-bench-") as scratch:
        for memories in wanted.memories:
            folder = Path(scratch) / str(memories)
            folder.mkdir()
            _report(Bench(folder, memories), memories, wanted, folder)


if __name__ == "__main__":
    main()
