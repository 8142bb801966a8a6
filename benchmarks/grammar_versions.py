"""Stamp with one release of the grammars, judge with another: no verdict may flip.

    python -m benchmarks.grammar_versions --python OLD/bin/python NEW/bin/python [--from FOLDER ...]

Each interpreter is one into which another release of tree-sitter-language-pack is installed, with what else the product
needs. Every symbol of every file (by default the sources of the golden listings) is anchored by one of them; then every
file is touched, so that nothing is fresh just because its blob is the same, and judged by the other; then the other way
round.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fixtures.bench import sealed_environment
from legendary_git.store.places import INDEX

ROOT = Path(__file__).parent.parent
_STAMP = """
import sys
from pathlib import Path
from legendary_git.parsing.reader import read
from legendary_git.errors import UserError
from legendary_git.usecases.note import Note
from legendary_git.usecases.remember import remember
from legendary_git.usecases.workspace import open_workspace
ws = open_workspace()
for name in ws.repo.files(ws.repo.head()):
    path = Path(name)
    parsed = read(str(path), path.read_bytes())
    names = [f"{path}::{symbol.name}" for symbol in getattr(parsed, "symbols", ())]
    for start in range(0, len(names), 20):
        try:
            remember(ws, Note(text=f"{path} {start}", anchors=names[start : start + 20], distinct="numbered"))
        except UserError as error:
            print(f"{path}: {error}", file=sys.stderr)
"""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", nargs=2, required=True, metavar="INTERPRETER")
    parser.add_argument("--from", dest="folders", type=Path, nargs="*", default=[])
    given = parser.parse_args(arguments)
    flipped = 0
    for stamping, judging in (given.python, reversed(given.python)):
        with tempfile.TemporaryDirectory(prefix="grammars-") as scratch:
            states, doubtful = cross(Path(scratch), stamping, judging, given.folders)
        print(f"stamped by {release(stamping)}, judged by {release(judging)}: {dict(states)}")
        for line in doubtful:
            print(f"  {line}")
        flipped += sum(count for state, count in states.items() if state != "fresh")
    sys.exit(1 if flipped else 0)


def cross(scratch: Path, stamping: str, judging: str, folders: Sequence[Path]) -> tuple[Counter[str], list[str]]:
    """The verdicts of all anchors by the one interpreter on what the other stamped."""
    root = scratch / "repo"
    root.mkdir()
    env = {**sealed_environment(scratch), "PYTHONPATH": str(ROOT)}
    run(root, env, "git", "init", "-q")
    files = list(write_sources(root, folders))
    run(root, env, "git", "add", "-A")
    run(root, env, "git", "commit", "-q", "-m", "Sources")
    run(root, env, stamping, "-P", "-m", "legendary_git", "init")
    run(root, env, stamping, "-c", _STAMP)
    for path in files:
        path.write_bytes(path.read_bytes().rstrip(b"\n") + b"\n\n\n")
    run(root, env, "git", "add", "-A")
    run(root, env, "git", "-c", f"core.hooksPath={os.devnull}", "commit", "-q", "-m", "Touch everything")
    (root / ".git" / INDEX).unlink(missing_ok=True)
    answer = json.loads(run(root, env, judging, "-P", "-m", "legendary_git", "list", "--json"))
    anchors = [anchor for memory in answer["memories"] for anchor in memory["anchors"]]
    doubtful = [f"{one['anchor']}: {one['verdict']}, {one['reason']}" for one in anchors if one["verdict"] != "fresh"]
    return Counter(one["verdict"] for one in anchors), doubtful


def write_sources(root: Path, folders: Sequence[Path]) -> list[Path]:
    """The files to anchor, in the scratch repository."""
    if not folders:
        texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/parsing/golden").glob("*.txt"))]
        sources = [
            (text.partition("\n")[0].removeprefix("file: "), text.partition("\n")[2].partition("\n---- outline")[0])
            for text in texts
        ]
        found = [(f"{number}/{name}", (source + "\n").encode()) for number, (name, source) in enumerate(sources)]
    else:
        paths = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
        found = [(f"{number}/{path.name}", path.read_bytes()) for number, path in enumerate(paths)]
    for name, data in found:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return [root / name for name, _ in found]


def release(interpreter: str) -> str:
    code = "from importlib.metadata import version; print(version('tree-sitter-language-pack'))"
    return subprocess.run([interpreter, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def run(root: Path, env: dict[str, str], *words: str) -> str:
    done = subprocess.run(words, cwd=root, env=env, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)[:200]}\n{done.stdout}{done.stderr}")
    sys.stderr.write(done.stderr)
    return done.stdout


if __name__ == "__main__":
    main()
