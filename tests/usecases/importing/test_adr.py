"""Decision records: their forms, their titles, dates and people, and which took the place of which."""

from __future__ import annotations

import pytest

from legendary_git.usecases.importing.adr import read_adr
from legendary_git.usecases.importing.entry import Entry, Reading, SourceFile


def read(files: dict[str, str]) -> Reading:
    return read_adr([SourceFile(name, text.encode()) for name, text in files.items()])


def read_one(text: str, name: str = "0004-whole-cents.md") -> Entry:
    reading = read({name: text})
    assert (reading.unread, reading.passed) == ((), ())
    return reading.entries[0]


def record(status: str, title: str = "Whole cents") -> str:
    return f"# {title}\n\n## Status\n\n{status}\n\n## Context\n\nFloats.\n\n## Decision\n\nIntegers.\n"


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("# 4. Whole cents", "Whole cents"),
        ("# ADR-0004: Whole cents", "Whole cents"),
        ("# ADR 4 - Whole cents", "Whole cents"),
        ("# adr-004 Whole cents", "Whole cents"),
        ("# [4] Whole `cents` and **more**", "[4] Whole cents and more"),
        ("# 4 eyes see more than 2", "4 eyes see more than 2"),
        ("Whole cents\n===========", "Whole cents"),
        ("<!-- written by hand -->\n# Whole cents #", "Whole cents"),
        ("", "Whole cents"),
    ],
)
def test_adr_title_is_the_heading_without_its_number(heading: str, title: str) -> None:
    assert read_one(f"{heading}\n\n## Status\n\nAccepted\n\n## Decision\n\nIntegers.\n").title == title


@pytest.mark.parametrize(
    "head",
    [
        "# Whole cents\n\nDate: 2025-06-01\nDeciders: Grace, Barbara\n\n## Status\n\nAccepted\n",
        "# Whole cents\n\n* Status: accepted\n* Deciders: Grace, Barbara\n* Date: 2025-06-01\n",
        "# Whole cents\n\n**Status:** Accepted\n**Date:** 2025-06-01\n**Authors:** Grace, Barbara\n",
        "# Whole cents\n\n> **Status**: Accepted  \n> **Date**: June 1, 2025  \n> **Authors**: Grace, Barbara\n",
        "---\nstatus: accepted\ndate: 2025-06-01\ndeciders: Grace, Barbara\n---\n\n# Whole cents\n",
        '---\nstatus: "accepted"\ndate: 2025-06-01\ndecision-makers:\n  - Grace\n  - Barbara\n---\n# Whole cents\n',
        (
            "\N{ZERO WIDTH NO-BREAK SPACE}---\r\nstatus: accepted\r\ndate: 2025-06-01\r\n"
            "author: Grace, Barbara\r\n---\r\n# Whole cents\r\n"
        ),
    ],
)
def test_adr_head_is_read_in_each_form(head: str) -> None:
    entry = read_one(f"{head}\n## Decision\n\nIntegers.\n")
    assert (entry.title, entry.text) == ("Whole cents", "## Decision\n\nIntegers.")
    assert (entry.created, entry.author, entry.retired) == ("2025-06-01T00:00:00Z", "Grace, Barbara", None)


def test_adr_status_that_says_more_than_a_word_stays_in_the_text() -> None:
    entry = read_one(record("Accepted, for all services but the old till, which keeps its decimals"))
    assert "which keeps its decimals" in entry.text


@pytest.mark.parametrize("status", ["Proposed", "Draft", "Pending", "In review", "proposed", "TBD (see the spike)"])
def test_adr_that_is_not_decided_is_refused_until_it_is(status: str) -> None:
    reading = read({"0004-whole-cents.md": record(status)})
    assert reading.entries == ()
    (one,) = reading.unread
    assert (one.file, one.what) == ("0004-whole-cents.md", f"`{status}`: it is not decided yet")


@pytest.mark.parametrize(
    "status", ["Accepted", "accepted", "Implemented", "Decided in May", "Yes", "", "[Accepted](https://x.org/pull/5)"]
)
def test_adr_holds_if_it_does_not_say_otherwise(status: str) -> None:
    assert read_one(record(status)).retired is None


@pytest.mark.parametrize("status", ["Deprecated", "Obsolete since the tills are gone", "Superseded", "Withdrawn"])
def test_adr_that_holds_no_longer_says_so(status: str) -> None:
    entry = read_one(record(status))
    assert (entry.retired, entry.successor) == (status, None)


def test_adr_rejection_is_a_decision_and_its_title_says_so() -> None:
    entry = read_one(record("Rejected"))
    assert (entry.title, entry.retired) == ("Rejected: Whole cents", None)


