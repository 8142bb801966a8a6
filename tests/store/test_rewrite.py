"""A rewritten memory file differs in what was asked for and in nothing else."""

from __future__ import annotations

import difflib
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from legendary_git.domain.anchor import Anchor, Was
from legendary_git.domain.memory import Memory
from legendary_git.domain.region import LineRange
from legendary_git.errors import MemoryRefused, StoreError
from legendary_git.store.memory_file import format_memory, parse_memory
from legendary_git.store.rewrite import replace_file, rewrite_anchors

PATH = ".legendary/memories/mem-00000001-x.md"
AT = "2026-02-01T00:00:00Z"
EVENT = {"at": AT, "event": "reanchored", "anchor": "a.py::f", "to": "b.py::g", "by": ""}
EVENT_LINE = f"  - {{at: {AT}, event: reanchored, anchor: 'a.py::f', to: 'b.py::g'}}\n"
FILE = """\
---
# who wrote this: 💾 Ada
id: mem-00000001
owner:   {team: 0005747, on: no}   # kept
title: 'it''s  so'
updated: 2026-01-01T00:00:00Z # then
anchors:
  # the first
  - file: a.py   # here
    symbol: f
    note: "a \\u00e9 note"
    lines: 1-9
    commit: 1111111111111111111111111111111111111111
    blob: 2222222222222222222222222222222222222222
    content_hash: t1:00

  - symbol: other
    file: z.py
history:
  - {at: 2026-01-01T00:00:00Z, event: stale}

tags: [a,   b]
---

Body with trailing blanks  \r\n---\nanchors: none

"""
NEW = Anchor(
    file="b.py",
    symbol="g",
    lines=LineRange(3, 12),
    commit="c" * 40,
    blob="b" * 40,
    content_hash="t1:11",
    language="python",
    grammar="python:15",
)


def load(data: bytes) -> Memory:
    found = parse_memory(PATH, data)
    assert isinstance(found, Memory), found
    return found


def rewritten(text: str, anchor: Anchor = NEW, number: int = 0) -> str:
    data = text.encode()
    return rewrite_anchors(load(data), data, {number: anchor}, [EVENT], AT).decode()


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    lines = list(difflib.ndiff(before.split("\n"), after.split("\n")))
    return tuple([line[2:] for line in lines if line[0] == sign] for sign in "-+")  # type: ignore[return-value]


def test_rewrite_touches_the_values_of_one_anchor_and_nothing_else() -> None:
    gone, came = changed_lines(FILE, rewritten(FILE))
    assert gone == [
        "updated: 2026-01-01T00:00:00Z # then",
        "  - file: a.py   # here",
        "    symbol: f",
        "    lines: 1-9",
        f"    commit: {'1' * 40}",
        f"    blob: {'2' * 40}",
        "    content_hash: t1:00",
    ]
    assert came == [
        f"updated: {AT} # then",
        "  - file: b.py   # here",
        "    symbol: g",
        "    lines: 3-12",
        f"    commit: {'c' * 40}",
        f"    blob: {'b' * 40}",
        "    content_hash: t1:11",
        "    language: python",
        "    grammar: python:15",
        EVENT_LINE.rstrip("\n"),
    ]


def test_rewrite_of_the_second_anchor_leaves_the_first() -> None:
    found = load(rewritten(FILE, number=1).encode())
    assert found.anchors == (load(FILE.encode()).anchors[0], NEW)


def test_rewrite_leaves_what_says_the_same_as_it_was_typed() -> None:
    text = "---\nid: mem-00000001\ntitle: x\nanchors:\n- lines: [3, 12]\n  file: 'b.py'\n  symbol: \"g\"\n---\n"
    assert "\n- lines: [3, 12]\n  commit: cccc" in rewritten(text)
    assert "\n  file: 'b.py'\n  symbol: \"g\"\n" in rewritten(text)


def test_rewrite_keeps_crlf_and_a_byte_order_mark() -> None:
    text = "\ufeff" + FILE.replace("\r\n", "\n").replace("\n", "\r\n")
    after = rewritten(text)
    assert after.replace("\r\n", "\n") == "\ufeff" + rewritten(FILE.replace("\r\n", "\n"))
    assert after.count("\n") == after.count("\r\n")


def test_rewrite_takes_away_the_keys_that_the_new_anchor_lacks() -> None:
    whole = Anchor(file="b.py", blob="b" * 40, content_hash="t1:11")
    after = rewritten(FILE, whole)
    assert load(after.encode()).anchors[0] == whole
    assert "symbol: f\n" not in after
    assert 'note: "a \\u00e9 note"\n' in after


