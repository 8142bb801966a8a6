"""fable's facts, Serena's memories, legendary-mcp's files, and dates as people write them."""

from __future__ import annotations

import pytest

from legendary_git.domain.memory import Confidence, MemoryType, Provenance
from legendary_git.usecases.import_order import order_entries
from legendary_git.usecases.importing.entry import Entry, Reading, SourceFile
from legendary_git.usecases.importing.fable import read_fable
from legendary_git.usecases.importing.legendary import read_legendary
from legendary_git.usecases.importing.moments import parse_moment
from legendary_git.usecases.importing.serena import read_serena


def fable(files: dict[str, str]) -> Reading:
    return read_fable([SourceFile(name, text.encode()) for name, text in files.items()])


def serena(name: str, text: str) -> Entry:
    return read_serena([SourceFile(name, text.encode())]).entries[0]


def legendary(front: str) -> Entry:
    text = f"---\nid: mem-0c3e51aa\ntitle: Whole cents\n{front}---\nFloats lose cents.\n"
    return read_legendary([SourceFile("mem-0c3e51aa.md", text.encode())]).entries[0]


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        *(("user", "convention"), ("feedback", "convention"), ("preference", "convention")),
        *(("project", "fact"), ("reference", "reference"), ("lesson", "lesson"), ("decision", None), ("", None)),
    ],
)
def test_fable_kind_stands_at_the_top_or_in_the_metadata(kind: str, label: str | None) -> None:
    for front in (f"type: {kind}", f"metadata:\n  type: {kind}"):
        (entry,) = fable({"a.md": f"---\nname: a\ndescription: Whole cents\n{front}\n---\nFloats.\n"}).entries
        assert (entry.label, entry.title, entry.text) == (label, "Whole cents", "Floats.")
        assert entry.source is Provenance.AGENT


def test_fable_title_is_the_heading_and_the_description_stays_in_the_text() -> None:
    (entry,) = fable({"a.md": "---\nname: a\ndescription: In cents\n---\n\n# Whole cents\n\nFloats.\n"}).entries
    assert (entry.title, entry.text) == ("Whole cents", "In cents\n\nFloats.")
    (entry,) = fable({"prefer-cents.md": f"---\ndescription: {'long ' * 50}\n---\nFloats.\n"}).entries
    assert entry.title == "Prefer cents"
    assert entry.text.startswith("long long")


def test_fable_record_of_the_text_is_read() -> None:
    text = (
        "# Decimals\n\nStatus: superseded\nSuperseded by: cents\nConfidence: low\nCreated: 2025-06-01\n\nTwo places.\n"
    )
    reading = fable({"decimals.md": text, "cents.md": "# Whole cents\n\nFloats.\n", "MEMORY.md": "- [x](cents.md)\n"})
    old, new = reading.entries
    assert (old.retired, old.successor, old.confidence) == ("superseded by cents", "cents", Confidence.LOW)
    assert (old.created, new.retired) == ("2025-06-01T00:00:00Z", None)


@pytest.mark.parametrize(
    "description",
    ["@scope/pay: whole cents", "Cents: `whole`", "`cents` only", "%cents: none", "a'b: c"],
)
def test_fable_value_that_wants_quotes_is_taken_as_it_stands(description: str) -> None:
    (entry,) = fable({"a.md": f"---\nname: a\ndescription: {description}\ntype: project\n---\nFloats.\n"}).entries
    assert (entry.title, entry.label) == (description, "fact")


@pytest.mark.parametrize("front", ["name: a\nname: b", "name: [a", "name: 'a", "name: &a b"])
def test_fable_front_matter_that_nobody_can_read_is_refused(front: str) -> None:
    reading = fable({"a.md": f"---\n{front}\n---\nFloats.\n", "b.md": "# B\n\nCents.\n"})
    assert ([one.file for one in reading.unread], [one.key for one in reading.entries]) == (["a.md"], ["b"])


def test_fable_index_that_lists_what_is_gone_is_told() -> None:
    reading = fable({"MEMORY.md": "- [a](a.md)\n- b.md — words\n- [c](c.md)\n", "c.md": "# C\n"})
    assert [entry.key for entry in reading.entries] == ["c"]
    assert reading.warnings == ("MEMORY.md lists a.md, which is not there", "MEMORY.md lists b.md, which is not there")


