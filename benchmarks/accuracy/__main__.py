"""How often is a verdict right? Real history, every symbol, an oracle that shares no code with us.

    python -m benchmarks.accuracy CLONE[:LANGUAGE[,LANGUAGE]] … [--pairs 10000] [--commits 40] [--seed 1]
        [--rev HEAD] [--since 2015-01-01] [--peers legendary-mcp=PYTHON yigraf=PYTHON]
        [--node-modules DIR] [--go GO] [--scratch DIR] [--json FILE] [--examples 5]

Of each clone it takes commits spread evenly over the first parents of `--rev`, and pairs of them that lie 1, 2, 4, …
of these commits apart. Each symbol that the oracle finds at the earlier commit is stamped there and judged at the later
one, by us and by the others; every answer is held against what the oracle says became of it. Three in five pairs are
about a file whose content differs, one about a file that is no longer there, one about a file whose content is the same
(these are counted apart: every judge is right about them). The same seed takes the same pairs.

The oracles: Python's own `ast`; TypeScript's compiler for JavaScript, JSX, TypeScript and TSX (`npm install typescript`
in a folder, given by `--node-modules`); Go's own parser and printer (`--go`, Go 1.19 or later). A language that has no
oracle here, or that legendary-git does not know, is left out with a word.

The others are asked in an interpreter of their own:

    python3.12 -m venv L && L/bin/pip install legendary-mcp==0.2.1 'tree-sitter-language-pack<1'
    python3.12 -m venv Y && Y/bin/pip install yigraf==1.5.1
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.accuracy.definitions import Oracle
from benchmarks.accuracy.oracles import LANGUAGES, NoOracle, open_oracle
from benchmarks.accuracy.report import report, to_json
from benchmarks.accuracy.run import Plan, Result, Run
from legendary_git.parsing.language import find_language


def main() -> None:
    wanted = _parser().parse_args()
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="legendary-accuracy-") as scratch:
        for plan in _plans(wanted, wanted.scratch or Path(scratch)):
            result = _run(plan, wanted)
            if result is not None:
                results.append(result)
                _write(results, wanted)
    print("\n".join(report(results, examples=wanted.examples)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="+", metavar="CLONE[:LANGUAGE,…]")
    parser.add_argument("--pairs", type=int, default=10_000, help="about so many pairs of each clone and language")
    parser.add_argument("--commits", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rev", default="HEAD")
    parser.add_argument("--since")
    parser.add_argument("--peers", nargs="*", default=[], metavar="NAME=PYTHON")
    parser.add_argument("--node-modules", type=Path)
    parser.add_argument("--go", default="go")
    parser.add_argument("--scratch", type=Path, help="where contents are put for the others; kept, so made only once")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--examples", type=int, default=5, help="so many examples of each cause are printed")
    return parser


def _plans(wanted: argparse.Namespace, scratch: Path) -> Iterator[Plan]:
    peers = {name: Path(python).absolute() for name, _, python in (peer.partition("=") for peer in wanted.peers)}
    for clone in wanted.clones:
        root, _, languages = clone.partition(":")
        for language in languages.split(",") if languages else LANGUAGES:
            yield Plan(
                root=Path(root),
                language=language,
                pairs=wanted.pairs,
                commits=wanted.commits,
                seed=wanted.seed,
                rev=wanted.rev,
                since=wanted.since,
                peers=peers,
                scratch=scratch,
            )


def _run(plan: Plan, wanted: argparse.Namespace) -> Result | None:
    try:
        oracle = open_oracle(plan.language, node_modules=wanted.node_modules, go=wanted.go, scratch=plan.scratch)
    except NoOracle as missing:
        _say_left_out(plan, str(missing))
        return None
    if not _is_known(oracle):
        _say_left_out(plan, "legendary-git does not know it")
        return None
    begin = time.perf_counter()
    result = Run(plan, oracle).run()
    print(f"{plan.root.name} ({plan.language}): {time.perf_counter() - begin:.0f} s", file=sys.stderr)
    return result


def _is_known(oracle: Oracle) -> bool:
    return find_language(f"file{oracle.suffixes[0]}", b"") is not None


def _say_left_out(plan: Plan, why: str) -> None:
    print(f"{plan.root.name}: {plan.language} is left out: {why}", file=sys.stderr)


def _write(results: list[Result], wanted: argparse.Namespace) -> None:
    if wanted.json is not None:
        wanted.json.write_text(json.dumps(to_json(results), indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
