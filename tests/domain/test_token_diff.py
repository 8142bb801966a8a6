"""What is marked between two versions of some code, and which lines stand side by side."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.token_diff import Line, Row, compare_texts

CODE = st.text(alphabet="ab (),:'\"\n", max_size=60)


def marked(line: Line | None) -> str | None:
    """A line with its changes between angle brackets."""
    if line is None:
        return None
    return "".join(f"<{piece.text}>" if piece.is_changed else piece.text for piece in line.pieces)


def compared(before: str, after: str) -> list[tuple[str | None, str | None]]:
    return [(marked(row.before), marked(row.after)) for row in compare_texts(before, after)]


def test_changed_tokens_are_marked_and_nothing_else() -> None:
    assert compared("def f(a):\n    return a * 100", "def f(a):\n    return a * 1000") == [
        ("def f(a):", "def f(a):"),
        ("    return a * <100>", "    return a * <1000>"),
    ]


def test_same_text_has_no_marks() -> None:
    assert compared("a\n\nb", "a\n\nb") == [("a", "a"), ("", ""), ("b", "b")]


def test_what_a_formatter_does_is_not_marked() -> None:
    rows = compared("f(a, 'b')\nx = 1", 'f(\n    a,\n    "b"\n)\nx = 2')
    assert rows[-1] == ("x = <1>", "x = <2>")
    assert not [text for row in rows[:-1] for text in row if text is not None and "<" in text]


def test_layout_is_marked_where_nothing_else_differs() -> None:
    rows = compared("if a:\n    b()\n    c()", "if a:\n    b()\nc()")
    assert rows == [("if a:", "if a:"), ("    b()", "    b()"), ("<    >c()", "c()")]


def test_quotes_are_marked_where_nothing_else_differs() -> None:
    assert compared("a = 'x'", 'a = "x"') == [("a = <'>x<'>", 'a = <">x<">')]


def test_marks_begin_where_a_line_does_if_they_can() -> None:
    before, after = "for a in b:\n    c()", "for a in b:\n    if a:\n        c()"
    assert compared(before, after) == [
        ("for a in b:", "for a in b:"),
        (None, "    <if a:>"),
        ("    c()", "        c()"),
    ]


def test_added_line_stands_beside_nothing() -> None:
    assert compared("a = 1\nc = 3", "a = 1\nbb(2)\nc = 3") == [
        ("a = 1", "a = 1"),
        (None, "<bb(2)>"),
        ("c = 3", "c = 3"),
    ]


def test_changed_lines_stand_beside_the_ones_they_are_alike() -> None:
    rows = compared("one(1)\ntwo(a, b, c)", "zero(z)\nzero(y)\ntwo(a, b, d)")
    assert rows[-1] == ("two(a, b, <c>)", "two(a, b, <d>)")


def test_blanks_between_two_marks_are_marked_with_them() -> None:
    assert compared("x = y", "x = y + z") == [("x = y", "x = y <+ z>")]


@given(CODE, CODE)
def test_each_side_is_its_text_line_by_line(before: str, after: str) -> None:
    rows = compare_texts(before, after)
    assert [row.before.text for row in rows if row.before is not None] == before.split("\n")
    assert [row.after.text for row in rows if row.after is not None] == after.split("\n")
    assert [row.before.number for row in rows if row.before is not None] == [*range(1, before.count("\n") + 2)]


@given(CODE, CODE)
def test_without_what_is_marked_both_sides_have_the_same_tokens(before: str, after: str) -> None:
    rows = compare_texts(before, after)
    left, right = (_unmarked([row.before for row in rows]), _unmarked([row.after for row in rows]))
    assert left == right


def _unmarked(lines: list[Line | None]) -> str:
    text = "".join(piece.text for line in lines if line is not None for piece in line.pieces if not piece.is_changed)
    return "".join(text.split()).replace("'", '"')


def test_a_difference_is_always_shown() -> None:
    (row,) = compare_texts("a b", "ab")
    assert isinstance(row, Row)
    assert row.is_changed


def test_large_texts_are_compared_all_the_same() -> None:
    before = "\n".join(f"a{number} = {number}" for number in range(8000))
    rows = compare_texts(before, before.replace("a77 = 77", "a77 = 78"))
    assert [marked(row.after) for row in rows if row.is_changed] == ["a77 = <78>"]


def test_words_that_are_alike_by_chance_in_new_lines_are_marked_too() -> None:
    before = "def f(a):\n    return a\n"
    after = "def f(a):\n    first = other(b, c, d)\n    second = third(e) + fourth(g, h)\n    return a\n"
    assert compared(before, after)[1:3] == [
        (None, "    <first = other(b, c, d)>"),
        (None, "    <second = third(e) + fourth(g, h)>"),
    ]


def test_line_stands_beside_the_one_that_it_became_not_one_that_looks_like_it() -> None:
    before = "start()\nx = make(a, b, moment)\nend()"
    after = "start()\ny = make(a, b)\nwrite(y, c)\n\nx = make(a, b, note.moment)\nend()"
    rows = compared(before, after)
    assert ("x = make(a, b, moment)", "x = make(a, b, <note.>moment)") in rows
