"""Whether errors are recognised when they come back, and nothing else: real tools, each failing project run twice.

    python -m benchmarks.guard --tools DIR [--psql 'psql … -d shop{nth}'] [--record FILE]

The trigger is a line of the first run's output. The second run's is given to `git memory guard` as a host gives it,
once as of a command that failed, once as of one with exit code 0 (`... | tail`); then the output of successful runs of
the same tools. DIR has `node_modules` with typescript, eslint and mocha; what is not installed is left out.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.guard.projects import Case, Run, read_cases, run_case, trigger_of
from benchmarks.guard.store import ask_guard, make_store, payload
from legendary_git.domain.trigger import examine_trigger
from legendary_git.store.tool_words import load_tool_lines, load_word_counts
from tests.domain.triggers.tool_runs import prepare, succeeding

_FOLDERS = (Path("/tmp/shop-a1"), Path("/var/tmp/ci/build-77"))  # noqa: S108 - where such projects lie
_RECORDED_LINES = 12


def _run_twice(tools: Path, psql: str) -> list[tuple[Case, str, Run, Run]]:
    found = []
    for case in read_cases():
        place = f"{case.ecosystem}-{case.name}"
        first = run_case(case, _FOLDERS[0] / place, 0, tools, psql)
        second = run_case(case, _FOLDERS[1] / case.ecosystem / case.name, 1, tools, psql)
        trigger = trigger_of(case, first) if first is not None else None
        if first is None or second is None or trigger is None:
            print(f"left out: {place}")
        elif not examine_trigger(trigger, load_word_counts(), load_tool_lines()).accepted:
            print(f"refused as a trigger: {place}: {trigger}")
        else:
            found.append((case, trigger, first, second))
    return found


def _ask(root: Path, known: dict[str, str], run: Run, *, failed: bool, session: str) -> set[str]:
    told = ask_guard(root, payload(root, run.output, failed=failed, command=run.command, session=session))
    return {trigger for memory_id, trigger in known.items() if memory_id in told}


def _measure(found: list[tuple[Case, str, Run, Run]], root: Path) -> None:
    known = make_store(root, [trigger for _, trigger, _, _ in found])
    asked: Counter[str] = Counter()
    recalled: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    others = 0
    for number, (case, trigger, _, second) in enumerate(found):
        asked[case.ecosystem] += 1
        for failed in (True, False):
            told = _ask(root, known, second, failed=failed, session=f"{number} {failed}")
            recalled[failed][case.ecosystem] += trigger in told
            others += len(told - {trigger})
            for other in told - {trigger}:
                print(f"also: {case.ecosystem} {case.name}: {other}")
            if trigger not in told:
                print(f"missed ({'failed' if failed else 'exit code 0'}): {case.ecosystem} {case.name}: {trigger}")
    for ecosystem, count in asked.items():
        print(f"| {ecosystem} | {count} | {recalled[True][ecosystem]} | {recalled[False][ecosystem]} |")
    print(f"| all | {asked.total()} | {recalled[True].total()} | {recalled[False].total()} |; others fired: {others}")
    _measure_successes(root, known)


def _measure_successes(root: Path, known: dict[str, str]) -> None:
    runs, fired = 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        prepare(Path(scratch))
        for output in succeeding(Path(scratch)):
            runs += 1
            for failed in (True, False):
                told = _ask(root, known, Run(output.command, output.text, 0), failed=failed, session=f"{runs} {failed}")
                fired += len(told)
                for trigger in told:
                    print(f"fired on `{output.command}`: {trigger}")
    print(f"successful runs: {runs}, false fires: {fired} (each also given as if it had failed)")


def _record(found: list[tuple[Case, str, Run, Run]], path: Path, names: dict[str, str]) -> None:
    """Keep the triggers, and of the second outputs the lines round the error; `names` stand in for this machine's."""
    kept = []
    for case, trigger, first, second in found:
        lines = second.output.splitlines()
        at = next((number for number, line in enumerate(lines) if case.telling in line), 0)
        part = "\n".join(lines[max(0, at - _RECORDED_LINES // 2) : at + _RECORDED_LINES // 2])[:1500]
        kept.append(
            {"case": f"{case.ecosystem} {case.name}", "trigger": trigger, "command": first.command, "output": part}
        )
    text = "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in kept)
    for name, other in names.items():
        text = text.replace(name, other)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=Path, required=True)
    parser.add_argument("--psql", default="false")
    parser.add_argument("--record", type=Path)
    wanted = parser.parse_args()
    found = _run_twice(wanted.tools, wanted.psql)
    if wanted.record is not None:
        names = {str(Path(sys.executable).parent): "/usr/local/bin", str(wanted.tools): "/opt/tools"}
        psql = {wanted.psql.replace("{nth}", str(nth)): f"psql -d shop{nth}" for nth in (0, 1)}
        _record(found, wanted.record, psql | names)
    with tempfile.TemporaryDirectory(prefix="legendary-bench-") as scratch:
        _measure(found, Path(scratch) / "shop")


if __name__ == "__main__":
    main()
