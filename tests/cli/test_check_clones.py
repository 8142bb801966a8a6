"""`git memory check` in clones that were made without something: each finding says what gets it, and that helps."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_check_change import GONE
from tests.project import PAY, Shop

UNSHALLOW = "git fetch --unshallow   # this clone is shallow; in CI, check out the history too (fetch-depth: 0)"
REFETCH = "git fetch --refetch --no-filter   # this clone is partial; in CI, clone without a filter"
DOCTOR = "git memory doctor   # what is missing"


def _clone(shop: Shop, target: Path, *options: str) -> Shop:
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.git("clone", "-q", *options, f"file://{shop.root}", str(target))
    return Shop(target, shop.commits, shop.cents, shop.locked)


def _rules(clone: Shop) -> list[str]:
    return [one["rule"] for one in clone.memory("check", "--json").json["findings"]]


def _says_what_helps(clone: Shop, way: str, found: str) -> None:
    """Each finding names the command, and so does doctor; after it, `doctor` has nothing to say of the clone."""
    findings = clone.memory("check", "--json").json["findings"]
    assert [one["fixes"] for one in findings if one["rule"] in ("LG004", "LG012")] == [[way, DOCTOR]] * len(findings)
    command = way.partition("   #")[0]
    assert f"wrong: clone: {found}\n  cure: {command}\n" in clone.memory("doctor").out
    clone.git(*command.split()[1:])
    assert "cannot be judged" not in clone.memory("doctor").out


def test_unknown_anchors_in_a_partial_clone_name_what_helps(shop: Shop, tmp_path: Path) -> None:
    shop.commit("Drop", {"src/pay.py": GONE, "src/store.py": "class Store:\n    pass\n"})
    clone = _clone(shop, tmp_path / "clone", "--filter=blob:none")
    assert _rules(clone) == ["LG004", "LG004", "LG012"]
    told = "2 of 2 anchors cannot be judged: it is partial, and what they were stamped on is not here"
    _says_what_helps(clone, REFETCH, told)
    assert _rules(clone) == ["LG001", "LG001"]


def test_unknown_anchor_in_a_shallow_clone_names_what_helps(shop: Shop, tmp_path: Path) -> None:
    shop.remember("Change is never given back", "src/pay.py:11-15")
    shop.commit("Remember")
    shop.change("Give less", PAY.replace("back += 7", "back += 8"))
    clone = _clone(shop, tmp_path / "clone", "--depth=1")
    assert _rules(clone) == ["LG004"]
    told = "1 of 3 anchors cannot be judged: it is shallow, and what they were stamped on is not here"
    _says_what_helps(clone, UNSHALLOW, told)
    assert _rules(clone) == ["LG003"]


def test_clone_that_has_what_is_asked_for_is_well(shop: Shop, tmp_path: Path) -> None:
    clone = _clone(shop, tmp_path / "clone", "--depth=1")
    assert clone.memory("check").code == 0
    assert "ok: clone: it is not whole, and has all that is asked for" in clone.memory("doctor").lines


def test_ways_out_of_a_clone_are_explained(shop: Shop) -> None:
    said = shop.must("check", "--explain", "LG004").out
    assert "git fetch --unshallow" in said and "git fetch --refetch --no-filter" in said
