"""The schema: what a memory file may say, what it may leave out, and what makes it invalid."""

from __future__ import annotations

import pytest

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.memory import InvalidMemory, Memory, MemoryType, Status
from legendary_git.domain.region import LineRange
from legendary_git.store.memory_file import parse_memory

PATH = ".legendary/memories/mem-6093f751-wal.md"
EVERYTHING = """\
---
id: mem-6093f751
type: episode                 # decision | episode
kind: lesson
title: WAL does not help when two processes checkpoint
status: active
scope: repo
created: 2026-11-30T01:50:00Z
updated: 2026-11-30
author: Ada <ada@example.org>
source: human
confidence: high
salience: {importance: 5, cost: 7}
triggers:
  - 'sqlite3.OperationalError: database is locked'
tags: [sqlite]
anchors:
  - file: src/db.py
    symbol: Store.connect
    lines: 40-62              # a hint
    commit: 0a1b
    blob: 9f8e
    content_hash: t1:00ff
supersedes: [mem-11111111]
superseded_by: mem-22222222
deprecated: {reason: no, at: 2026-11-30}
expires: 2027-06-01
evidence:
  - {at: 2026-11-30, by: Ada, text: run 7}
history:
  - {at: 2026-11-30, event: stale, commit: 0a1b, anchor: 'src/db.py::Store.connect'}
mood: sour
---

Body in *markdown*.
"""
LEGACY = """\
---
id: mem-0a1b2c3d
type: convention
title: Retry twice
created: '2025-05-01T10:00:00'
source: auto-extract
status: deprecated
deprecated_reason: 'moved: on'
superseded_by: null
transcript: null
anchors:
- file: src/a.py
  symbol: null
  lines: [40, 62]
  commit: abc
  content_hash: sha256:12
tags: []
triggers: []
---
Twice, not thrice.
"""


def parsed(front: str, body: str = "Body\n", path: str = PATH) -> Memory:
    memory = parse_memory(path, f"---\n{front}---\n{body}".encode())
    assert isinstance(memory, Memory), memory
    return memory


def refused(front: str) -> InvalidMemory:
    invalid = parse_memory(PATH, f"---\n{front}---\nBody\n".encode())
    assert isinstance(invalid, InvalidMemory), invalid
    return invalid


def test_memory_with_every_key() -> None:
    memory = parse_memory(PATH, EVERYTHING.encode())
    assert isinstance(memory, Memory)
    assert memory.id == "mem-6093f751"
    assert (memory.type, memory.status, memory.kind) == (MemoryType.EPISODE, Status.ACTIVE, "lesson")
    assert (memory.created, memory.updated) == ("2026-11-30T01:50:00Z", "2026-11-30")
    assert memory.triggers == ("sqlite3.OperationalError: database is locked",)
    assert memory.tags == ("sqlite",)
    assert memory.anchors == (
        Anchor(
            file="src/db.py",
            symbol="Store.connect",
            lines=LineRange(40, 62),
            commit="0a1b",
            blob="9f8e",
            content_hash="t1:00ff",
        ),
    )
    assert memory.body == "Body in *markdown*."
    assert memory.front["mood"] == "sour"
    assert memory.front["deprecated"] == {"reason": "no", "at": "2026-11-30"}
    assert list(memory.front)[:3] == ["id", "type", "kind"]


def test_memory_of_legendary_mcp() -> None:
    memory = parse_memory(".legendary/memories/mem-0a1b2c3d.md", LEGACY.encode())
    assert isinstance(memory, Memory)
    assert (memory.type, memory.status, memory.title) == (MemoryType.DECISION, Status.DEPRECATED, "Retry twice")
    assert memory.anchors == (Anchor(file="src/a.py", lines=LineRange(40, 62), commit="abc", content_hash="sha256:12"),)
    assert (memory.tags, memory.triggers) == ((), ())
    assert memory.front["source"] == "auto-extract"
    assert memory.front["deprecated_reason"] == "moved: on"


@pytest.mark.parametrize(
    ("typed", "type_"),
    [("decision", "decision"), ("episode", "episode"), ("reference", "decision"), ("", "decision")],
)
def test_type_older_than_us_loads_as_decision(typed: str, type_: str) -> None:
    assert parsed(f"id: mem-00000000\ntype: {typed}\n").type == type_


@pytest.mark.parametrize(
    ("front", "body", "title"),
    [
        ("title: t\n", "Body", "t"),
        ("", "\n## The heading ##\n\ntext", "The heading ##"),
        ("title:\n", "\nThe first line\nThe second", "The first line"),
        ("title: '  '\n", "#\n# Next", "Next"),
        ("title: no\n", "", "no"),
    ],
)
def test_title_comes_from_the_body_when_missing(front: str, body: str, title: str) -> None:
    assert parsed(f"id: mem-00000000\n{front}", body).title == title


@pytest.mark.parametrize(
    ("typed", "triggers"),
    [
        ("triggers: 'database is locked'\n", ("database is locked",)),
        ("triggers:\n- no\n- 10:30\n", ("no", "10:30")),
        ("triggers:\n-\n- ' '\n- x\n", ("x",)),
        ("triggers: []\n", ()),
        ("triggers:\n", ()),
    ],
)
def test_triggers_are_a_list_or_one_string(typed: str, triggers: tuple[str, ...]) -> None:
    assert parsed(f"id: mem-00000000\n{typed}").triggers == triggers