OLD, NEW = "0002-decimals.md", "0007-whole-cents.md"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Superseded by ADR-0007", "Accepted"),
        ("Superseded by ADR-7", "Accepted"),
        ("Superceded by [7. Whole cents](0007-whole-cents.md)", "Accepted"),
        ("Superseded by [ADR-0007](./0007-whole-cents.md#decision)", "Accepted"),
        ("Accepted\n\nSuperseded by [0007](0007-whole-cents.md)", "Accepted"),
        ("Deprecated, replaced by #7", "Accepted"),
        ("superseded by 0007-whole-cents", "Accepted"),
        ("Accepted", "Accepted\n\nSupersedes [2. Decimals](0002-decimals.md)"),
        ("Accepted", "Accepted; supersedes ADR-0002"),
        ("Superseded by ADR-0007", "Accepted\n\nSupercedes ADR-0002\n\nAmends [ADR-0001](0001-other.md)"),
    ],
)
def test_adr_chain_is_found_from_either_end(old: str, new: str) -> None:
    reading = read({OLD: record(old, "Decimals"), NEW: record(new), "0001-other.md": record("Accepted", "Other")})
    successors = {entry.key: entry.successor for entry in reading.entries}
    assert successors == {OLD: NEW, NEW: None, "0001-other.md": None}
    assert reading.warnings == ()


def test_adr_chain_of_front_matter_and_of_lines() -> None:
    front = "---\nstatus: superseded by [ADR-0007](0007-whole-cents.md)\n---\n# Decimals\n"
    line = "# Decimals\n\n- Status: Accepted\n- Superseded by: ADR-0007\n"
    for text in (front, line):
        assert read({OLD: text, NEW: record("Accepted")}).entries[0].successor == NEW


def test_adr_numbers_are_of_one_folder() -> None:
    files = {
        "a/0001-x.md": record("Superseded by ADR-0002", "A1"),
        "a/0002-x.md": record("Accepted", "A2"),
        "b/0001-x.md": record("Superseded by ADR-0002", "B1"),
        "b/0002-x.md": record("Accepted", "B2"),
    }
    found = {entry.key: entry.successor for entry in read(files).entries}
    assert found["a/0001-x.md"] == "a/0002-x.md"
    assert found["b/0001-x.md"] == "b/0002-x.md"


def test_adr_successor_that_is_not_there_or_not_decided() -> None:
    reading = read({OLD: record("Superseded by ADR-0099", "Decimals")})
    assert (reading.entries[0].successor, reading.entries[0].retired) == (None, "Superseded by ADR-0099")
    assert reading.warnings == (f"{OLD}: superseded by 99, which is not among what is imported",)
    proposed = read({OLD: record("Accepted", "Decimals"), NEW: record("Proposed\n\nSupersedes ADR-0002")})
    assert [(entry.key, entry.retired) for entry in proposed.entries] == [(OLD, None)]


def test_adr_of_templates_indexes_and_other_pages() -> None:
    reading = read({
        "README.md": "# Decisions\n",
        "index.md": "# Decisions\n",
        "adr-template.md": record("Accepted"),
        "0000-template.md": record("Accepted"),
        "0001-copied.md": "# Title\n\n* Status: [proposed | rejected | accepted]\n",
        "notes.md": "# Coffee\n\nBlack.\n",
        "0002-jinja-as-template-engine.md": record("Accepted"),
        "without-number.md": record("Accepted"),
    })  # fmt: skip
    assert [entry.key for entry in reading.entries] == ["0002-jinja-as-template-engine.md", "without-number.md"]
    assert {one.file for one in reading.passed} == {
        *("README.md", "index.md", "adr-template.md", "0000-template.md", "0001-copied.md", "notes.md")
    }


def test_adr_headings_in_code_are_no_headings() -> None:
    text = "```markdown\n# Not the title\n\n## Status\n\nProposed\n```\n\n## Decision\n\nIntegers.\n"
    entry = read_one(text)
    assert entry.title == "Whole cents"
    assert entry.text.startswith("```markdown")


@pytest.mark.parametrize(
    ("data", "line", "what"),
    [
        (b"# Whole\n\ncaf\xe9\n", 3, "byte 0xe9 is not UTF-8"),
        (b"# Whole\n\0\n", 2, "a NUL byte"),
        (b"\xff\xfe#\0", 1, "the file is UTF-16"),
        (b"\n \n", 1, "the file is empty"),
        (
            b"---\nstatus: accepted\nstatus: rejected\n---\n# Whole\n",
            3,
            "the key `status` stands twice (first on line 2)",
        ),
        (b"---\nstatus: [accepted\n---\n# Whole\n", 2, "a `[` or `{` is opened here and not closed"),
    ],
)
def test_adr_that_is_no_text_is_told_with_its_line_and_stops_no_other(data: bytes, line: int, what: str) -> None:
    reading = read_adr([SourceFile("0001-x.md", data), SourceFile("0002-y.md", record("Accepted").encode())])
    (one,) = reading.unread
    assert (one.file, one.line) == ("0001-x.md", line)
    assert one.what.startswith(what)
    assert one.todo
    assert [entry.key for entry in reading.entries] == ["0002-y.md"]


@pytest.mark.parametrize(
    "piece", ["# " + " " * 3000, "* Status" + " |" * 3000, "<!--", "`" * 3000, "- [" * 3000, "\n" * 3000]
)
def test_adr_of_a_hostile_size_is_read_in_no_time(piece: str) -> None:
    data = (piece * 100 + "\n")[:900_000].encode()
    reading = read_adr([SourceFile("0001-x.md", b"# X\n\n" + data)])
    assert len(reading.entries) + len(reading.passed) + len(reading.unread) == 1
