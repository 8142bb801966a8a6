"""JSON with comments and trailing commas: what stands where, and which line is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.store.json_text import JsonFault, parse_json

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@CALM
@given(value=VALUES, indent=st.sampled_from([None, 2, "\t"]), is_ascii=st.booleans())
def test_json_is_read_as_the_library_reads_it(value: Any, indent: int | str | None, is_ascii: bool) -> None:
    assert parse_json(json.dumps(value, indent=indent, ensure_ascii=is_ascii)).value == value


def test_json_with_comments_and_trailing_commas_is_read() -> None:
    text = '\ufeff// head\r\n{ "a": [1, /* two */ 2,], // more\n "b": "// no comment", }\n/* end */'
    assert parse_json(text).value == {"a": [1, 2], "b": "// no comment"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("{", 1),
        ('{\n  "a": 1\n  "b": 2\n}', 3),
        ('{\n  "a": ,\n}', 2),
        ("{\n\n  a: 1\n}", 3),
        ('{"a": 1}\n}', 2),
        ('{"a": "one\ntwo"}', 1),
        ("[1,\n/* open", 2),
        ('{"a": NaN}', 1),
        ("[" * 10_000, 1),
    ],
)
def test_json_that_is_none_is_refused_at_its_line(text: str, line: int) -> None:
    with pytest.raises(JsonFault) as refused:
        parse_json(text)
    assert refused.value.line == line


@CALM
@given(st.text(alphabet='{}[]",:/* \n\\ab1', max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_json(text)
    except JsonFault as fault:
        assert 1 <= fault.line <= text.count("\n") + 1
