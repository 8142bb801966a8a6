"""Time the check of a repository with very many memories, against `git status` and `python -c pass` in the same run.

    python -m benchmarks.check [--memories 10000] [--files 50000] [--commits 1000] [--runs 3] [--jobs 1 2]
                               [--back-end libgit2 git] [--keep FOLDER]

The repository is written by `git fast-import`. The memories come in its second commit, two about each of as many files
as there are pairs of them, in four languages. Of a hundred memories 70 are about files that nobody touched since, 12
about functions that stand as they were in files that changed, 9 are stale, 4 were followed to another file, 5 are
orphaned; this happens a file at a time, over all the commits. Then a branch changes 20 more files. It is checked as a
fresh clone without an index, again with the index that this left, against a base, and in a clone of depth 1; the
figures to quote are the ratios of medians. Memory is the largest process, as the system counts it.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fixtures.bench import sealed_environment
from legendary_git.domain.anchor import Anchor
from legendary_git.domain.fingerprint import fingerprint
from legendary_git.domain.memory import Memory, MemoryType, Status
from legendary_git.domain.parsed import Unreadable
from legendary_git.git.backend import VARIABLE
from legendary_git.git.objects import ObjectFormat
from legendary_git.parsing.reader import read
from legendary_git.store.folder import MEMORIES
from legendary_git.store.index import INDEX
from legendary_git.store.memory_file import format_memory

COMMAND = [sys.executable, "-P", "-m", "legendary_git"]
FUNCTIONS = 12
"""In each file that a memory is about; others have one."""
CHANGED = 20
"""Files that the branch changes."""
Files = dict[str, str | None]

_FUNCTION = {
    "py": """\
def {name}(order, ledger, rate={rate}):
    entry = ledger.find_{name}(order, default=None)
    if entry is None:
        entry = ledger.open(order, rate=7)
    entry.amount = entry.amount * rate + {rate}
    return ledger.write(entry)
""",
    "ts": """\
export function {name}(order: Order, ledger: Ledger, rate = {rate}): Entry {{
  let entry = ledger.find_{name}(order);
  if (entry === undefined) {{
    entry = ledger.open(order, 7);
  }}
  entry.amount = entry.amount * rate + {rate};
  return ledger.write(entry);
}}
""",
    "go": """\
func {name}(order Order, ledger *Ledger) (*Entry, error) {{
\tentry, err := ledger.Find_{name}(order)
\tif err != nil {{
\t\treturn nil, err
\t}}
\tentry.Amount = entry.Amount*{rate} + {rate}
\treturn ledger.Write(entry)
}}
""",
    "rs": """\
