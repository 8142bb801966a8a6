"""What is read, what is refused and why; nothing a file holds may raise or take long."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendary_git.domain.parsed import Unreadable
from legendary_git.domain.region import LineRange
from legendary_git.domain.verdict import Reason
from legendary_git.parsing.reader import read
from tests.parsing.outline import outline, parse, symbol, whole_texts

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
DEEP = 100_000


def test_read_finds_the_language_and_names_the_grammar() -> None:
    parsed = parse("x = 1\n", "src/a.py")
    assert parsed.language == "python"
    assert parsed.grammar is not None
    assert parsed.grammar.startswith("python:")
    assert parsed.grammar == parse("y = 2\n", "b.pyi").grammar


def test_read_without_a_language_is_plain_lines() -> None:
    parsed = parse("def f(): pass\n", "notes.txt")
    assert (parsed.language, parsed.grammar, parsed.symbols, parsed.has_errors) == (None, None, (), False)


def test_read_uses_the_language_of_the_anchor() -> None:
    assert outline(parse("def f(): pass\n", "tool", language="python")) == "f  1-1\n"


@pytest.mark.parametrize("language", ["klingon", "../languages/python", "PYTHON", "python.toml", "py\0thon"])
def test_read_with_an_unknown_language_is_no_grammar(language: str) -> None:
    assert read("a.py", b"x = 1\n", language) == Unreadable(Reason.NO_GRAMMAR)


@pytest.mark.parametrize("repo_path", ["a.py", "a.bin"])
def test_read_lfs_pointer_is_refused(repo_path: str) -> None:
    assert read(repo_path, LFS) == Unreadable(Reason.LFS_POINTER)


def test_read_over_the_size_limit_is_refused() -> None:
    assert read("a.py", b"x" * 2_000_001) == Unreadable(Reason.OVER_LIMIT)
    assert read("a.py", b"x = 1\n", size_limit=5) == Unreadable(Reason.OVER_LIMIT)
    assert not isinstance(read("a.py", b"x = 1\n", size_limit=6), Unreadable)


@pytest.mark.parametrize("data", [b"x = '\0'\n", "x = 1\n".encode("utf-16"), "x = 1\n".encode("utf-16-be")])
def test_read_code_that_is_no_utf8_text_is_unparsable(data: bytes) -> None:
    assert read("a.py", data) == Unreadable(Reason.UNPARSABLE)


def test_read_binary_file_counts_by_its_bytes() -> None:
    png = parse(b"\x89PNG\r\n\x1a\n\0\0", "logo.png")
    assert png.text(png.whole()) == b"\x89PNG\r\n\x1a\n\0\0"
    assert png.range(LineRange(1, 1)) is None
    assert whole_texts(b"\0\r\n", "a.png") != whole_texts(b"\0\n", "a.png")
    assert whole_texts(b"\0 a", "a.png") == whole_texts(b"\0 a", "b.png")


@pytest.mark.parametrize(
    "source",
    [
        "x = " + "(" * DEEP + "1" + ")" * DEEP,
        "x = " + "[" * DEEP + "]" * DEEP,
        "x = " + "not " * DEEP + "1",
        "x = " + "-" * DEEP + "1",
        "x = " + "lambda: " * DEEP + "1",
        "x = 1" + " + 1" * DEEP,
        "x" + ".a" * DEEP,
        "\n".join(" " * depth + "if x:" for depth in range(1_500)),
    ],
    ids=["parentheses", "brackets", "not", "minus", "lambda", "sum", "attributes", "indentation"],
)
def test_read_deep_nesting_is_refused_or_read_but_never_fatal(source: str) -> None:
    parsed = read("a.py", source.encode())
    if isinstance(parsed, Unreadable):
        assert parsed.reason in (Reason.OVER_LIMIT, Reason.UNPARSABLE)
    else:
        assert parsed.has_errors
        assert parsed.tokens(parsed.whole())


def test_read_parentheses_past_the_cap_is_over_limit() -> None:
    deep = "(" * DEEP + "1" + ")" * DEEP
    assert read("a.py", deep.encode()) == Unreadable(Reason.OVER_LIMIT)


def test_read_nesting_that_people_write_is_read() -> None:
    deep = "x = " + "(" * 200 + "1" + ")" * 200 + "\n"
    assert whole_texts(deep) == whole_texts("x = 1\n")


def test_read_unclosed_brackets_are_unparsable() -> None:
    assert read("a.py", b"x = " + b"(" * DEEP) == Unreadable(Reason.UNPARSABLE)


def test_read_wide_files_are_read() -> None:
    wide = "x = [" + "1, " * 50_000 + "]\n"
    assert len(whole_texts(wide)) == 100_004


@pytest.mark.parametrize(
    "source", ["", "\n", "# only a comment\n", "\ufeff", "\ufeffx = 1", "\f", "\\", "'''", "@", "x = f'{"]
)
def test_read_odd_little_files(source: str) -> None:
    parsed = parse(source)
    parsed.tokens(parsed.whole())
    assert parsed.text(parsed.whole()) == source.removeprefix("\ufeff").encode()


PIECES = [
    "def f(", "):", "\n", "    ", "\t", "x", "=", "(", ")", "[", "]", "{", "}", "'", '"', "'''", '"""', "f'", "rb'",
    "\\", "{x}", "{x=}", ":", ",", ";", "class A", "@", "# c", "if x", "else", "match x", "case ", "1", ".5", "é",
    "\r\n", "\r", "\f", "\u2028", "\udcff", "lambda", "await ", "*", "->", "print ", "type X", "del ", "async ",
    "\x1b", "not ", " in ",
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_read_of_anything_gives_tokens_for_every_region(source: str) -> None:
    parsed = parse(source)
    for lines in (LineRange(first, last) for first in range(1, 6) for last in range(first, 6)):
        region = parsed.range(lines)
        assert (region is not None) == (lines.last <= parsed.line_count)
        if region is not None:
            parsed.tokens(region)
            parsed.is_damaged(region)
    for one in parsed.symbols:
        assert parsed.tokens(one.region)
    assert len({one.name for one in parsed.symbols}) == len(parsed.symbols)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["a.py", "a.txt", "a", "a.png"]))
def test_read_of_any_bytes_never_raises(data: bytes, repo_path: str) -> None:
    parsed = read(repo_path, data)
    if not isinstance(parsed, Unreadable):
        parsed.tokens(parsed.whole())
        assert parsed.symbols is not None


def test_read_shows_a_symbol_from_its_first_byte() -> None:
    source = "# \u4f60\u597d \U0001f600\n\f\nx = '\u2028 \xe9\u2014'\n# \udcff\ndef f():\n    return 1\n"
    parsed = parse(source)
    assert parsed.text(symbol(parsed, "f").region) == b"def f():\n    return 1"
    assert str(symbol(parsed, "f").region.lines) == "5-6"


def test_import_of_the_reader_leaves_tree_sitter_alone() -> None:
    program = "import sys, legendary_git.parsing.reader as r; r.read('a', b'x'); print('tree_sitter' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "False\n"
