"""Whatever is remembered is read back the same, by us and by every other reader of YAML."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import FrontValue, Memory, MemoryType, Status
from legendary_git.domain.region import LineRange
from legendary_git.errors import MemoryRefused
from legendary_git.store.memory_file import format_memory, parse_memory
from legendary_git.store.yaml_text import format_fields, format_scalar

PATH = ".legendary/memories/mem-6093f751-x.md"
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.text(
    "-'\"#:{}[]!&*|> \n\r\t\\0aé\x1b", max_size=12
)
SAID = TEXTS.filter(lambda text: bool(text.strip()))
BODIES = TEXTS.filter(lambda text: "\0" not in text)
NAMES = st.text("abc-./é \"'#:", min_size=1, max_size=12).map(lambda text: "x" + text.replace("/", "_"))
LINES = st.integers(1, 900).flatmap(lambda first: st.integers(first, 999).map(lambda last: LineRange(first, last)))
ANCHORS = st.builds(
    Anchor,
    file=NAMES | st.just("caf\udce9.py") | st.just('"quoted".py'),
    symbol=st.none() | SAID,
    lines=st.none() | LINES,
    commit=st.none() | st.text("0123456789abcdef", min_size=40, max_size=40),
    content_hash=st.none() | st.just("t1:00ff"),
)
MEMORIES = st.builds(
    Memory,
    id=st.just("mem-6093f751"),
    type=st.sampled_from(MemoryType),
    title=SAID,
    status=st.sampled_from(Status),
    path=st.just(PATH),
    body=BODIES,
    kind=st.none() | SAID,
    created=st.none() | st.just("2026-11-30T01:50:00Z"),
    anchors=st.lists(ANCHORS, max_size=3).map(tuple),
    triggers=st.lists(SAID, max_size=3).map(tuple),
    tags=st.lists(SAID, max_size=3).map(tuple),
)
MEMORY = Memory(id="mem-6093f751", type=MemoryType.DECISION, title="t", status=Status.ACTIVE, path=PATH)


@given(MEMORIES)
@example(replace(MEMORY, body="---\nnot: front matter\n---\n"))
@example(replace(MEMORY, body="\ufeffa mark", title="a\u2028b", tags=("null", "~")))
def test_memory_round_trip(memory: Memory) -> None:
    read_back = parse_memory(PATH, format_memory(memory))
    assert isinstance(read_back, Memory), read_back
    assert replace(read_back, front={}) == replace(memory, body=memory.body.strip("\n"), front={})


@given(TEXTS | st.from_regex(r"[-+]?[0-9._:]+([eE][-+]?[0-9]+)?", fullmatch=True))
@example("2026-11-30")
@example("0x1F")
@example("1e5")
@example("=")
def test_scalar_is_the_same_string_for_other_readers(text: str) -> None:
    values: dict[str, FrontValue] = {"k": text, "list": [text], "deprecated": {"k": text, "x": [text]}}
    written = format_fields(values)
    assert yaml.safe_load(written) == values
    assert yaml.load(written, Loader=yaml.CSafeLoader) == values


@pytest.mark.parametrize(
    "text",
    [
        "plain words, with a comma",
        "0a1b2c3d",
        "src/db.py::Store.connect",
        "t1:00ff",
        "mem-6093f751",
        "40-62",
        "--force was refused",
        "sqlite3.OperationalError",
        "設定",
        "it's",
        "C#",
    ],
)
def test_scalar_stays_plain(text: str) -> None:
    assert format_scalar(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("sqlite3.OperationalError: locked", "'sqlite3.OperationalError: locked'"),
        ("no", "'no'"),
        ("0005747", "'0005747'"),
        ("10:30", "'10:30'"),
        ("1.10", "'1.10'"),
        ("2026-11-30", "'2026-11-30'"),
        ("a # b", "'a # b'"),
        ("it's: so", "'it''s: so'"),
        ("two\nlines", '"two\\nlines"'),
        ("\x1b[31m", '"\\x1b[31m"'),
        ("", "''"),
        ("---", "'---'"),
    ],
)
def test_scalar_is_quoted(text: str, written: str) -> None:
    assert format_scalar(text) == written


def test_format_memory_shows_the_keys_in_order() -> None:
    memory = replace(
        MEMORY,
        type=MemoryType.EPISODE,
        title="WAL does not help",
        body="Because.\n",
        created="2026-11-30T01:50:00Z",
        triggers=("sqlite3.OperationalError: database is locked",),
        tags=("sqlite", "wal"),
        anchors=(Anchor(file="src/db.py", symbol="Store.connect", lines=LineRange(40, 62), blob="9f8e"),),
        front={
            "mood": "sour",
            "evidence": [{"at": "2026-11-30T01:50:00Z", "by": "Ada <ada@example.org>", "text": "run 7, failed"}],
            "salience": {"importance": "5", "cost": "7"},
            "author": "Ada <ada@example.org>",
            "source": "human",
        },
    )
    assert (
        format_memory(memory).decode()
        == """\
---
id: mem-6093f751
type: episode
title: WAL does not help
status: active
created: 2026-11-30T01:50:00Z
author: Ada <ada@example.org>
source: human
salience: {importance: 5, cost: 7}
triggers:
  - 'sqlite3.OperationalError: database is locked'
tags:
  - sqlite
  - wal
anchors:
  - file: src/db.py
    symbol: Store.connect
    lines: 40-62
    blob: 9f8e
evidence:
  - {at: 2026-11-30T01:50:00Z, by: Ada <ada@example.org>, text: 'run 7, failed'}
mood: sour
---

Because.
"""
    )


def test_format_memory_replaces_bytes_that_are_not_utf8() -> None:
    data = format_memory(replace(MEMORY, title="caf\udce9", body="\udcff"))
    read_back = parse_memory(PATH, data)
    assert isinstance(read_back, Memory)
    assert (read_back.title, read_back.body) == ("caf�", "�")


def test_format_memory_keeps_a_path_that_is_not_utf8() -> None:
    data = format_memory(replace(MEMORY, anchors=(Anchor(file="caf\udce9.py"),)))
    assert b"""file: '"caf\\351.py"'\n""" in data


@pytest.mark.parametrize(
    "memory",
    [
        replace(MEMORY, body="<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"),
        replace(MEMORY, body="a\0b"),
        replace(MEMORY, id="../../x"),
        replace(MEMORY, anchors=(Anchor(file="../x"),)),
        replace(MEMORY, anchors=(Anchor(file="a.py", symbol="f\udce9"),)),
        replace(MEMORY, anchors=(Anchor(file="a\ud800.py"),)),
        replace(MEMORY, front={"source": "nobody"}),
    ],
)
def test_format_memory_refuses_what_could_not_be_read_back(memory: Memory) -> None:
    with pytest.raises(MemoryRefused):
        format_memory(memory)
