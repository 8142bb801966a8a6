"""docs/check.md names the rules, the policies and the formats that there are."""

from __future__ import annotations

import os
import re
from pathlib import Path

from legendary_git.render.checking.formats import FORMATS
from legendary_git.render.checking.rules_text import TEXTS
from legendary_git.usecases.checking.rules import DEFAULT_FAIL_ON, Level, Policy, Rule

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "check.md"
_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"


def test_check_page_lists_the_rules() -> None:
    rows = [
        f"| {rule.rule_id} | `{rule.rule_name}` | `{rule.policy}` | {_level(rule)} | {TEXTS[rule].short} |"
        for rule in Rule
    ]
    table = "\n".join(["| rule | name | policy | by default | what is wrong |", "|---|---|---|---|---|", *rows])
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition("<!-- rules -->\n")
    _, _, after = rest.partition("<!-- end -->")
    wanted = f"{before}<!-- rules -->\n{table}\n<!-- end -->{after}"
    if _REWRITE and text != wanted:
        PAGE.write_text(wanted, encoding="utf-8")
    assert text == wanted


def _level(rule: Rule) -> str:
    return "fails" if Policy().level_of(rule) is Level.ERROR else "warns"


def test_every_rule_has_a_text() -> None:
    assert set(TEXTS) == set(Rule)


def test_check_page_lists_the_formats_in_their_order() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Formats")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(FORMATS)


def test_check_page_shows_what_fails_by_default() -> None:
    listed = re.search(r"^fail_on = \[(.*)\]$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed is not None
    assert listed[1] == ", ".join(f'"{name}"' for name in DEFAULT_FAIL_ON)
