"""Repositories within repositories: each answers for itself alone, and none is looked into from outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import Project, Shop
from tests.scenarios.reads import FRESH, MORE, check_reads, judged, stale_since

pytestmark = pytest.mark.usefixtures("back_end")
ALLOW = ("-c", "protocol.file.allow=always")


def take(outer: Shop, origin: Path, name: str) -> Shop:
    """Add a submodule with hooks of its own."""
    outer.git(*ALLOW, "submodule", "--quiet", "add", str(origin), name)
    found = Shop(outer.root / name, outer.commits, outer.cents, outer.locked)
    found.must("init")
    outer.commit(f"Take {name}")
    return found


def refuse(shop: Shop, anchor: str, said: str) -> None:
    answer = shop.memory("remember", "Of the inside", "--anchor", anchor)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"error: {said}"), answer.err


def test_submodule_of_a_submodule_answers_for_itself(shop: Shop, tmp_path: Path) -> None:
    middle = take(shop, shop.copy(tmp_path / "middle").root, "vendor")
    inner = take(middle, shop.copy(tmp_path / "inner").root, "vendor")
    said = inner.commit_told("Charge more", {"src/pay.py": MORE})
    assert said.startswith(f"legendary: stale [decision #{inner.cents}] src/pay.py::charge by {inner.head[:7]} ")
    assert said.count("legendary: ") == 1
    assert [middle.commit_told("Take it"), shop.commit_told("Take it")] == ["", ""]
    assert judged(inner)[inner.cents] == stale_since(inner.head)
    for outer in (shop, middle):
        assert check_reads(outer)[outer.cents] == FRESH
        refuse(outer, "vendor/src/pay.py::charge", "")
    assert [one.status for one in (shop, middle, inner)] == [[], [], []]


def test_submodule_with_a_git_folder_of_its_own_is_absorbed(shop: Shop, tmp_path: Path) -> None:
    inner = Shop(shop.copy(shop.root / "vendor").root, 30, shop.cents, shop.locked)
    shop.git(*ALLOW, "submodule", "--quiet", "add", str(inner.root), "vendor")
    shop.commit("Take it")
    assert (inner.root / ".git").is_dir()
    since = inner.change()
    assert check_reads(inner)[inner.cents] == stale_since(since)
    shop.git("submodule", "--quiet", "absorbgitdirs")
    assert (inner.root / ".git").is_file()
    assert check_reads(inner)[inner.cents] == stale_since(since)
    assert "fresh again" in inner.commit_told("Back", {"src/pay.py": shop.git("show", "HEAD:src/pay.py") + "\n"})
    assert check_reads(shop)[shop.cents] == FRESH


def test_submodule_that_is_not_checked_out(shop: Shop, tmp_path: Path) -> None:
    take(shop, shop.copy(tmp_path / "origin").root, "vendor")
    shop.git("clone", "-q", str(shop.root), str(tmp_path / "clone"))
    clone = Shop(tmp_path / "clone", shop.commits, shop.cents, shop.locked)
    clone.must("init")
    assert check_reads(clone)[clone.cents] == FRESH
    for anchor in ("vendor", "vendor/src/pay.py", "vendor/src/pay.py::charge"):
        refuse(clone, anchor, "")
    said = clone.commit_told("Charge more", {"src/pay.py": MORE})
    assert said.startswith(f"legendary: stale [decision #{clone.cents}]")
    assert clone.git(*ALLOW, "submodule", "update", "--init", "--quiet") == ""
    assert check_reads(clone)[clone.cents] == stale_since(clone.head)


def test_file_that_becomes_a_submodule_is_gone(shop: Shop, tmp_path: Path) -> None:
    origin = shop.copy(tmp_path / "origin").root
    kept = shop.remember("Of a folder", "README")
    shop.commit("Remember")
    shop.git("rm", "-q", "-r", "src", "README")
    shop.git(*ALLOW, "submodule", "--quiet", "add", str(origin), "src")
    shop.git(*ALLOW, "submodule", "--quiet", "add", str(origin), "README")
    said = shop.commit_told("Take them")
    assert said.count("orphaned") == 3
    found = check_reads(shop)
    assert [found[one].reason for one in (shop.cents, shop.locked, kept)] == ["file_gone"] * 3
    assert found[kept].since == shop.head


def test_repository_that_lies_in_another_is_nobodys(shop: Shop) -> None:
    """It is no submodule: git does not track it, and its files are not the outer one's."""
    nested = Shop(shop.copy(shop.root / "nested").root, 30, shop.cents, shop.locked)
    refuse(shop, "nested/src/pay.py::charge", "")
    since = nested.change()
    assert judged(nested, folder="src")[nested.cents] == stale_since(since)
    assert judged(shop)[shop.cents] == FRESH
    (shop.root / "src/pay.py").unlink()
    assert judged(shop)[shop.cents].verdict == "orphaned"
    (shop.root / "empty").mkdir()
    empty = Project.start(shop.root / "empty")
    assert empty.must("list").out.count("mem-") == 0
    assert empty.must("brief").out.count("mem-") == 0


def test_two_repositories_of_one_name_have_nothing_in_common(shop: Shop, tmp_path: Path) -> None:
    one, two = (Shop(shop.copy(tmp_path / at / "app").root, 30, shop.cents, shop.locked) for at in ("a", "b"))
    since = one.change()
    kept = two.remember("Of the other app", "README")
    assert judged(one) == {one.cents: stale_since(since), one.locked: FRESH}
    assert judged(two) == {two.cents: FRESH, two.locked: FRESH, kept: FRESH}
    for at in (tmp_path, tmp_path / "a"):
        answer = Project(at).memory("list")
        assert (answer.code, answer.out) == (128, "")
