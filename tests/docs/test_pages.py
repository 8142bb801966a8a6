"""What the documentation says is so: its session is one that was played, its links lead somewhere."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from legendary_git.parsing.catalogue import KnownLanguage, known_languages

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "fixtures/README.md"])

_LINK = re.compile(r"\]\((?!https?://)(?P<path>[^)#\s]+)")
_SESSION = re.compile(r"^```console\n(?P<session>.*?)^```$", re.DOTALL | re.MULTILINE)
_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"


def test_readme_shows_the_day_as_it_is_played() -> None:
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    played = (ROOT / "fixtures/repos/a-day-with-it/expected.txt").read_text(encoding="utf-8")
    found = _SESSION.search(text)
    assert found is not None
    if _REWRITE and found["session"] != played:
        readme.write_text(text[: found.start("session")] + played + text[found.end("session") :], encoding="utf-8")
    assert found["session"] == played


def test_anchors_page_lists_the_comments_that_count() -> None:
    page = ROOT / "docs/anchors.md"
    text = page.read_text(encoding="utf-8")
    rows = [
        f"| {one.title} | {'<br>'.join(f'`{escape(pattern)}`' for pattern in one.obeyed)} |"
        for one in known_languages()
        if one.obeyed
    ]
    table = "\n".join(["| language | patterns |", "|---|---|", *rows])
    before, _, rest = text.partition("<!-- obeyed -->\n")
    _, _, after = rest.partition("<!-- end -->")
    wanted = f"{before}<!-- obeyed -->\n{table}\n<!-- end -->{after}"
    if _REWRITE and text != wanted:
        page.write_text(wanted, encoding="utf-8")
    assert text == wanted


def escape(pattern: str) -> str:
    """A pattern as it can stand in a table."""
    return pattern.replace("\n", "\\n").replace("|", "\\|")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))  # a pattern may look like a link
    links = [found["path"] for found in _LINK.finditer(text)]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_has_no_marks_of_a_merge(page: Path) -> None:
    shown = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert re.findall(r"^(?:<{7}|={7}|>{7})(?: .*)?$", shown, re.MULTILINE) == []


def test_decisions_are_numbered_one_by_one() -> None:
    text = (ROOT / "docs/DECISIONS.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^## (\d+)\. ", text, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_readme_names_the_targets_that_the_makefile_has() -> None:
    named = set(re.findall(r"make ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"demo", "test"} <= named <= targets


@pytest.mark.parametrize("one", list(known_languages()), ids=lambda one: one.name)
def test_formatters_and_oracles_of_a_language_have_their_figures(one: KnownLanguage) -> None:
    told = (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8")
    assert [said for said in (*one.formatters, *filter(None, [one.oracle])) if said not in told] == []
