"""What a terminal does not show is not in the text, however long the text is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.terminal_text import plain_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("^[[31mred^[[0m", "red"),
        ("\\x1b[31mred\\u001b[0m", "red"),
        ("\\033[1;31mred\\e[m \x1b[Kx", "red x"),
        ("\x1b]0;title\x07text", "text"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("\u2018a\u2019 \u201cb\u201d", "'a' \"b\""),
        ("so\u00adft\u200b\x00 \x7f[x]", "soft [x]"),
    ],
)
def test_plain_text_is_what_is_shown(text: str, shown: str) -> None:
    assert plain_text(text) == shown


_SIGNS = st.text(st.sampled_from("ab[0m;\x1b\\^31Kx\u001b\u2018\u00ad\u200b\x00\x85\n日é"), max_size=40)


@given(_SIGNS)
def test_plain_text_of_a_long_text_is_that_of_its_lines(text: str) -> None:
    filler = "nothing to see here\u2019\n" * 200
    plain = plain_text(filler)
    assert plain_text(f"{filler}{text}|\n{filler}") == f"{plain}{plain_text(f'{text}|')}\n{plain}"
