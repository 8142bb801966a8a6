"""The lines of a long output in which words stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain import whole_output
from legendary_git.domain.whole_output import Output

LINES = st.lists(st.text("ab \n", max_size=6), max_size=12)


@given(LINES, st.sets(st.sampled_from(["a", "b", "ab", "bb"]), min_size=1))
def test_lines_with_words_are_the_distinct_lines_that_have_them(lines: list[str], words: set[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole_output, "_SHOWN", -1)
        output = Output("\n".join(lines))
        wanted = [line for line in output.distinct_lines(str) if any(word in line for word in words)]
        assert output.lines_with(words, str) == wanted


def test_short_output_gives_all_its_lines() -> None:
    output = Output("one\ntwo\none")
    assert output.lines_with({"two"}, str) == output.distinct_lines(str) == ["one", "two"]
