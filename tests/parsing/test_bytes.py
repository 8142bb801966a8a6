"""What an editor or git does to the bytes of a file shifts no region and changes no token, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.parsing.outline import Golden, golden_paths, outline, parse, texts

GOLDENS = pytest.mark.parametrize("path", golden_paths(), ids=lambda path: path.stem)


def assert_same(golden: Golden, data: bytes, *, moved: int = 0) -> None:
    """The symbols have their names and tokens still, so many lines further down."""
    before, after = parse(golden.source, golden.repo_path), parse(data, golden.repo_path, language_of(golden))
    assert [one.name for one in after.symbols] == [one.name for one in before.symbols]
    for one, other in zip(before.symbols, after.symbols, strict=True):
        assert other.region.lines.first == one.region.lines.first + moved, one.name
        assert texts(after.tokens(other.region)) == texts(before.tokens(one.region)), one.name


def language_of(golden: Golden) -> str | None:
    return parse(golden.source, golden.repo_path).language


@GOLDENS
def test_bytes_with_carriage_returns(path: Path) -> None:
    golden = Golden.load(path)
    data = golden.source.encode().replace(b"\n", b"\r\n")
    assert_same(golden, data)
    assert outline(parse(data, golden.repo_path, language_of(golden))) == golden.outline


@GOLDENS
def test_bytes_with_a_mark_before_them(path: Path) -> None:
    golden = Golden.load(path)
    assert_same(golden, b"\xef\xbb\xbf" + golden.source.encode())


@GOLDENS
def test_bytes_without_a_last_line_end(path: Path) -> None:
    golden = Golden.load(path)
    assert_same(golden, golden.source.encode().rstrip(b"\n"))


# Front matter stands in the first line of Markdown, or is none.
@pytest.mark.parametrize(
    "path", [path for path in golden_paths() if path.stem != "markdown"], ids=lambda path: path.stem
)
def test_bytes_with_blank_lines_before_them(path: Path) -> None:
    golden = Golden.load(path)
    assert_same(golden, b"\n\n\n" + golden.source.encode(), moved=3)
