from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legendary_git.domain.lines import carry
from legendary_git.domain.region import LineRange

LINES = st.lists(st.sampled_from([b"a", b"b", b"c", b"d", b""]), min_size=1, max_size=30)


def _numbered(count: int) -> list[bytes]:
    return [b"line %d" % n for n in range(1, count + 1)]


def test_carry_through_lines_inserted_above() -> None:
    before = _numbered(60)
    assert carry(before, [b"new"] * 10 + before, LineRange(40, 45)) == LineRange(50, 55)


def test_carry_through_lines_deleted_above() -> None:
    before = _numbered(60)
    assert carry(before, before[5:], LineRange(40, 45)) == LineRange(35, 40)


def test_carry_takes_in_lines_inserted_between() -> None:
    before = _numbered(10)
    assert carry(before, [*before[:4], b"new", *before[4:]], LineRange(3, 6)) == LineRange(3, 7)


def test_carry_of_a_replaced_line_stands_where_its_replacement_does() -> None:
    before = _numbered(10)
    assert carry(before, [*before[:4], b"other", *before[5:]], LineRange(5, 5)) == LineRange(5, 5)


def test_carry_of_deleted_lines_is_nowhere() -> None:
    before = _numbered(10)
    assert carry(before, before[:3] + before[6:], LineRange(4, 6)) is None


def test_carry_survives_a_change_of_every_line_of_a_large_file() -> None:
    before = _numbered(3000)
    after = [b"changed %d" % n for n in range(3000)]
    assert carry(before, after, LineRange(10, 20)) == LineRange(10, 20)


@given(LINES, LINES, LINES, st.data())
def test_carry_of_an_untouched_block_between_edits_is_that_block(
    head: list[bytes], new_head: list[bytes], tail: list[bytes], data: st.DataObject
) -> None:
    block = [b"the block, line %d" % n for n in range(data.draw(st.integers(1, 5)))]
    before, after = [*head, *block, *tail], [*new_head, *block, *tail]
    lines = LineRange(len(head) + 1, len(head) + len(block))
    carried = carry(before, after, lines)
    assert carried == LineRange(len(new_head) + 1, len(new_head) + len(block))