@pytest.mark.parametrize(
    ("name", "label", "is_warned"),
    [
        ("suggested_commands.md", "convention", False),
        ("task_completion_checklist.md", "convention", False),
        ("code_style_and_conventions.md", "convention", False),
        ("project_overview.md", "fact", True),
        ("tech-stack.md", "fact", True),
        ("codebase_structure.md", "fact", True),
        ("invoice_rounding.md", "fact", False),
    ],
)
def test_serena_name_tells_the_kind(name: str, label: str, is_warned: bool) -> None:
    entry = serena(name, "Text without a heading.\n")
    assert (entry.label, bool(entry.warnings)) == (label, is_warned)
    assert entry.text == "Text without a heading."
    assert entry.title[0].isupper()


def test_serena_topic_is_a_tag_and_a_rule_is_no_front_matter() -> None:
    entry = serena("billing/tax/rounding.md", "---\n\nHalf up.\n\n---\n\nMore.\n")
    assert (entry.key, entry.title, entry.tags) == ("billing/tax/rounding", "Rounding", ("billing", "tax"))
    assert entry.text == "---\n\nHalf up.\n\n---\n\nMore."


def test_serena_own_texts_are_passed_over() -> None:
    reading = read_serena([SourceFile("memory_maintenance.md", b"# M\n"), SourceFile("empty.md", b"# \n")])
    assert [one.file for one in reading.passed] == ["memory_maintenance.md"]
    assert [one.file for one in reading.unread] == ["empty.md"]


def test_legendary_types_of_0_1_become_labels() -> None:
    assert legendary("type: convention\n").label == "convention"
    assert legendary("type: reference\n").label == "reference"
    assert legendary("type: decision\n").label is None
    silent = legendary("type: episode\n")
    assert (silent.type, silent.label) == (MemoryType.DECISION, "lesson")
    told = legendary("type: episode\ntriggers:\n- 'disk I/O error (10)'\n")
    assert (told.type, told.label, told.triggers) == (MemoryType.EPISODE, None, ("disk I/O error (10)",))


def test_legendary_stamps_are_kept_as_they_are() -> None:
    (anchor,) = legendary("anchors:\n- file: src/a.py\n  lines: [4, 8]\n  content_hash: sha256:ab\n").anchors
    assert (anchor.spec, anchor.content_hash, anchor.blob) == ("src/a.py:4-8", "sha256:ab", None)


def test_legendary_what_was_superseded_names_its_successor() -> None:
    front = "status: deprecated\ndeprecated_reason: superseded by mem-3f91d274\nsuperseded_by: mem-3f91d274\n"
    entry = legendary(front)
    assert (entry.retired, entry.successor) == ("superseded by mem-3f91d274", "mem-3f91d274")
    assert legendary("status: deprecated\ndeprecated_reason: gone\n").retired == "gone"
    assert legendary("").retired is None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2025-06-01", "2025-06-01T00:00:00Z"),
        ("2026-01-02T09:30:00.123456Z", "2026-01-02T09:30:00Z"),
        ("2026-01-02T09:30:00+02:00", "2026-01-02T07:30:00Z"),
        ("2026-01-02 13:00:00", "2026-01-02T13:00:00Z"),
        ("2025/6/1", "2025-06-01T00:00:00Z"),
        ("June 1st, 2025", "2025-06-01T00:00:00Z"),
        ("1. Jun 2025", "2025-06-01T00:00:00Z"),
        ("2025-06-01 (last updated)", "2025-06-01T00:00:00Z"),
        *((text, None) for text in ("", "03/04/2025", "2025-13-01", "YYYY-MM-DD", "soon", "0001-01-01T00:00:00+14:00")),
    ],
)
def test_moment_of_a_date(text: str, moment: str | None) -> None:
    assert parse_moment(text) == moment


def test_order_puts_each_after_those_whose_place_it_took() -> None:
    def entry(key: str, successor: str | None) -> Entry:
        return Entry(key=key, file=key, title=key, text="", successor=successor, retired="x" if successor else None)

    chain = [entry("c", None), entry("a", "b"), entry("b", "c"), entry("d", "elsewhere")]
    assert [one.key for one in order_entries(chain)] == ["a", "b", "c", "d"]
    circle = order_entries([entry("a", "b"), entry("b", "a"), entry("c", "a")])
    assert {one.key: (one.successor, one.retired) for one in circle} == {
        "a": (None, None),
        "b": (None, None),
        "c": ("a", "x"),
    }
