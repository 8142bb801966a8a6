"""What formatters do to real code must not change a single symbol's tokens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.parsing.oracle import library_files
from tests.parsing.outline import parse, texts

FORMATTERS = {
    "black": (["black", "--quiet", "--fast", "--workers", "2"], 90),
    "ruff": (["ruff", "format", "--quiet", "--isolated"], 40),
}


@pytest.mark.parametrize("name", FORMATTERS)
def test_formatted_library_keeps_its_tokens(name: str, tmp_path: Path) -> None:
    words, step = FORMATTERS[name]
    copies = {}
    for number, path in enumerate(library_files(step)):
        copies[path] = tmp_path / f"{number}_{path.name}"
        copies[path].write_bytes(path.read_bytes())
    subprocess.run([sys.executable, "-m", *words, str(tmp_path)], check=False)
    compared = sum(compare(path, copy) for path, copy in copies.items())
    assert compared > 500


def compare(path: Path, formatted: Path) -> int:
    """How many symbols are the same before and after; fails at the first that is not."""
    data = path.read_bytes()
    if formatted.read_bytes() == data:
        return 0
    before, after = parse(data), parse(formatted.read_bytes())
    if before.has_errors or after.has_errors:
        return 0
    assert [one.name for one in before.symbols] == [one.name for one in after.symbols], path
    for one, other in zip(before.symbols, after.symbols, strict=True):
        assert texts(before.tokens(one.region)) == texts(after.tokens(other.region)), f"{path}: {one.name}"
    return len(before.symbols)
