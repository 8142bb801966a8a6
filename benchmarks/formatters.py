"""Run real formatters over real files and count the symbols whose tokens they leave equal.

    python -m benchmarks.formatters black --from /usr/lib/python3.11 [--limit 500] [--examples 5] [--json FILE]
    python -m benchmarks.formatters clang-format:LLVM --from /usr/include
    python -m benchmarks.formatters prettier --bin node_modules/.bin/prettier --from node_modules

A symbol counts as kept when the file after formatting has one of its name with the same tokens. What is left out is
counted too: files that the formatter refused, that it did not change, and symbols that a parse error touches.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.region import Symbol
from legendary_git.domain.token import TokenKind
from legendary_git.parsing.limits import SIZE_LIMIT
from legendary_git.parsing.reader import read

BATCH = 50


@dataclass(frozen=True)
class Formatter:
    """A command that formats the files whose paths follow, in place, and the suffixes that it is for."""

    words: Sequence[str]
    suffixes: Sequence[str]


_C_LIKE = (".c", ".h", ".cc", ".cpp", ".hpp", ".cxx", ".hh", ".java", ".cs", ".m", ".mm", ".proto")
_WEB = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte")
_DOCUMENTS = (".css", ".scss", ".json", ".yaml", ".yml", ".md", ".graphql", ".html")
FORMATTERS = {
    "black": Formatter(["black", "--quiet", "--fast"], [".py", ".pyi"]),
    "ruff": Formatter(["ruff", "format", "--quiet", "--isolated", "--no-cache"], [".py", ".pyi"]),
    "prettier": Formatter(["prettier", "--write", "--log-level=silent", "--ignore-path="], [*_WEB, *_DOCUMENTS]),
    "gofmt": Formatter(["gofmt", "-w"], [".go"]),
    "gofmt-s": Formatter(["gofmt", "-s", "-w"], [".go"]),
    "rustfmt": Formatter(["rustfmt", "--edition=2021", "--config=skip_children=true"], [".rs"]),
    "shfmt": Formatter(["shfmt", "-w"], [".sh", ".bash"]),
    "taplo": Formatter(["taplo", "fmt", "--no-auto-config"], [".toml"]),
    "stylua": Formatter(["stylua"], [".lua"]),
    **{
        f"clang-format:{style}": Formatter(["clang-format", "-i", f"--style={style}"], _C_LIKE)
        for style in ("LLVM", "Google", "Mozilla", "WebKit")
    },
}


@dataclass
class Tally:
    """What came out."""

    files: int = 0
    changed: int = 0
    unread: int = 0
    symbols: int = 0
    kept: int = 0
    damaged: int = 0
    """Symbols that a parse error touches, before or after: no verdict is given on them."""
    differing: list[str] = field(default_factory=list)

    def compare(self, path: str, before_bytes: bytes, after_bytes: bytes) -> None:
        """Add one file, before and after."""
        self.files += 1
        if before_bytes == after_bytes:
            return
        self.changed += 1
        before, after = read(path, before_bytes), read(path, after_bytes)
        if isinstance(before, Unreadable) or isinstance(after, Unreadable):
            self.unread += 1
            return
        self._compare_symbols(path, before, after)

    def _compare_symbols(self, path: str, before: ParsedFile, after: ParsedFile) -> None:
        there = {symbol.name: symbol for symbol in after.symbols}
        for symbol in before.symbols:
            other = there.get(symbol.name)
            if before.is_damaged(symbol.region) or (
                after.is_damaged(other.region) if other is not None else after.has_errors
            ):
                self.damaged += 1
                continue
            self.symbols += 1
            if other is not None and _texts(before, symbol) == _texts(after, other):
                self.kept += 1
            else:
                self.differing.append(f"{path}::{symbol.name}")

    @property
    def share(self) -> float:
        return 100 * self.kept / self.symbols if self.symbols else 100.0


def _texts(parsed: ParsedFile, symbol: Symbol) -> list[tuple[TokenKind, bytes]]:
    return [(token.kind, token.text) for token in parsed.tokens(symbol.region)]


def sources(folders: Sequence[Path], suffixes: Sequence[str], limit: int) -> Iterator[Path]:
    """Files of the suffixes below the folders, at most so many, spread evenly over all that there are."""
    found = sorted(
        path
        for folder in folders
        for path in ([folder] if folder.is_file() else folder.rglob("*"))
        if path.suffix.lower() in suffixes and path.is_file() and not path.is_symlink()
    )
    found = [path for path in found if 0 < path.stat().st_size < SIZE_LIMIT]
    step = max(1, -(-len(found) // limit))
    yield from found[::step]


def run(formatter: Formatter, files: Sequence[Path], scratch: Path, tally: Tally) -> None:
    """Copy the files, format the copies, compare each with its original."""
    copies = {}
    for number, path in enumerate(files):
        # Each in a folder of its own, so that no two have one name and no settings file speaks for another.
        copies[path] = scratch / str(number) / path.name
        copies[path].parent.mkdir(parents=True)
        shutil.copyfile(path, copies[path])
    waiting = list(copies.values())
    for start in range(0, len(waiting), BATCH):
        batch = [str(path) for path in waiting[start : start + BATCH]]
        if subprocess.run([*formatter.words, *batch], check=False, capture_output=True, cwd=scratch).returncode:
            for one in batch:  # some stop at the first file that they cannot read
                subprocess.run([*formatter.words, one], check=False, capture_output=True, cwd=scratch)
    for path, copy in copies.items():
        tally.compare(str(path), path.read_bytes(), copy.read_bytes())


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formatter", choices=sorted(FORMATTERS))
    parser.add_argument("--from", dest="folders", type=Path, nargs="+", required=True)
    parser.add_argument("--suffix", nargs="*", help="only these, instead of all that the formatter is for")
    parser.add_argument("--bin", help="where the formatter is, if not on PATH")
    parser.add_argument("--with", dest="extra", nargs="*", default=[], help="more words for its command")
    parser.add_argument("--limit", type=int, default=1000, help="files at most")
    parser.add_argument("--examples", type=int, default=10)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    known = FORMATTERS[given.formatter]
    first = [sys.executable, "-m", known.words[0]] if known.words[0] in ("black", "ruff") else [known.words[0]]
    formatter = Formatter([*([given.bin] if given.bin else first), *known.words[1:], *given.extra], known.suffixes)
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="formatters-") as scratch:
        files = list(sources(given.folders, given.suffix or formatter.suffixes, given.limit))
        run(formatter, files, Path(scratch), tally)
    print(
        f"{given.formatter}: {tally.files} files, {tally.changed} changed, {tally.unread} unread; "
        f"{tally.symbols} symbols, {tally.kept} kept ({tally.share:.3f} %), {tally.damaged} touched by parse errors"
    )
    by_file = Counter(one.partition("::")[0] for one in tally.differing)
    for one in tally.differing[: given.examples]:
        print(f"  differs: {one}")
    print(f"  in {len(by_file)} files" if by_file else "  none differs")
    if given.json:
        given.json.write_text(json.dumps(vars(tally), indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
