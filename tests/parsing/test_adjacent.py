"""Literals side by side, as C joins them."""

from __future__ import annotations

import pytest

from legendary_git.parsing.adjacent import join_adjacent


@pytest.mark.parametrize(
    ("texts", "joined"),
    [
        ([b'"a"'], [b'"a"']),
        ([b'"a"', b'"b"'], [b'"ab"']),
        ([b'@"a"', b'"b"'], [b'@"ab"']),
        ([b'"a"', b'L"b"'], [b'L"ab"']),
        ([b'L"a"', b'u"b"'], [b'L"a"', b'u"b"']),
        ([b'R"(a)"', b'"b"'], [b'R"(a)"', b'"b"']),
        ([b'"\\n"', b'"b"'], [b'"\\nb"']),
        ([b'"\\x1"', b'"2"'], [b'"\\x1" "2"']),
        ([b'"\\x1"', b'""', b'"2"'], [b'"\\x1" "2"']),
        ([b'"\\\\x1"', b'"2"'], [b'"\\\\x12"']),
        ([b'"\\1"', b'"2"'], [b'"\\1" "2"']),
        ([b'"\\123"', b'"4"'], [b'"\\1234"']),
        ([b'"?"', b'"?="'], [b'"?" "?="']),
        ([], []),
    ],
)
def test_join_adjacent(texts: list[bytes], joined: list[bytes]) -> None:
    assert join_adjacent(texts) == joined
