"""A repository and its submodule, each with memories and hooks of its own: neither speaks of the other's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import PAY, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
MOST = PAY.replace("total = amount * 100", "total = amount * 9000")


@pytest.fixture
def inner(shop: Shop, tmp_path: Path) -> Shop:
    """The submodule in the shop, with the same two memories."""
    origin = shop.copy(tmp_path / "origin")
    shop.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(origin.root), "vendor")
    found = Shop(shop.root / "vendor", shop.commits, shop.cents, shop.locked)
    found.must("init")
    shop.commit("Take a submodule")
    return found


def told(said: str, word: str, shop: Shop) -> bool:
    return said.count("legendary: ") == 1 and f"legendary: {word} [decision #{shop.cents}] src/pay.py::charge" in said


def test_commit_in_either_is_told_of_by_itself(shop: Shop, inner: Shop) -> None:
    inner.write({"src/pay.py": MORE})
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert told(said, "stale", shop)
    assert shop.head[:7] in said
    assert inner.verdicts()[inner.cents] == "stale"  # of the work tree, for there it is not committed
    said = inner.commit_told("Charge more inside")
    assert told(said, "stale", inner)
    assert inner.head[:7] in said
    assert shop.commit_told("Take what is inside") == ""
    assert (shop.status, inner.status) == ([], [])


def test_submodule_update_is_told_of_inside(shop: Shop, inner: Shop) -> None:
    inner.commit("Charge more inside", {"src/pay.py": MORE})
    shop.commit("Take what is inside")
    assert shop.told("checkout", "-q", "HEAD~1") == ""
    assert told(shop.told("submodule", "--quiet", "update"), "fresh again", inner)
    assert shop.told("checkout", "-q", "main") == ""
    assert told(shop.told("submodule", "--quiet", "update"), "stale", inner)
    assert shop.verdicts() == {shop.cents: "fresh", shop.locked: "fresh"}


def test_submodule_is_never_looked_into_from_outside(shop: Shop, inner: Shop) -> None:
    inner.commit("Charge more inside", {"src/pay.py": MOST})
    said = shop.commit_told("Move into it", {"src/pay.py": "x = 1\n"})
    assert told(said, "orphaned", shop)
    refused = shop.memory("remember", "Of the inside", "--anchor", "vendor/src/pay.py::charge")
    assert (refused.code, refused.out) == (1, "")
