"""Front matter made to say other values keeps every line that need not change."""

from __future__ import annotations

import pytest

from legendary_git.domain.memory import FrontValue
from legendary_git.store.front_reword import reword
from legendary_git.store.yaml_reader import parse_mapping

TEXT = """\
# who: 💾 Ada
id: mem-00000001
owner:   {team: 0005747, on: no}   # kept

title: 'it''s  so'
updated: 2026-01-01T00:00:00Z # then
salience: {importance: 5}  # much
tags:
  # the first
  - a   # here

  # the second
  - "b"
# above anchors
anchors:
- symbol: f
  # why
  file: a.py
  note: "x"
  commit: c1
- file: b.py
history:
  - {at: 2026-01-01, event: stale}
# the end
"""


def said(text: str = TEXT) -> dict[str, FrontValue]:
    return parse_mapping(text, first_line=2)[0]


def reworded(**changes: FrontValue | None) -> str:
    """The text made to say something else, which it then says; `None` takes a key away."""
    wanted = {key: value for key, value in (said() | changes).items() if value is not None}
    found = reword(TEXT, wanted)
    assert said(found) == wanted
    return found


def test_reword_of_what_it_says_already_changes_nothing() -> None:
    assert reworded() == TEXT


def test_reword_of_a_text_keeps_its_comment() -> None:
    assert reworded(updated="2027-01-01") == TEXT.replace("2026-01-01T00:00:00Z #", "2027-01-01 #")


def test_reword_of_a_mapping_on_one_line_keeps_its_comment() -> None:
    assert reworded(salience={"importance": "7", "cost": "1"}) == TEXT.replace(
        "{importance: 5}  #", "{importance: 7, cost: 1}  #"
    )


def test_reword_of_a_list_keeps_the_lines_of_its_items() -> None:
    assert reworded(tags=["new", "b", "a"]) == TEXT.replace(
        '  # the first\n  - a   # here\n\n  # the second\n  - "b"\n',
        '  - new\n\n  # the second\n  - "b"\n  # the first\n  - a   # here\n',
    )


def test_reword_that_takes_an_item_or_a_key_away_keeps_the_comments_above_it() -> None:
    assert reworded(tags=["b"]) == TEXT.replace("  - a   # here\n", "")
    assert reworded(tags=None) == TEXT.replace('tags:\n  # the first\n  - a   # here\n\n  # the second\n  - "b"\n', "")


def test_reword_changes_an_anchor_key_by_key() -> None:
    found = reworded(
        anchors=[
            {"file": "0.py"},
            {"file": "a.py", "symbol": "f", "commit": "c2", "blob": "b2", "note": "x", "odd": ["1"]},
            {"file": "b.py"},
        ]
    )
    assert found == TEXT.replace("anchors:\n- symbol", "anchors:\n- file: 0.py\n- symbol").replace(
        '  note: "x"\n  commit: c1\n', "  note: \"x\"\n  odd: ['1']\n  commit: c2\n  blob: b2\n"
    )


def test_reword_puts_new_keys_where_a_new_file_has_them_and_unknown_ones_last() -> None:
    found = reworded(status="deprecated", triggers=["x: y"], zoo=["1", {"a": "b"}], bar="c")
    assert found == (
        TEXT.replace("updated:", "status: deprecated\nupdated:")
        .replace("tags:", "triggers:\n  - 'x: y'\ntags:")
        .replace("event: stale}\n", "event: stale}\nbar: c\nzoo:\n  - '1'\n  - a: b\n")
    )


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        ("tags: [a, b]  # x\n", {"tags": ["a", "c"]}, "tags: [a, c]  # x\n"),
        ("tags: a\n", {"tags": ["a", "c"]}, "tags:\n  - a\n  - c\n"),
        ("tags:\n", {"tags": ["a"]}, "tags:\n  - a\n"),
        ("tags: [\n  a,\n  b]\n", {"tags": ["b"]}, "tags: [b]\n"),
        ("title: |\n  a\n  b\nkind: x\n", {"title": "c", "kind": "x"}, "title: c\nkind: x\n"),
        ("deprecated:\n  reason: a\n", {"deprecated": {"reason": "b"}}, "deprecated: {reason: b}\n"),
        ("", {"id": "mem-00000001"}, "id: mem-00000001\n"),
        ("evidence:\n  - {at: '1'}\n  - {at: '1'}\n", {"evidence": [{"at": "1"}]}, "evidence:\n  - {at: '1'}\n"),
    ],
)
def test_reword_of_other_styles(before: str, wanted: dict[str, FrontValue], after: str) -> None:
    assert reword(before, wanted) == after
