"""An anchor that a person wrote by hand, without a stamp: nobody verified it, and there is a way to do so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.project import Shop

pytestmark = pytest.mark.unhooked

ID = "mem-aaaaaaaa"
WHY = "it was never stamped, so that nobody knows what it was"


def by_hand(shop: Shop, anchor: str) -> None:
    front = f"id: {ID}\ntype: decision\ntitle: Charges are rounded down\nstatus: active\nanchors:\n  - {anchor}\n"
    shop.write({f".legendary/memories/{ID}.md": f"---\n{front}---\n"})
    shop.commit("Write it by hand")


def findings(shop: Shop) -> list[dict[str, Any]]:
    found = shop.memory("check", "--json").json["findings"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("anchor", "spec"),
    [
        ("{file: src/pay.py, symbol: charge}", "src/pay.py::charge"),
        ("{file: src/pay.py, lines: 4-6}", "src/pay.py:4-6"),
        ("{file: src/pay.py}", "src/pay.py"),
    ],
)
def test_an_anchor_without_a_stamp_is_unknown_until_somebody_says_that_it_holds(
    shop: Shop, anchor: str, spec: str
) -> None:
    by_hand(shop, anchor)
    (finding,) = findings(shop)
    assert (finding["rule"], shop.shown(ID)["anchors"][0]["reason"]) == ("LG004", "not_stamped")
    assert finding["message"] == f'{spec}: {WHY} (memory: "Charges are rounded down")'
    assert finding["fixes"] == [
        f"git memory reaffirm {ID} --evidence TEXT   # if it holds for the code as it is now",
        f"git memory reanchor {ID} --to PLACE   # if it is about another place",
    ]
    assert shop.shown(ID)["verdict"] == "unknown"
    answer = shop.must("reaffirm", ID, "--evidence", "Read it")
    assert answer.out.startswith(f"reaffirmed [decision #{ID}] {spec}")
    assert shop.shown(ID)["verdict"] == "fresh"
    shop.commit("Stamp it")
    assert findings(shop) == []
    shop.change()
    assert ID in {one["id"] for one in findings(shop) if one["rule"] == "LG003"}


def test_an_anchor_without_a_stamp_is_stamped_where_somebody_says_that_it_is(shop: Shop) -> None:
    by_hand(shop, "{file: src/pay.py, symbol: charge}")
    refused = shop.memory("reanchor", ID)
    assert (refused.code, refused.err.splitlines()) == (
        1,
        [
            "error: src/pay.py::charge was never stamped: nothing proves what it was",
            f"hint: if it holds for the code that is there: git memory reaffirm {ID} --evidence TEXT",
        ],
    )
    shop.must("reanchor", ID, "--to", "src/pay.py::refund")
    shop.commit("Stamp it")
    assert findings(shop) == []
    assert shop.shown(ID)["anchors"][0]["anchor"] == "src/pay.py::refund"


def test_an_anchor_without_a_stamp_whose_file_is_not_there_is_not_to_be_reaffirmed(shop: Shop) -> None:
    by_hand(shop, "{file: src/gone.py}")
    (finding,) = findings(shop)
    assert not any("reaffirm" in fix for fix in finding["fixes"])
    shop.must("reanchor", ID, "--to", "src/pay.py::refund")
    shop.commit("Say where it is")
    assert findings(shop) == []


@pytest.mark.parametrize(
    ("anchor", "said"),
    [
        ("{file: src/nope.py}", "src/nope.py: its file is not there, and it was never stamped"),
        ("{file: src/Pay.py, symbol: charge}", "src/Pay.py::charge: its file is not there, and it was never stamped"),
        ("{file: src}", "src: it is a folder, not a file"),
        ("{file: src/pay.py, symbol: nope}", "src/pay.py::nope: the symbol is not there, and it was never stamped"),
    ],
)
@pytest.mark.parametrize("words", [(), ("--base", "HEAD~2")])
def test_nobody_is_blamed_for_a_place_that_never_was(
    shop: Shop, anchor: str, said: str, words: tuple[str, ...]
) -> None:
    by_hand(shop, anchor)
    shop.commit("Something else", {"README": "More.\n"})
    (finding,) = shop.memory("check", "--json", *words).json["findings"]
    assert (finding["rule"], finding["message"]) == ("LG001", f'{said} (memory: "Charges are rounded down")')
    assert ((finding["cause"] or {}).get("since"), "PLACE" in finding["fixes"][0]) == (None, True)


@pytest.mark.parametrize("together", [True, False])
def test_whoever_takes_away_what_was_never_stamped_is_named(shop: Shop, together: bool) -> None:
    shop.commit("Add", {"src/old.py": "X = 1\n"})
    if together:
        shop.write({"src/old.py": None})
    by_hand(shop, "{file: src/old.py}")
    if not together:
        shop.commit("Drop", {"src/old.py": None})
    (finding,) = findings(shop)
    assert (finding["rule"], finding["cause"]["since"]["commit"]) == ("LG001", shop.head)
    assert f"src/old.py: its file is gone since {shop.head[:7]}" in finding["message"]
