"""A block in somebody else's text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.store.marked_block import MARKDOWN_MARKS, BlockFault, find_block, with_block, without_block

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

TEXTS = st.none() | st.text(alphabet="ab \n", max_size=12) | st.sampled_from(["a\r\nb\r\n", "a\r\nb", "# A\n\n\n", ""])

BEGIN, END = MARKDOWN_MARKS.begin, MARKDOWN_MARKS.end


@CALM
@given(text=TEXTS, body=st.sampled_from(["one\n", "one\n\ntwo\n"]))
def test_block_comes_out_as_it_went_in(text: str | None, body: str) -> None:
    put = with_block(text, body)
    assert find_block(put) is not None
    assert with_block(put, body) == put
    assert without_block(put) == text


def test_block_is_renewed_where_it_stands() -> None:
    put = with_block("# Rules\n", "one") + "\nAnd more.\n"
    assert with_block(put, "two") == put.replace("one", "two")
    assert without_block(put) == "# Rules\n\nAnd more.\n"


@pytest.mark.parametrize("text", [f"a\n{BEGIN}\n", f"a\n{END}\n", f"a\n{END}\n{BEGIN}"])
def test_half_a_block_is_refused_at_its_line(text: str) -> None:
    with pytest.raises(BlockFault) as refused:
        without_block(text)
    assert refused.value.line in (2, 3)


def test_text_without_a_block_stays() -> None:
    assert without_block("a\n") == "a\n"
