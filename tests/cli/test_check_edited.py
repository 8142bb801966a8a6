"""`git memory check --base REV`: what an edit does to a memory with which something was wrong before."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.cli.test_check_change import asked, edit, told
from tests.project import Shop
from tests.secrets.dice import ALNUM, BASE32, Dice
from tests.server import Server, documented, push

pytestmark = pytest.mark.unhooked

TOKEN, ANOTHER = ("ghp_" + Dice(seed).of(ALNUM, 36) for seed in ("one", "two"))
KEY = "AKIA" + Dice("key").of(BASE32, 16)


@pytest.fixture
def leaky(shop: Shop) -> Shop:
    """A shop in whose first memory there is a token, which is committed."""
    shop.commit("Leak", edit(shop, shop.cents, "Floats", f"{TOKEN} Floats"))
    return shop


def _edits(shop: Shop) -> Mapping[str, dict[str, str | bytes | None]]:
    return {
        "another token": edit(shop, shop.cents, TOKEN, f"{TOKEN} {ANOTHER}"),
        "another kind": edit(shop, shop.cents, TOKEN, f"{TOKEN} {KEY}"),
        "another token in its place": edit(shop, shop.cents, TOKEN, ANOTHER),
        "in the title": edit(shop, shop.cents, "title: Amounts", f"title: {ANOTHER} Amounts"),
        "in a tag": edit(shop, shop.cents, "status: active", f"status: active\ntags: [{ANOTHER}]"),
    }


@pytest.mark.parametrize(
    "how", ["another token", "another kind", "another token in its place", "in the title", "in a tag"]
)
def test_a_secret_that_a_change_adds_to_another_one_counts(leaky: Shop, how: str) -> None:
    base = leaky.head
    leaky.commit("Leak more", _edits(leaky)[how])
    found = asked(leaky, "--base", base)
    assert (found["code"], told(found["findings"])) == (1, [("LG006", leaky.cents)])
    assert asked(leaky, "--base", "HEAD")["code"] == 0
    assert not any(secret in str(found) for secret in (TOKEN, ANOTHER, KEY))


def test_a_secret_that_is_staged_beside_another_one_counts(leaky: Shop) -> None:
    leaky.write(_edits(leaky)["another token"])
    leaky.git("add", "-A")
    found = asked(leaky, "--staged")
    assert (found["code"], told(found["findings"])) == (1, [("LG006", leaky.cents)])


def test_a_server_refuses_a_secret_that_is_added_to_another_one(leaky: Shop) -> None:
    server = Server.beside(leaky)
    server.install(documented("pre-receive"))
    leaky.commit("Leak more", _edits(leaky)["another token"])
    pushed = push(leaky, "main")
    assert (pushed.taken, pushed.findings) == (False, ["error LG006"])
    assert not any(secret in pushed.err for secret in (TOKEN, ANOTHER))


def test_a_secret_in_a_name_counts_where_its_file_is_edited(shop: Shop) -> None:
    path = f".legendary/memories/note-{TOKEN}.md"
    base = shop.commit("Leak", {path: "Something.\n"})
    assert asked(shop, "--base", base)["code"] == 0
    shop.commit("Leak more", {path: "Something else.\n"})
    found = asked(shop, "--base", base)
    assert (found["code"], [one["rule"] for one in found["findings"]]) == (1, ["LG006"])


def test_what_is_wrong_in_another_way_in_a_broken_file_counts(shop: Shop) -> None:
    base = shop.commit("Break", edit(shop, shop.cents, "status: active", "status: bogus"))
    mended = edit(shop, shop.cents, "status: bogus", "status: active")
    shop.commit(
        "Break again", {path: str(text).replace("type: decision", "type: opinion") for path, text in mended.items()}
    )
    found = asked(shop, "--base", base)
    assert (found["code"], told(found["findings"])) == (1, [("LG002", shop.cents)])
    assert "unknown type `opinion`" in found["findings"][0]["message"]


def test_a_broken_file_that_nobody_edits_does_not_fail_the_change(shop: Shop) -> None:
    base = shop.commit("Break", edit(shop, shop.cents, "status: active", "status: bogus"))
    shop.commit("Something else", {"README": "More.\n"})
    assert asked(shop, "--base", base)["code"] == 0
