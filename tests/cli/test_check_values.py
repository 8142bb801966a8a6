"""`git memory check --base REV`: values of a memory that mean nothing, where a change wrote them."""

from __future__ import annotations

import pytest

from tests.cli.test_check_change import asked, edit, write_by_hand
from tests.project import Shop

pytestmark = pytest.mark.unhooked

ID = "mem-0000abcd"
BAD = [
    ("expires: soon", "LG002", "`expires: soon` is no date: write YYYY-MM-DD"),
    ("expires: 2026-13-45", "LG002", "`expires: 2026-13-45` is no date: write YYYY-MM-DD"),
    ("expires: 2026/11/30", "LG002", "`expires: 2026/11/30` is no date: write YYYY-MM-DD"),
    ("expires: 2026-11", "LG002", "`expires: 2026-11` is no date: write YYYY-MM-DD"),
    ("expires: 0001-01-01T00:00:00+14:00", "LG002", "`expires: 0001-01-01T00:00:00+14:00` is no date: write "),
    ("created: yesterday", "LG002", "`created: yesterday` is no date: write YYYY-MM-DD"),
    ("updated: '1'", "LG002", "`updated: 1` is no date: write YYYY-MM-DD"),
    ("salience: {importance: 99}", "LG002", "`importance: 99` is no number from 0 to 10"),
    ("salience: {cost: -1}", "LG002", "`cost: -1` is no number from 0 to 10"),
    ("salience: {pain: nan}", "LG002", "`pain: nan` is no number from 0 to 10"),
    ("salience: {pain: [3]}", "LG002", "`pain: a list` is no number from 0 to 10"),
    ("salience: {surprise: 1.5}", "LG002", "`surprise: 1.5` is no number from 0 to 1"),
    ("scope: nowhere", "LG002", "the scope `nowhere` is none: write repo, or path:GLOB"),
    ("scope: 'path:../x'", "LG002", "the scope `path:../x` has steps that lead out of it or stay where they are"),
    ("superseded_by: nope", "LG002", "`nope` below `superseded_by` is no id of a memory"),
    ("conflicts_with: [mem-1]", "LG002", "`mem-1` below `conflicts_with` is no id of a memory"),
    ("superseded_by: mem-99999999", "LG011", "it is superseded by mem-99999999, and there is no such memory"),
    ("conflicts_with: [mem-99999999]", "LG005", "it contradicts mem-99999999, and there is no such memory"),
]


@pytest.mark.parametrize(("line", "rule", "why"), BAD)
def test_value_that_means_nothing_in_a_new_memory_is_found(shop: Shop, line: str, rule: str, why: str) -> None:
    base = shop.head
    path = write_by_hand(shop, ID, "Printers are slow", f"{line}\n")
    shop.commit("Remember")
    found = asked(shop, "--base", base)
    (finding,) = found["findings"]
    assert (finding["rule"], finding["id"], finding["path"], finding["line"]) == (rule, ID, path, 6)
    assert finding["message"].startswith(why)
    assert len(finding["fixes"]) == 1
    assert found["code"] == (0 if rule == "LG011" else 1)


@pytest.mark.parametrize(("line", "rule", "why"), BAD)
def test_value_that_was_there_before_is_not_told_of_an_edit(shop: Shop, line: str, rule: str, why: str) -> None:
    write_by_hand(shop, ID, "Printers are slow", f"{line}\n")
    base = shop.commit("Remember")
    shop.commit("Edit", edit(shop, ID, "are slow", "are very slow"))
    assert asked(shop, "--base", base)["findings"] == [], (rule, why)
    assert asked(shop)["findings"] == []


def test_value_that_an_edit_made_is_found(shop: Shop) -> None:
    base = shop.head
    shop.commit("Edit", edit(shop, shop.cents, "status: active", "status: active\nexpires: soon"))
    assert [one["rule"] for one in asked(shop, "--base", base)["findings"]] == ["LG002"]


@pytest.mark.parametrize(
    "line",
    [
        "expires: 2027-01-01",
        "expires: 2027-01-01T10:00:00+02:00",
        "expires: never",
        "expires: ''",
        "created: 2026-01-01 10:00",
        "salience: {importance: 10, cost: 0, pain: 2.5, surprise: 0.33, other: many}",
        "salience: {importance: }",
        "scope: repo",
        "scope: 'path:src/**'",
        "scope: global",
        "scope: 'path:~/work'",
        "superseded_by: ''",
        "conflicts_with: []",
    ],
)
def test_value_that_means_something_is_none_of_them(shop: Shop, line: str) -> None:
    base = shop.head
    write_by_hand(shop, ID, "Printers are slow", f"{line}\n")
    shop.commit("Remember")
    assert asked(shop, "--base", base)["findings"] == []


def test_what_commands_write_is_none_of_them(shop: Shop) -> None:
    base = shop.head
    options = ("--expires", "2026-06-01", "--importance", "9", "--cost", "3", "--scope", "path:src/**")
    new = shop.remember("Amounts are whole euros", "src/pay.py::charge", options=(*options, "--supersedes", shop.cents))
    shop.must("deprecate", shop.locked, "--reason", "We have another store")
    shop.commit("Remember")
    assert asked(shop, "--base", base)["findings"] == [], new
