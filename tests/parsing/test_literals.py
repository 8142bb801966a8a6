"""String and number literals by value, against Python's own reading of them."""

from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendary_git.parsing.literals import canonical_number, dedent_docstring, split_quotes, unescape

PIECES = [
    "\\n", "\\'", '\\"', "\\\\", "\\x41", "\\u00e9", "\\U0001F600", "\\N{EM DASH}", "\\0", "\\101", "\\777", "\\8",
    "\\d", "\\\n", "\\ud800", "\\N", "\\x", "\\u12", "a", "7", " ", "\t", "{", "}", "\xe9", "\\a\\b\\f\\r\\t\\v",
    "#", "N{x}",
]  # fmt: skip


def evaluate(literal: str) -> str | bytes | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = ast.literal_eval(literal)
        except (SyntaxError, ValueError):
            return None
    assert isinstance(value, str | bytes)
    return value


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.sampled_from(["", "r", "b", "rb", "u"]))
def test_unescape_gives_what_python_reads(content: str, prefix: str) -> None:
    expected = evaluate(f"{prefix}'''{content} '''")
    if expected is None:
        return
    value = unescape((content + " ").encode(), prefix.replace("u", ""))
    assert value == (expected if isinstance(expected, bytes) else expected.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    ("content", "prefix", "value"),
    [
        (b"{{a}}", "f", b"{a}"),
        (b"\\\\{{", "f", b"\\{"),
        (b"\\{{", "f", b"\\{"),
        (b"\\N{EM DASH}{{", "f", b"\xe2\x80\x94{"),
        (b"\\n{{", "rf", b"\\n{"),
        (b"{{a}}", "", b"{{a}}"),
        (b"\\N{NO SUCH NAME}", "", b"\\N{NO SUCH NAME}"),
        (b"\\U00110000", "", b"\\U00110000"),
        (b"\xff\\n", "", b"\xff\n"),
    ],
)
def test_unescape_where_python_is_no_guide(content: bytes, prefix: str, value: bytes) -> None:
    assert unescape(content, prefix) == value


@pytest.mark.parametrize(
    ("start", "expected"),
    [(b"'", ("", b"'")), (b'Rb"""', ("rb", b'"""')), (b"U'", ("", b"'")), (b"`", None), (b"", None)],
)
def test_split_quotes(start: bytes, expected: tuple[str, bytes] | None) -> None:
    assert split_quotes(start) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"0XAB", b"0xab"),
        (b"1E5", b"1e5"),
        (b"1.E+5J", b"1.0e5j"),
        (b".5", b"0.5"),
        (b"1e-5", b"1e-5"),
        (b"1_000.", b"1_000.0"),
        (b"10L", b"10l"),
        (b"0", b"0"),
        (b"00.0", b"00.0"),
        (b"0B1", b"0b1"),
    ],
)
def test_canonical_number(text: bytes, expected: bytes) -> None:
    assert canonical_number(text) == expected


@settings(max_examples=300, deadline=None)
@given(
    st.from_regex(r"([0-9]{1,3}\.?[0-9]{0,3}|\.[0-9]{1,3})([eE][+-]?[0-9]{1,2})?[jJ]?", fullmatch=True),
    st.from_regex(r"([0-9]{1,3}\.?[0-9]{0,3}|\.[0-9]{1,3})([eE][+-]?[0-9]{1,2})?[jJ]?", fullmatch=True),
)
def test_canonical_number_keeps_different_numbers_apart(one: str, other: str) -> None:
    try:
        values = ast.literal_eval(one), ast.literal_eval(other)
    except SyntaxError:
        return
    if repr(values[0]) != repr(values[1]):
        assert canonical_number(one.encode()) != canonical_number(other.encode())


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b" One. ", b"One."),
        (b"One.\n\n    Two.\n      Three.  \n    ", b"One.\n\nTwo.\n  Three."),
        (b"\n\tOne.\n\t  Two.\n", b"One.\n  Two."),
        (b"", b""),
        (b"One\xff\n  Two", b"One\xff\nTwo"),
        (b"\\n One", b"\\n One"),
    ],
)
def test_dedent_docstring(content: bytes, expected: bytes) -> None:
    assert dedent_docstring(content) == expected