def test_rewrite_keeps_a_comment_on_the_line_of_a_key_that_goes() -> None:
    text = FILE.replace("    symbol: f\n", "    symbol: f # why\n")
    after = rewritten(text, Anchor(file="b.py"))
    assert "    symbol: '' # why\n" in after
    assert load(after.encode()).anchors[0] == Anchor(file="b.py")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("anchors: [{file: a.py, symbol: f, x: y}]", "anchors: [{file: b.py, symbol: g, lines: 3-12, "),
        ("anchors:\n  - {file: a.py, symbol: f, x: y}", "anchors:\n  - {file: b.py, symbol: g, lines: 3-12, "),
        (
            "anchors:\n- lines: [1, 9]\n  file: 'a.py'\n  symbol: f",
            "anchors:\n- lines: 3-12\n  commit: cccc",
        ),
        ("anchors:\n- file: a.py\n  lines:\n  - 1\n  - 9\n  symbol: f", "anchors:\n- file: b.py\n  lines: 3-12\n"),
        ("anchors:\n- file: >-\n    a.py\n  symbol: f", "anchors:\n- file: b.py\n  symbol: g\n"),
        ("anchors:\n- file: a.py\n  symbol:\n  x: y", "anchors:\n- file: b.py\n  symbol: g\n  lines: 3-12\n"),
        ("anchors:\n  - {file: a.py, lines: [1, 9]}", "anchors:\n  - {file: b.py, symbol: g, lines: 3-12, commit"),
        ("anchors:\n  -\n    file: a.py", "anchors:\n  -\n    file: b.py\n    symbol: g\n"),
    ],
)
def test_rewrite_of_an_anchor_in_another_style(before: str, after: str) -> None:
    text = f"---\nid: mem-00000001\ntitle: x\n{before}\n---\n"
    found = rewritten(text)
    assert found.startswith(f"---\nid: mem-00000001\ntitle: x\n{after}")
    assert load(found.encode()).anchors == (NEW,)
    assert found.endswith(f"updated: {AT}\nhistory:\n{EVENT_LINE}---\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("history:\n- {event: stale}\n", "history:\n- {event: stale}\n" + EVENT_LINE.lstrip(" ")),
        ("history:\n    - event: stale\n      at: x\n", "history:\n    - event: stale\n      at: x\n  " + EVENT_LINE),
        ("history: [{event: stale}]\n", "history: [{event: stale}, " + EVENT_LINE.strip(" -\n") + "]\n"),
        ("history: []\n", "history: [" + EVENT_LINE.strip(" -\n") + "]\n"),
        ("history:\n", "history:\n" + EVENT_LINE),
        ("history: # none yet\n", "history:\n" + EVENT_LINE.rstrip("\n") + " # none yet\n"),
    ],
)
def test_rewrite_adds_an_event_to_the_history_that_is_there(before: str, after: str) -> None:
    head = f"---\nid: mem-00000001\ntitle: x\nupdated: {AT}\nanchors:\n  - file: a.py\n"
    found = rewritten(f"{head}{before}z: 1\n---\nBody", Anchor(file="a.py", blob="b" * 40))
    assert found == f"{head}    blob: {'b' * 40}\n{after}z: 1\n---\nBody"
    history = load(found.encode()).front["history"]
    assert isinstance(history, list)
    assert history[-1] == {key: value for key, value in EVENT.items() if value}


def test_rewrite_with_what_an_anchor_was() -> None:
    was = Was(Anchor(file="a b.py", symbol="f", lines=LineRange(1, 2), content_hash="t1:00"), "5" * 40)
    pointed = replace(NEW, was=was)
    after = rewritten(FILE, pointed)
    assert load(after.encode()).anchors[0] == pointed
    assert rewritten(after, NEW).count("was:") == 0
    memory = replace(load(after.encode()), path=PATH)
    assert load(format_memory(memory)).anchors[0] == pointed


def test_rewrite_refuses_what_it_cannot_read_back() -> None:
    text = "---\nid: mem-00000001\ntitle: x\nanchors:\n  - ? file\n    : a.py\n---\n"
    data = text.encode()
    with pytest.raises(MemoryRefused):
        rewrite_anchors(replace(load(data), title="y", front={"id": "other"}), data, {0: NEW}, [EVENT], AT)


def test_replace_file_keeps_permissions_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / PATH
    path.parent.mkdir(parents=True)
    path.write_bytes(b"before")
    path.chmod(0o640)
    replace_file(tmp_path, PATH, b"before", b"after")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"after", 0o640)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_replace_file_refuses_what_somebody_changed_or_linked(tmp_path: Path) -> None:
    path = tmp_path / PATH
    path.parent.mkdir(parents=True)
    path.write_bytes(b"another")
    with pytest.raises(StoreError, match="changed by somebody else"):
        replace_file(tmp_path, PATH, b"before", b"after")
    target = tmp_path / "elsewhere.md"
    path.rename(target)
    path.symlink_to(target)
    with pytest.raises(StoreError, match="symbolic link"):
        replace_file(tmp_path, PATH, b"another", b"after")
    assert target.read_bytes() == b"another"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