@pytest.mark.parametrize(
    ("typed", "lines"),
    [("40-62", (40, 62)), ("[40, 62]", (40, 62)), ("40", (40, 40)), ("", None), ("null", None)],
)
def test_anchor_lines(typed: str, lines: tuple[int, int] | None) -> None:
    memory = parsed(f"id: mem-00000000\nanchors:\n  - file: a.py\n    lines: {typed}\n")
    assert memory.anchors[0].lines == (LineRange(*lines) if lines else None)


def test_anchor_path_in_gits_quoted_style() -> None:
    memory = parsed("""id: mem-00000000\nanchors:\n  - file: '"caf\\351\\t\\"x\\".py"'\n""")
    assert memory.anchors[0].file == 'caf\udce9\t"x".py'


@pytest.mark.parametrize("path", ["a b.py", "x:y.py", "a#b", "~x", ".gitignore", "a.git/x", "..a/b..", "é.py", "no"])
def test_anchor_path_may_be_odd(path: str) -> None:
    assert parsed(f"id: mem-00000000\nanchors:\n  - file: '{path}'\n").anchors[0].file == path


@pytest.mark.parametrize(
    ("front", "line", "words"),
    [
        ("title: t\n", 1, "no `id`"),
        ("title: t\nid:\n", 3, "no `id`"),
        ("id: mem-6093F751\n", 2, "the id must be"),
        ("id: ../../x\n", 2, "the id must be"),
        ("id: mem-6093f7510\n", 2, "the id must be"),
        ("id: 'mem-6093f751\n\n  '\n", 2, "the id must be"),
        ("id: [mem-6093f751]\n", 2, "must be text"),
        ("id: mem-6093f751\ntype: wish\n", 3, "unknown type `wish`: use one of decision, episode"),
        ("id: mem-6093f751\nstatus: done\n", 3, "active, conflicted, deprecated, superseded"),
        ("id: mem-6093f751\nsource: gossip\n", 3, "unknown source"),
        ("id: mem-6093f751\nconfidence: 0.9\n", 3, "unknown confidence"),
        ("id: mem-6093f751\ntitle: [a]\n", 3, "`title` must be text"),
        ("id: mem-6093f751\nanchors: 3\n", 3, "`anchors` must be a list"),
        ("id: mem-6093f751\nanchors: {file: a.py}\n", 3, "`anchors` must be a list"),
        ("id: mem-6093f751\nanchors:\n  - a.py::f\n", 4, "- file: PATH"),
        ("id: mem-6093f751\nanchors:\n  - symbol: f\n", 4, "needs `file:`"),
        ("id: mem-6093f751\nanchors:\n  - file: a.py\n    symbol: [f]\n", 5, "`symbol` must be"),
        ("id: mem-6093f751\nanchors:\n  - symbol: f\n    file: [a.py]\n", 5, "`file` must be"),
        ("id: mem-6093f751\ntags: {a: b}\n", 3, "`tags` must be a list"),
        ("id: mem-6093f751\ntriggers:\n  - ok\n  - Error: x\n", 5, "quote"),
        ("id: mem-6093f751\nevidence: x\n", 3, "`evidence` must be a list"),
        ("id: mem-6093f751\nhistory:\n  - x\n", 4, "an entry of `history`"),
        ("id: mem-6093f751\nsalience: 5\n", 3, "`salience` must be a mapping"),
        ("id: mem-6093f751\nsupersedes: [[a]]\n", 3, "`supersedes` must be"),
    ],
)
def test_bad_field_is_reported_with_its_line(front: str, line: int, words: str) -> None:
    invalid = refused(front)
    assert words in invalid.message
    assert invalid.line == line
    assert invalid.path == PATH
    assert "\n" not in invalid.message


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../x", "a/../../x", "a\\\\b", "C:/x", ".git/config", "a/.GIT/x", "a\\0b", "", "a//b", "./a", "a/"],
)
def test_anchor_outside_the_tree_is_refused(path: str) -> None:
    invalid = refused(f'id: mem-6093f751\nanchors:\n  - symbol: f\n    file: "{path}"\n')
    assert invalid.line == 5
    assert invalid.id == "mem-6093f751"


@pytest.mark.parametrize(
    "lines", ["62-40", "0-3", "0", "a-b", "[1, 2, 3]", "[40]", "-5", "1.5", "{a: b}", "1234567890"]
)
def test_anchor_lines_that_are_no_range_are_refused(lines: str) -> None:
    assert refused(f"id: mem-6093f751\nanchors:\n  - file: a.py\n    lines: {lines}\n").line == 5


@pytest.mark.parametrize("path", ['"a', '"a\\x"', '"a"b"', '"'])
def test_anchor_path_that_is_badly_quoted_is_refused(path: str) -> None:
    assert "quoted as git does" in refused(f"id: mem-6093f751\nanchors:\n  - file: '{path}'\n").message


def test_memory_without_title_and_body_is_refused() -> None:
    invalid = parse_memory(PATH, b"---\nid: mem-6093f751\n---\n\n")
    assert isinstance(invalid, InvalidMemory)
    assert "neither `title` nor a body" in invalid.message


def test_invalid_memory_has_its_id_where_yaml_is_broken() -> None:
    assert refused("id: mem-6093f751\ntitle: Fix: x\n").id == "mem-6093f751"
    assert refused("title: Fix: x\n").id is None
    assert refused("id: mem-6093f751\nid: mem-6093f752\n").id is None


def test_message_about_a_long_value_stays_short() -> None:
    assert len(refused("id: mem-6093f751\ntype: " + "x" * 5000 + "\n").message) < 120
