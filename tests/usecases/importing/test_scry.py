"""What scry prints: the two kinds of lines, what is escaped in them, what is in both."""

from __future__ import annotations

import pytest

from legendary_git.domain.memory import Provenance
from legendary_git.usecases.importing.entry import Entry, Reading, SourceFile
from legendary_git.usecases.importing.scry import read_scry


def read(text: str) -> Reading:
    return read_scry([SourceFile("export.txt", text.encode())])


def read_one(line: str) -> Entry:
    reading = read(line + "\n")
    assert reading.unread == ()
    return reading.entries[0]


@pytest.mark.parametrize(
    ("line", "label", "title"),
    [
        ("[lesson #12] (0.81) Keys stand first", "lesson", "Keys stand first"),
        ("[decision #12] (1.00) Keys (all of them) stand first", None, "Keys (all of them) stand first"),
        ("[fact #12] (stale) Keys stand first", "fact", "Keys stand first"),
        ("[convention #12] (0.50) (stale) Keys stand first", "convention", "Keys stand first"),
        ("[episode #12] (0.50) Keys stand first", "lesson", "Keys stand first"),
    ],
)
def test_scry_brief_line(line: str, label: str | None, title: str) -> None:
    entry = read_one(line)
    assert (entry.key, entry.label, entry.title, entry.text) == ("12", label, title, "")
    assert (entry.anchors, entry.triggers, entry.source) == ((), (), Provenance.AGENT)


def test_scry_stale_line_is_unescaped_and_its_anchors_have_no_stamp() -> None:
    entry = read_one(
        r"[fact #40] (stale)" + "\t" + r"src/a\,b.py,src/c\\d.py,docs/e.md" + "\t" + r"One\ntwo\tthree \\n four"
    )
    assert (entry.title, entry.text) == ("One", "two\tthree \\n four")
    assert [(anchor.file, anchor.blob, anchor.content_hash) for anchor in entry.anchors] == [
        ("src/a,b.py", None, None),
        ("docs/e.md", None, None),
    ]
    assert entry.warnings == (
        "scry had it as stale: look whether it still holds",
        "without its anchor src/c\\d.py: write `/` between folders, not `\\`",
    )


@pytest.mark.parametrize("path", ["/etc/passwd", "../outside.py", "C:/x.py", ".git/config"])
def test_scry_path_that_leaves_the_repository_is_no_anchor(path: str) -> None:
    entry = read_one(f"[fact #40] (stale)\t{path}\tKeys stand first")
    assert entry.anchors == ()
    assert entry.warnings[1].startswith(f"without its anchor {path}: ")


def test_scry_memory_in_both_lists_is_one_with_the_paths_of_the_longer_line() -> None:
    brief, stale = "[fact #40] (stale) Keys stand first", "[fact #40] (stale)\tsrc/a.py\tKeys\\nstand first"
    for text in (f"{brief}\n{stale}\n", f"{stale}\n{brief}\n"):
        (entry,) = read(text).entries
        assert (entry.title, entry.text, len(entry.anchors)) == ("Keys", "stand first", 1)


def test_scry_lines_that_are_none_are_told_and_stop_no_other() -> None:
    head = "may be wrong now (anchored code changed):\n"
    text = f"{head}\nhello\n[lesson #1] (0.2)\n[song #2] (0.2) la\n[fact #3] (0.2) Keys\n"
    reading = read(text)
    assert [entry.key for entry in reading.entries] == ["3"]
    assert [(one.line, one.what) for one in reading.unread] == [
        (3, "not a line that scry prints for a memory"),
        (4, "[lesson #1] says nothing"),
        (5, "not a line that scry prints for a memory"),
    ]


def test_scry_lines_with_one_id_and_two_contents_lose_neither_silently() -> None:
    lines = b"[fact #7] (0.50) Ledgers close at midnight\n[fact #7] (0.50) Ledgers close at noon\n"
    reading = read_scry([SourceFile("export.txt", lines)])
    assert [one.title for one in reading.entries] == ["Ledgers close at midnight"]
    said = "another line has the id 7 and says something else"
    assert [(one.line, one.what) for one in reading.unread] == [(2, said)]
