"""Two versions of some code on a terminal: beside each other, below each other, with and without colours."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from legendary_git.render.side_by_side import Page
from tests.cli.terminal import ESCAPE

BEFORE = "def f(a):\n    return a * 100"
AFTER = "def f(a):\n    return a * 1000"
HEADINGS = ("then", "now")


def test_versions_stand_beside_each_other_with_what_changed_marked() -> None:
    assert Page(60, coloured=False).compare(BEFORE, AFTER, HEADINGS) == [
        "then                         | now",
        "def f(a):                    | def f(a):",
        "    return a * [-100-]       |     return a * {+1000+}",
    ]


def test_colours_stand_for_the_marks() -> None:
    lines = Page(60, coloured=True).compare(BEFORE, AFTER, HEADINGS)
    assert lines[2] == "    return a * \x1b[1;31m100\x1b[0m           |     return a * \x1b[1;32m1000\x1b[0m"
    assert [ESCAPE.sub("", line).index("|") for line in lines] == [29, 29, 29]


def test_narrow_terminal_has_one_version_below_the_other() -> None:
    assert Page(40, coloured=False).compare(BEFORE, AFTER, HEADINGS) == [
        "then:",
        "def f(a):",
        "    return a * [-100-]",
        "now:",
        "def f(a):",
        "    return a * {+1000+}",
    ]


@pytest.mark.parametrize("width", [1, 20, 40, 59, 60, 61, 80, 200])
@pytest.mark.parametrize("coloured", [False, True])
def test_no_line_is_wider_than_the_terminal(width: int, coloured: bool) -> None:
    long = "    値段 = total(" + ", ".join(f"argument_{n}=値段{n}" for n in range(30)) + ")  # " + "x" * 300
    page = Page(width, coloured=coloured)
    lines = page.compare(long, long.replace("argument_7", "argument_8"), HEADINGS)
    lines += page.wrap(long + "\n\tand more", "bold", "  ")
    assert max(cell_len(ESCAPE.sub("", line)) for line in lines) <= max(width, 20)


def test_what_goes_on_is_indented_more_than_its_line() -> None:
    text = "    return " + " + ".join(f"amount_{n}" for n in range(9))
    lines = Page(60, coloured=False).compare(text, text + " + 1", ("", ""))
    left = [line.partition("|")[0].rstrip() for line in lines[1:]]
    assert left[0].startswith("    return amount_0")
    assert all(line.startswith("      amount_") for line in left[1:] if line)


def test_what_is_alike_and_far_from_changes_is_left_out() -> None:
    lines = [f"line {n}" for n in range(30)]
    after = [*lines[:15], "line x", *lines[16:]]
    shown = Page(60, coloured=False).compare("\n".join(lines), "\n".join(after), HEADINGS)
    assert (shown[1], shown[-1]) == ("... 12 lines alike", "... 11 lines alike")
    assert shown[5] == "line [-15-]                  | line {+x+}"
    assert len(shown) == 10


def test_what_is_too_much_to_read_is_cut() -> None:
    before, after = ("\n".join(f"{word} {n}" for n in range(250)) for word in ("one", "other"))
    shown = Page(60, coloured=False).compare(before, after, HEADINGS)
    assert (len(shown), shown[-1]) == (102, "... 150 lines more")


def test_text_cannot_speak_to_the_terminal() -> None:
    lines = Page(80, coloured=True).compare("a \x1b[2J [red]", "b \x9b0m [/red] \u202e\t\x07", ("\x07", "x"))
    lines += Page(80, coloured=True).wrap("\x1b[2J [bold]", "bold")
    plain = ESCAPE.sub("", "".join(lines))
    assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(plain)
    assert "[red]" in plain