pub fn {name}(order: &Order, ledger: &mut Ledger) -> Result<Entry, Error> {{
    let mut entry = ledger.find_{name}(order)?;
    if entry.amount < 0 {{
        return Err(Error::Negative);
    }}
    entry.amount = entry.amount * {rate} + {rate};
    ledger.write(entry)
}}
""",
}
_BEGINNING = {"go": "package ledger\n"}
LANGUAGES = tuple(_FUNCTION)


def fate_of(pair: int) -> str:
    """What becomes of the file of a pair of memories."""
    place = pair * 37 % 100
    ends = ((70, "untouched"), (82, "beside"), (91, "stale"), (95, "followed"), (100, "orphaned"))
    return next(fate for end, fate in ends if place < end)


@dataclass(frozen=True, slots=True)
class Plan:
    """The sizes of the repository, and what is in it."""

    memories: int
    files: int
    commits: int

    @property
    def pairs(self) -> int:
        return self.memories // 2

    def path(self, number: int) -> str:
        language = LANGUAGES[number % len(LANGUAGES)]
        return f"lib/d{number % 97}/e{number // 97 % 50}/m{number}.{language}"

    def text(self, number: int, rates: Mapping[int, int] | None = None, without: Sequence[int] = ()) -> str:
        """A file; `rates` make functions other ones, `without` leaves them out."""
        language = LANGUAGES[number % len(LANGUAGES)]
        count = FUNCTIONS if number < self.pairs else 1
        functions = [
            _FUNCTION[language].format(name=name_of(number, one), rate=(rates or {}).get(one, 1))
            for one in range(count)
            if one not in without
        ]
        return "\n".join([_BEGINNING.get(language, ""), *functions])

    def change(self, pair: int) -> Files:
        """What becomes of a pair's file; its memories are about its functions 0 and 1."""
        path, fate = self.path(pair), fate_of(pair)
        if fate == "beside":
            return {path: self.text(pair, {5: 2})}
        if fate == "stale":
            return {path: self.text(pair, {0: 2, 1: 3})}
        if fate == "followed":
            moved = f"moved/m{pair}.{path.rpartition('.')[2]}"
            left = "\n".join([self.text(pair, without=range(2)), ""])
            return {path: left, moved: self.text(pair, without=range(2, FUNCTIONS))}
        return {path: self.text(pair, without=range(2))}

    def history(self) -> Iterator[tuple[str, Files]]:
        """The commits after the one that brings the memories."""
        touched = [pair for pair in range(self.pairs) if fate_of(pair) != "untouched"]
        for number in range(2, self.commits):
            share = touched[number - 2 :: self.commits - 2]
            changes: Files = {}
            for pair in share:
                changes |= self.change(pair)
            other = self.pairs + number * 7919 % (self.files - self.pairs)
            changes[self.path(other)] = self.text(other, {0: number})
            yield f"Change {number}", changes

    def branch(self) -> Files:
        """What the branch changes: files that nobody touched, in half of them what the memories are about."""
        pairs = [pair for pair in range(self.pairs) if fate_of(pair) == "untouched"][:: max(self.pairs // CHANGED, 1)]
        return {self.path(pair): self.text(pair, {number % 2 * 5: 9}) for number, pair in enumerate(pairs)}


def name_of(number: int, function: int) -> str:
    return f"step_{number}_{function}"


def memory_files(plan: Plan, commit: str) -> Iterator[tuple[str, bytes]]:
    """The files of all memories, stamped in `commit`."""
    for pair in range(plan.pairs):
        path = plan.path(pair)
        data = plan.text(pair).encode()
        parsed = read(path, data)
        assert not isinstance(parsed, Unreadable)
        regions = {symbol.own_name: symbol.region for symbol in parsed.symbols}
        for function in range(2):
            name, number = name_of(pair, function), 2 * pair + function
            anchor = Anchor(
                file=path,
                symbol=name,
                lines=regions[name].lines,
                commit=commit,
                blob=ObjectFormat.SHA1.hash_object("blob", data),
                content_hash=fingerprint(parsed.tokens(regions[name])),
                language=parsed.language,
                grammar=parsed.grammar,
            )
            memory = Memory(
                id=f"mem-{number:08x}",
                type=MemoryType.DECISION,
                title=f"Step {number} posts before it rounds, for the books of account {number * 7 % 1009}",
                status=Status.ACTIVE,
                path=f"{MEMORIES}/mem-{number:08x}-step.md",
                body=f"Rounding first lost a cent in ledger {number}.\n",
                created=f"2026-01-05T{number % 24:02}:{number // 24 % 60:02}:00Z",
                anchors=(anchor,),
            )
            yield memory.path, format_memory(memory)


class Host:
    """The repository that clones are made of: `main`, and `topic` one commit ahead of it."""

    def __init__(self, scratch: Path, plan: Plan) -> None:
        self.root = scratch / "host"
        self.env = sealed_environment(scratch)
        self._time = 1_700_000_000
        if self.root.exists():
            return
        self.root.mkdir()
        self.git("init", "-q", "--bare", "-b", "main")
        first = {plan.path(number): plan.text(number) for number in range(plan.files)}
        self._import([("Begin", first)])
        remembered = {path: data.decode() for path, data in memory_files(plan, self.git("rev-parse", "main"))}
        config = {".legendary/config.toml": ""}
        self._import([("Remember", {**remembered, **config}), *plan.history()], "refs/heads/main^0")
        self._import([("Change 20 files", dict(plan.branch()))], "refs/heads/main^0", "topic")

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.root, env=self.env, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def clone(self, target: Path, *options: str) -> Path:
        """A clone with `topic` checked out, as a CI job has it."""
        self.git("clone", "-q", "-b", "topic", *options, f"file://{self.root}", str(target))
        return target

    def _import(
        self, commits: Iterable[tuple[str, Mapping[str, str | None]]], onto: str = "", to: str = "main"
    ) -> None:
        words = ["git", "fast-import", "--quiet", "--done"]
        with subprocess.Popen(words, cwd=self.root, env=self.env, stdin=subprocess.PIPE) as importing:
            assert importing.stdin is not None
            for number, (message, changes) in enumerate(commits):
                self._time += 60
                head = f"commit refs/heads/{to}\ncommitter Ada <ada@example.org> {self._time} +0000\n"
                start = f"from {onto}\n" if onto and not number else ""
                importing.stdin.write(f"{head}data {len(message)}\n{message}\n{start}".encode())
                importing.stdin.write(b"".join(_change(path, text) for path, text in changes.items()))
            importing.stdin.write(b"done\n")
        assert importing.returncode == 0


def _change(path: str, text: str | None) -> bytes:
    if text is None:
        return f"D {path}\n".encode()
    data = text.encode()
    return b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data)


@dataclass(frozen=True, slots=True)
class Case:
    """A command to time in a clone; whether the index is deleted first."""

    name: str
    words: Sequence[str]
    clone: Path
    is_cold: bool = False


def cases(full: Path, shallow: Path, jobs: Sequence[int]) -> Iterator[Case]:
    yield Case("python -c pass", [sys.executable, "-c", "pass"], full)
    yield Case("git status", ["git", "status", "--porcelain"], full)
    for number in jobs:
        check = [*COMMAND, "check", "--jobs", str(number)]
        said = f"{number} {'job' if number == 1 else 'jobs'}"
        yield Case(f"check, no index, {said}", check, full, is_cold=True)
        yield Case(f"check, its index, {said}", check, full)
        yield Case(f"check --base, no index, {said}", [*check, "--base", "origin/main"], full, is_cold=True)
        yield Case(f"check --base, its index, {said}", [*check, "--base", "origin/main"], full)
        yield Case(f"check, depth 1, no index, {said}", check, shallow, is_cold=True)


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run: elapsed time, processor time of all its processes, and the largest of them."""

    seconds: float
    processor: float
    megabytes: float
    exit_code: int


def measure(case: Case, env: Mapping[str, str], jobs_out: Path) -> Cost:
    if case.is_cold:
        (case.clone / ".git" / INDEX).unlink(missing_ok=True)
    with (jobs_out / "out").open("wb") as out:
        begin = time.perf_counter()
        child = subprocess.Popen(case.words, cwd=case.clone, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    return Cost(seconds, used.ru_utime + used.ru_stime, _megabytes(used), child.returncode)


def _megabytes(used: resource.struct_rusage) -> float:
    return used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def report(found: Mapping[str, Sequence[Cost]]) -> None:
    base = statistics.median(one.seconds for one in found["python -c pass"])
    for name, costs in found.items():
        seconds = statistics.median(one.seconds for one in costs)
        processor = statistics.median(one.processor for one in costs)
        megabytes = max(one.megabytes for one in costs)
        print(
            f"  {name:42} {seconds:8.2f} s {seconds / base:8.1f} x  {processor:8.2f} s of processors "
            f"{megabytes:6.0f} MB  exit {costs[0].exit_code}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--commits", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--back-end", nargs="+", default=["libgit2", "git"])
    parser.add_argument("--only", nargs="*", default=[], help="words that a case's name must have, one of them")
    parser.add_argument("--keep", type=Path, help="where the repository is made, or is since an earlier run")
    wanted = parser.parse_args()
    plan = Plan(wanted.memories, wanted.files, wanted.commits)
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, median of {wanted.runs} runs, interleaved")
    print(f"{plan.memories} memories, {plan.files} files, {plan.commits} commits")
    with tempfile.TemporaryDirectory(prefix="legendary-check-") as scratch:
        place = wanted.keep or Path(scratch)
        place.mkdir(parents=True, exist_ok=True)
        for name in ("home", "bin", "full", "shallow"):
            shutil.rmtree(place / name, ignore_errors=True)
        host = Host(place, plan)
        full, shallow = host.clone(place / "full"), host.clone(place / "shallow", "--depth", "1")
        for back_end in wanted.back_end:
            env = {**host.env, VARIABLE: back_end}
            found: dict[str, list[Cost]] = {}
            chosen = [
                case
                for case in cases(full, shallow, wanted.jobs)
                if not wanted.only or case.name == "python -c pass" or any(word in case.name for word in wanted.only)
            ]
            for _ in range(wanted.runs):
                for case in chosen:
                    found.setdefault(case.name, []).append(measure(case, env, place))
            print(f"\n{back_end}")
            report(found)


if __name__ == "__main__":
    main()
