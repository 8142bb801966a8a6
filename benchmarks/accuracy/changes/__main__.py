"""Is `git memory check --base` right about what real commits did?

    python -m benchmarks.accuracy.changes CLONE:LANGUAGE … [--commits 50] [--groups 10] [--memories 60] [--seed 1]
        [--rev HEAD] [--since 2018-01-01] [--node-modules DIR] [--go GO] [--json FILE] [--examples 20]

Of each clone it takes commits of the first parents of `--rev` that touch a file of that language: groups of such as
follow each other, spread evenly. Before each group a commit on top of the real history writes memories about symbols
of every kind, stamped there, three in four of them in files that the group touches. The commits of the group are made
again on top of it in a scratch repository, each real tree with the memory folder in it and else as it was.

Then `check --base PARENT --at COMMIT` is asked about each, and what it says of every memory of the group is held
against what the oracle says of the stamped code before the commit and after it. What the answers must be to each other
is looked at, too: a change is the difference of what `check --at` says of its ends, be it one commit or several, and
a commit that takes another one back ends what that began.

The oracles are those of `python -m benchmarks.accuracy`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.accuracy.changes.report import report, to_json
from benchmarks.accuracy.changes.run import Result, Run, Wanted
from benchmarks.accuracy.oracles import NoOracle, open_oracle


def main() -> None:
    asked = _parser().parse_args()
    results: list[Result] = []
    for clone in asked.clones:
        with tempfile.TemporaryDirectory(prefix="legendary-changes-") as scratch:
            result = _run(clone, asked, Path(scratch))
        if result is not None:
            results.append(result)
            if asked.json is not None:
                asked.json.write_text(json.dumps(to_json(results), indent=1), encoding="utf-8")
    print("\n".join(report(results, examples=asked.examples)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="+", metavar="CLONE:LANGUAGE")
    parser.add_argument("--commits", type=int, default=50)
    parser.add_argument("--groups", type=int, default=10)
    parser.add_argument("--memories", type=int, default=60, help="so many are written before each group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rev", default="HEAD")
    parser.add_argument("--since")
    parser.add_argument("--node-modules", type=Path)
    parser.add_argument("--go", default="go")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--examples", type=int, default=20, help="so many examples of each outcome are printed")
    return parser


def _run(clone: str, asked: argparse.Namespace, scratch: Path) -> Result | None:
    root, _, language = clone.rpartition(":")
    wanted = Wanted(
        Path(root), language, asked.commits, asked.groups, asked.memories, asked.seed, asked.rev, asked.since,
        scratch / "repo",
    )  # fmt: skip
    try:
        oracle = open_oracle(language, node_modules=asked.node_modules, go=asked.go, scratch=scratch)
    except NoOracle as missing:
        print(f"{root} is left out: {missing}", file=sys.stderr)
        return None
    begin = time.perf_counter()
    result = Run(wanted, oracle).run()
    print(f"{result.repo} ({language}): {time.perf_counter() - begin:.0f} s", file=sys.stderr)
    return result


if __name__ == "__main__":
    main()
