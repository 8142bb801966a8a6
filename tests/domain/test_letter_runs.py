"""Letters are masked in whole runs or not at all: on this the search for triggers is built."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.letter_runs import ascii_runs, other_runs, present
from legendary_git.domain.masking import mask
from tests.domain.triggers.volatile import Error, errors

_TEXT = """
foo PM 10:15:02 UTC Mon Nov 30 2026 2026-11-30T10:15:02 T Z /tmp/tmpab12cd34 /tmp/tmpabcdefghijklmnop /home/ada/x.py
C:\\Users\\ada\\a.txt 0x7f3a2c001b40 deadbeef1 tmpab12cd34 _ - : . / , = ' " ( ) [ ] @ # % \u00e9 \u65e5\u672c 1 42
ms 1234567 12.5 MB pid port localhost :5432 127.0.0.1 ::1 container_4f2a sha256: ABCDEF web-7d9f8b6c5d-x2x4z line code
E1130 sh goroutine file:// 45
"""
_PIECES = st.sampled_from([*_TEXT.split(), " ", "\t", "  "])


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_letter_runs_of_the_form_stand_whole_in_the_text(text: str) -> None:
    masked = mask(text)
    for runs in (ascii_runs, other_runs):
        assert not Counter(runs(masked.form)) - Counter(runs(masked.plain))


@given(st.sampled_from(errors()), st.integers(0, 10_000))
def test_letter_runs_of_an_error_stand_whole_in_its_text(error: Error, seed: int) -> None:
    masked = mask(error.printed(seed))
    assert set(ascii_runs(masked.form)) <= set(ascii_runs(masked.plain))


@given(st.text(), st.lists(st.text(st.sampled_from("ab\u00e9\u65e5"), min_size=1)))
def test_present_are_the_words_that_are_runs(text: str, words: list[str]) -> None:
    runs = {*ascii_runs(text), *other_runs(text)}
    assert present(text, [*words, *runs]) == runs


@pytest.mark.parametrize(
    ("text", "letters", "others"),
    [
        ("E0308: x_ray at /a.rs:12", ["E", "x", "ray", "at", "a", "rs"], []),
        ("caf\u00e9s \u65e5\u672c\u8a9eok", ["caf", "s", "ok"], ["\u00e9", "\u65e5\u672c\u8a9e"]),
        ("42 -- \ud800", [], []),
    ],
)
def test_runs_of_letters(text: str, letters: list[str], others: list[str]) -> None:
    assert (ascii_runs(text), other_runs(text)) == (letters, others)
