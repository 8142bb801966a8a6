"""Merging a whole memory file: what comes out, and that both sides are in it where they disagree."""

from __future__ import annotations

import pytest

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.store.memory_file import parse_memory
from legendary_git.store.merge_text import side_of
from legendary_git.usecases.merge_memory import MergedMemory, merge_memory

BASE = """\
---
id: mem-00000001
title: 'it''s so'
status: active
updated: 2026-01-01T00:00:00Z
tags:
  - a
anchors:
  - file: a.py
    symbol: f
    commit: 1111
    blob: 2222
    content_hash: t1:00
evidence:
  - {at: 2026-01-01, text: first}
---

One.

Two.

Three.
"""
CONFLICT = "an unresolved merge conflict: keep one side and delete the three marker lines"


def edited(*changes: tuple[str, str], text: str = BASE) -> str:
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def merged(ours: str, theirs: str, base: str = BASE) -> str:
    """What comes out of a clean merge."""
    found = merge_memory(base.encode(), ours.encode(), theirs.encode())
    assert found.is_clean, found.data.decode()
    return found.data.decode()


def conflicted(ours: str, theirs: str, base: str = BASE) -> MergedMemory:
    """A merge that leaves something open; check would find it, and each side can be taken out of it again."""
    found = merge_memory(base.encode(), ours.encode(), theirs.encode())
    bad = parse_memory("x.md", found.data)
    assert isinstance(bad, InvalidMemory)
    assert bad.message == CONFLICT
    return found


def sides(found: MergedMemory) -> tuple[Memory, Memory]:
    parsed = [
        parse_memory("x.md", side_of(found.data.decode(), 7, is_ours=is_ours).encode()) for is_ours in (True, False)
    ]
    assert isinstance(parsed[0], Memory), found.data.decode()
    assert isinstance(parsed[1], Memory), found.data.decode()
    return parsed[0], parsed[1]


def test_merge_keeps_comments_spelling_and_order_of_both_sides() -> None:
    ours = edited(("status: active\n", "status: active # ours\nteam: 0005747\n"), ("  - a\n", "  - a\n  - 'z'\n"))
    theirs = edited(
        ("id: mem", "# theirs\nid: mem"), ("  - a\n", '  - a # old\n  - "t"\n'), ("2026-01-01T", "2026-02-01T")
    )
    assert merged(ours, theirs) == edited(
        ("id: mem", "# theirs\nid: mem"),
        ("status: active\n", "status: active # ours\nteam: 0005747\n"),
        ("2026-01-01T", "2026-02-01T"),
        ("  - a\n", "  - a # old\n  - \"t\"\n  - 'z'\n"),
    )


def test_merge_of_what_both_commands_append_is_by_time_whichever_is_ours() -> None:
    end = "text: first}\n"
    ours = edited((end, f"{end}  - {{at: 2026-01-05, text: late}}\n"), ("2026-01-01T", "2026-01-05T"))
    theirs = edited((end, f"{end}  - {{at: 2026-01-03, text: early}}\n"), ("2026-01-01T", "2026-01-03T"))
    expected = edited(
        (end, f"{end}  - {{at: 2026-01-03, text: early}}\n  - {{at: 2026-01-05, text: late}}\n"),
        ("2026-01-01T", "2026-01-05T"),
    )
    assert merged(ours, theirs) == merged(theirs, ours) == expected


def test_merge_of_bodies_is_that_of_git() -> None:
    found = merged(edited(("One.", "1.")), edited(("Three.", "3."), ("status: active", "status: deprecated")))
    assert found == edited(("One.", "1."), ("Three.", "3."), ("status: active", "status: deprecated"))


def test_merge_of_two_supersessions_is_a_conflict_of_that_key_alone() -> None:
    ours = edited(("status: active", "status: superseded\nsuperseded_by: mem-aaaaaaaa"), ("  - a\n", "  - a\n  - b\n"))
    theirs = edited(("status: active", "status: superseded\nsuperseded_by: mem-bbbbbbbb"), ("Two.", "2."))
    found = conflicted(ours, theirs)
    assert found.open == ("superseded_by",)
    assert (
        "status: superseded\n<<<<<<< ours\nsuperseded_by: mem-aaaaaaaa\n=======\nsuperseded_by: mem-bbbbbbbb\n"
        ">>>>>>> theirs\nupdated:"
    ) in found.data.decode()
    one, other = sides(found)
    assert (one.front["superseded_by"], other.front["superseded_by"]) == ("mem-aaaaaaaa", "mem-bbbbbbbb")
    assert one.tags == other.tags == ("a", "b")
    assert one.body == other.body == "One.\n\n2.\n\nThree."


def test_merge_of_an_anchor_stamped_apart_is_a_conflict_of_its_stamp() -> None:
    ours, theirs = (
        edited(("commit: 1111", f"commit: {digit * 4}"), ("blob: 2222", f"blob: {digit * 5}"), ("t1:00", f"t1:{digit}"))
        for digit in "34"
    )
    found = conflicted(ours, theirs)
    assert found.open == ("anchors (a.py::f)",)
    one, other = sides(found)
    assert [memory.anchors[0].content_hash for memory in (one, other)] == ["t1:3", "t1:4"]
    assert "    symbol: f\n<<<<<<< ours\n    commit: 3333\n" in found.data.decode()


def test_merge_of_bodies_edited_in_one_place_is_a_conflict_there() -> None:
    found = conflicted(edited(("Two.", "2.")), edited(("Two.", "II.")))
    assert found.open == ("body",)
    assert "One.\n\n<<<<<<< ours\n2.\n=======\nII.\n>>>>>>> theirs\n\nThree.\n" in found.data.decode()


