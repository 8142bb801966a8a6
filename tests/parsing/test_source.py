"""Line ends, marks and odd characters: bytes and lines must not shift."""

from __future__ import annotations

import pytest

from legendary_git.domain.region import LineRange
from legendary_git.parsing.source import read_source
from tests.parsing.outline import outline, parse, symbol, texts, whole_texts

CODE = 'x = """a\nb"""\n\n\ndef f():\n    """Doc.\n\n    More.\n    """\n    return 1\n'


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_do_not_count(end: str, mark: str) -> None:
    plain, odd = parse(CODE), parse(mark + CODE.replace("\n", end))
    assert texts(odd.tokens(odd.whole())) == texts(plain.tokens(plain.whole()))
    assert odd.symbols == plain.symbols
    assert odd.text(odd.whole()) == CODE.encode()


def test_lone_cr_ends_a_statement_but_no_line() -> None:
    parsed = parse(b"x = 1\ry = 2\ndef f():\r    return 1\r\nz = 3\n")
    assert parsed.line_count == 3
    assert outline(parsed) == "x  1-1\ny  1-1\nf  2-2\nz  3-3\n"
    assert whole_texts(b"x = 1\ry = 2\n") == whole_texts(b"x = 1\ny = 2\n")
    assert {token.line for token in parsed.tokens(symbol(parsed, "f").region)} == {2}


@pytest.mark.parametrize("odd", ["\f", "\u2028", "\x85", "\x1c", "\u2029"])
def test_lines_are_counted_as_git_does(odd: str) -> None:
    parsed = parse(f"# {odd} one\n{odd if odd == chr(12) else '#'}\nx = '{odd}'\ny = 1\n")
    assert outline(parsed) == "x  3-3\ny  4-4\n"
    assert parsed.line_count == 4


@pytest.mark.parametrize(
    ("data", "lines"),
    [(b"", 0), (b"\n", 1), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"a\n\n", 2), (b"\r", 1), (b"a\r\n", 1)],
)
def test_line_count(data: bytes, lines: int) -> None:
    assert read_source(data).line_count == lines
    assert parse(data, "a.txt").line_count == lines


def test_range_is_its_lines_without_the_last_line_end() -> None:
    parsed = parse("a\nbb\nccc", "a.txt")
    region = parsed.range(LineRange(2, 3))
    assert region is not None
    assert parsed.text(region) == b"bb\nccc"
    assert parsed.range(LineRange(3, 4)) is None
    assert parsed.range(LineRange(0, 1)) is None
    assert str(parsed.whole().lines) == "1-3"


def test_comment_above_with_wide_characters_shifts_nothing() -> None:
    one, other = parse("# e\ndef f(): return '\xe9'\n"), parse("# \xe9\u2014\U0001f600\ndef f(): return '\xe9'\n")
    assert texts(one.tokens(symbol(one, "f").region)) == texts(other.tokens(symbol(other, "f").region))
    assert other.text(symbol(other, "f").region).startswith(b"def f")


def test_invalid_utf8_counts_by_its_bytes() -> None:
    assert whole_texts(b"x = '\xe9'\n") != whole_texts(b"x = '\xe8'\n")
    assert whole_texts(b"x = '\xe9\\n'\n") == whole_texts(b'x = "\xe9\\n"\n')
