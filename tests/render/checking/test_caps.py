"""No format is longer than its service takes, and what is left out is counted."""

from __future__ import annotations

import re

import pytest

from legendary_git.domain.values import replace
from legendary_git.domain.verdict import State
from legendary_git.render.checking.formats import FORMATS, load_renderer
from legendary_git.render.checking.markdown import MOST_IN_A_COMMENT, fit_markdown, render_markdown
from legendary_git.usecases.checking.finding import Finding
from legendary_git.usecases.checking.report import CheckReport, Ended, Ending, Summarised
from legendary_git.usecases.checking.rules import Level
from tests.render.checking.reports import finding, report


def size(lines: list[str]) -> int:
    return len("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))


def many(number: int, level: Level = Level.WARNING, *, text: str = "Ports are fixed", width: int = 80) -> list[Finding]:
    return [finding(n, text, level=level, lines=("ä" * width,) * 10) for n in range(number)]


@pytest.mark.parametrize(
    ("errors", "warnings", "shown", "left"),
    [(0, 0, 0, 0), (3, 2, 5, 0), (10, 10, 20, 0), (11, 10, 20, 1), (0, 25, 10, 15), (40, 60, 20, 80)],
)
def test_github_shows_ten_of_a_kind_and_counts_the_rest(errors: int, warnings: int, shown: int, left: int) -> None:
    all_of_it = Summarised(errors + warnings, errors + warnings)
    found = replace(report(*many(warnings), *many(errors, Level.ERROR)), summary=all_of_it)
    lines = load_renderer("github")(found)
    kinds = [line.split(" ")[0] for line in lines]
    assert kinds == ["::error"] * min(errors, 10) + ["::warning"] * min(warnings, 10) + ["::notice"]
    assert len(lines) - 1 == shown
    more = re.search(r"%0A(\d+) more findings? (?:is|are) in the job summary$", lines[-1])
    assert (int(more[1]) if more else 0) == left


def test_github_lists_the_rest_where_there_is_no_summary() -> None:
    found = [*many(15), *many(12, Level.ERROR)]
    lines = load_renderer("github")(report(*found))
    assert sum(line.startswith("::") for line in lines) == 21
    plain = [line for line in lines[20:-1] if " LG003 stale-anchor: " in line]
    assert [line.split(": ")[1].split()[0] for line in plain] == ["warning"] * 5 + ["error"] * 2
    assert lines[-1].endswith("%0A7 more findings are in the log of this step")


def test_github_says_what_the_summary_has_no_room_for() -> None:
    """Of 15 warnings the summary has 12, one of them whole: 2 more are there, 3 in the log."""
    found = replace(report(*many(15)), summary=Summarised(told=12, whole=1))
    lines = load_renderer("github")(found)
    assert sum(" LG003 stale-anchor: " in line and not line.startswith("::") for line in lines) == 3
    _, *said = lines[-1].split("%0A")
    assert said == [
        "2 more findings are in the job summary",
        "3 more findings are in the log of this step",
        "warning: the job summary has no room for 3 findings",
        "warning: the job summary has no room for the details of 11 findings",
    ]


@pytest.mark.parametrize("limit", [0, 1_000, 5_000, 20_000, 1024 * 1024])
def test_markdown_says_how_much_of_it_fits(limit: int) -> None:
    lines, fitted = fit_markdown(report(*many(20)), limit)
    assert fitted.told == sum(line.startswith("- ⚠️") for line in lines)
    assert fitted.whole == lines.count("  <details>")
    assert (fitted.told < 20) == any(line.startswith("And ") for line in lines)
    assert size(lines) <= limit or fitted == Summarised(0, 0)


def test_github_shows_what_matters_more_first() -> None:
    unknown = [finding(n, state=State.UNKNOWN) for n in range(20)]
    lines = load_renderer("github")(report(*unknown, finding(99)))
    assert "title=LG003" in lines[0]
    assert sum(line.startswith("::warning") for line in lines) == 10


@pytest.mark.parametrize("number", [0, 1, 30, 100, 3000])
@pytest.mark.parametrize("text", ["Ports are fixed", "<&>" * 400])
def test_markdown_fits_in_a_comment(number: int, text: str) -> None:
    lines = render_markdown(report(*many(number, text=text)))
    assert size(lines) <= MOST_IN_A_COMMENT
    shown = sum(line.startswith("- ⚠️") for line in lines)
    more = [re.match(r"And (\d+) more finding", line) for line in lines]
    assert shown + sum(int(found[1]) for found in more if found) == number
    assert lines[-1].startswith(f"checked {number} memor")


def test_markdown_leaves_out_details_before_findings() -> None:
    lines = render_markdown(report(*many(100)))
    assert sum(line.startswith("- ⚠️") for line in lines) == 100
    assert 0 < lines.count("  <details>") < 100
    assert not any(line.startswith("And ") for line in lines)
    assert lines.index("  <details>") < 10, "those in front keep theirs"


def test_markdown_of_a_job_may_be_longer() -> None:
    lines = render_markdown(report(*many(250)), 1024 * 1024)
    assert MOST_IN_A_COMMENT < size(lines) <= 1024 * 1024
    assert lines.count("  <details>") == 250


def test_markdown_with_no_room_left_still_has_its_headline() -> None:
    lines = render_markdown(report(*many(5)), 0)
    assert lines[0] == "### ⚠️ Memories: 5 stale"
    assert any(line.startswith("And 5 more findings") for line in lines)


def test_markdown_tells_good_news_within_its_bounds() -> None:
    ended = tuple(Ended(finding(n), Ending.HEALED) for n in range(2000))
    lines = render_markdown(CheckReport("1" * 40, (), 1, 1, 0, base="2" * 40, ended=ended))
    assert size(lines) <= MOST_IN_A_COMMENT
    told = sum(line.startswith("- healed: ") for line in lines)
    assert f"- and {2000 - told} more" in lines
    assert told > 50
    assert lines[0] == "### ✅ Memories after this change: nothing is wrong"


LONG = "x" * 200_000


@pytest.mark.parametrize("format_name", FORMATS)
def test_long_titles_and_lines_are_cut_in_every_format(format_name: str) -> None:
    found = report(
        finding(1, f"Ports & <{LONG}>", lines=(f"'\x1b\udce4]]>{LONG}",) * 24), finding(2, LONG, state=State.UNKNOWN)
    )
    lines = load_renderer(format_name)(found)
    assert size(lines) < 60_000
    assert "x" * 200 in "".join(lines)
    assert "x" * 1001 not in "".join(lines)