def test_merge_does_not_hide_a_conflict_in_a_fenced_block() -> None:
    base = edited(("Two.", "```\nTwo.\n```"))
    ours, theirs = edited(("Two.", "2."), text=base), edited(("Two.", "II."), text=base)
    found = conflicted(ours, theirs, base)
    one, other = sides(found)
    assert (one.body, other.body) == ("One.\n\n```\n2.\n```\n\nThree.", "One.\n\n```\nII.\n```\n\nThree.")


def test_merge_of_a_file_added_on_both_sides() -> None:
    ours = edited(("  - a\n", "  - a\n  - b\n"))
    theirs = edited(("  - a\n", "  - c\n"), ("2026-01-01T", "2026-03-01T"))
    assert merged(ours, theirs, base="") == edited(("  - a\n", "  - a\n  - b\n  - c\n"), ("2026-01-01T", "2026-03-01T"))
    found = conflicted(edited(("it''s so", "one"), text=ours), edited(("it''s so", "other"), text=theirs), base="")
    assert [memory.title for memory in sides(found)] == ["one", "other"]
    assert [memory.tags for memory in sides(found)] == [("a", "b", "c"), ("a", "b", "c")]


def test_merge_shows_both_sides_whole_where_a_key_would_come_twice() -> None:
    ours = edited(("id: mem-00000001\n", "team: red\nid: mem-00000001\n"))
    theirs = edited(("first}\n", "first}\nteam: blue\n"))
    found = conflicted(ours, theirs)
    assert found.open == ("team",)
    assert [memory.front["team"] for memory in sides(found)] == ["red", "blue"]


def test_merge_of_comments_in_one_place_is_a_conflict() -> None:
    found = conflicted(edited(("  - a\n", "  - a # x\n")), edited(("  - a\n", "  - a # y\n")))
    assert found.open == ("comments",)
    assert "<<<<<<< ours\n  - a # x\n=======\n  - a # y\n>>>>>>> theirs\n" in found.data.decode()


def test_merge_of_keys_that_both_sides_reordered_needs_nobody() -> None:
    ours = edited(("status: active\n", ""), ("tags:\n", "status: active\ntags:\n"), ("  - a\n", "  - a\n  - b\n"))
    theirs = edited(("status: active\n", ""), ("id: mem", "status: active\nid: mem"), ("  - a\n", "  - a\n  - c\n"))
    found = parse_memory("x.md", merged(ours, theirs).encode())
    assert isinstance(found, Memory)
    assert (found.tags, found.status) == (("a", "b", "c"), "active")


def test_merge_keeps_line_ends_and_byte_order_mark_of_ours() -> None:
    crlf = "\ufeff" + edited(("Two.", "2."), ("  - a\n", "  - a\n  - b\n")).replace("\n", "\r\n")
    theirs = edited(("One.", "1."), ("  - a\n", "  - a\n  - c\n"))
    expected = edited(("One.", "1."), ("Two.", "2."), ("  - a\n", "  - a\n  - b\n  - c\n"))
    assert merged(crlf, theirs) == "\ufeff" + expected.replace("\n", "\r\n")
    assert merged(theirs, crlf) == expected


def test_merge_keeps_bytes_that_are_not_utf_8() -> None:
    ours, theirs = (edited(change).encode() for change in (("One.", "caf\u00e9"), ("  - a\n", "  - b\n")))
    found = merge_memory(BASE.encode(), ours.replace(b"\xc3\xa9", b"\xe9"), theirs)
    assert found.is_clean
    assert b"\n  - b\n" in found.data
    assert b"caf\xe9\n" in found.data


@pytest.mark.parametrize(
    "broken", ["no front matter\n", BASE.replace("title: '", "title: "), "\0" + BASE, "---\nid: 1\n"]
)
def test_merge_of_what_is_no_memory_loses_neither_side(broken: str) -> None:
    theirs = edited(("Three.", "Three.\n\nFour."))
    found = merge_memory(BASE.encode(), broken.encode(), theirs.encode())
    text = found.data.decode()
    assert all(line in text for line in [*broken.splitlines(), "Four."])


def test_merge_of_what_is_no_memory_is_clean_where_that_of_git_is() -> None:
    broken = edited(("title: '", "title: "))
    assert merged(broken, edited(("Three.", "3."))) == edited(("title: '", "title: "), ("Three.", "3."))


def test_merge_with_an_ancestor_that_is_a_conflict_itself_takes_both_sides() -> None:
    base = "<<<<<<<<< x\n=========\n>>>>>>>>> y\n"
    assert merged(edited(("  - a\n", "  - b\n")), edited(("  - a\n", "  - c\n")), base) == edited(
        ("  - a\n", "  - b\n  - c\n")
    )


def test_merge_writes_markers_of_the_size_that_was_asked_for() -> None:
    sides_ = (edited(("Two.", word)).encode() for word in ("2.", "II."))
    found = merge_memory(BASE.encode(), *sides_, marker_size=9)
    assert b"<<<<<<<<< ours\n2.\n=========\nII.\n>>>>>>>>> theirs\n" in found.data


def test_merge_adds_a_body_to_a_file_that_ends_at_its_fence() -> None:
    base = "---\nid: mem-00000001\ntitle: x\n---"
    assert (
        merged(base.replace("x", "y"), f"{base}\n\nBody.\n", base) == "---\nid: mem-00000001\ntitle: y\n---\n\nBody.\n"
    )
