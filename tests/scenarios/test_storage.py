"""However git keeps its objects, references and index, and whatever of that is stale or damaged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE
from tests.project import PAY, STORE, Shop
from tests.scenarios.reads import FRESH, MORE, MOST, check_reads, judged, stale_since

pytestmark = pytest.mark.usefixtures("back_end")


def tell(shop: Shop) -> None:
    """A commit that makes a memory stale is told, and so is the one after it that heals it."""
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert said.startswith(f"legendary: stale [decision #{shop.cents}] src/pay.py::charge by {shop.head[:7]} ")
    assert check_reads(shop) == {shop.cents: stale_since(shop.head), shop.locked: FRESH}
    said = shop.commit_told("Charge less", {"src/pay.py": PAY})
    assert said.startswith(f"legendary: fresh again [decision #{shop.cents}] ")
    assert said.count("legendary: ") == 1


# The index.


def split_index(shop: Shop) -> None:
    shop.git("config", "core.splitIndex", "true")
    shop.git("config", "splitIndex.sharedIndexExpire", "now")
    shop.git("update-index", "--split-index")
    assert list((shop.root / ".git").glob("sharedindex.*"))


def index_version_4(shop: Shop) -> None:
    shop.git("update-index", "--index-version", "4")
    assert (shop.root / ".git/index").read_bytes()[:8] == b"DIRC\0\0\0\4"


def untracked_cache(shop: Shop) -> None:
    shop.git("config", "core.untrackedCache", "true")
    shop.git("update-index", "--force-untracked-cache")
    shop.git("status")


def valid_bits(shop: Shop) -> None:
    """A file system monitor that sees nothing: git takes every file for unchanged, and is asked of none."""
    monitor = shop.root / ".git/monitor"
    monitor.write_text("#!/bin/sh\nprintf 'token\\0'\n")
    monitor.chmod(0o755)
    shop.git("config", "core.fsmonitor", str(monitor))
    shop.git("update-index", "--fsmonitor")
    shop.git("update-index", "--fsmonitor-valid", "src/pay.py")


def sparse_index(shop: Shop) -> None:
    shop.commit("Other", {"other/x.py": "x = 1\n"})
    shop.git("sparse-checkout", "set", "--cone", "--sparse-index", "src", ".legendary")
    assert not (shop.root / "other").exists()


@pytest.mark.parametrize("shape", [split_index, index_version_4, untracked_cache, sparse_index])
def test_index_of_any_shape(shop: Shop, shape: Callable[[Shop], None]) -> None:
    shape(shop)
    tell(shop)
    shop.write({"src/pay.py": MORE})
    assert judged(shop)[shop.cents][:3] == ("stale", "changed", True)
    shop.git("checkout", "-q", "--", "src")
    assert shop.status == []


def test_index_whose_monitor_misses_changes(shop: Shop) -> None:
    valid_bits(shop)
    assert judged(shop)[shop.cents] == FRESH
    shop.write({"src/pay.py": MORE})
    assert shop.status == []
    assert judged(shop)[shop.cents][:3] == ("stale", "changed", True)


# Objects and references.


def packed(shop: Shop) -> None:
    shop.git("gc", "-q", "--prune=now")
    shop.git("pack-refs", "--all")
    assert not (shop.root / ".git/refs/heads/main").exists()


def two_packs_with_one_index(shop: Shop) -> None:
    shop.git("repack", "-q", "-d")
    shop.commit("More", {"README": "more\n"})
    shop.git("repack", "-q", "-d")
    shop.git("multi-pack-index", "write", "--bitmap")


def commit_graph(shop: Shop) -> None:
    shop.git("commit-graph", "write", "--reachable", "--changed-paths")
    shop.commit("Beyond the graph", {"README": "more\n"})


def commit_graph_of_another(shop: Shop) -> None:
    """A graph whose commits are gone: history was rewritten and pruned."""
    shop.commit("Gone", {"README": "gone\n"})
    shop.git("commit-graph", "write", "--reachable")
    shop.git("reset", "-q", "--hard", "HEAD~1")
    shop.git("reflog", "expire", "--expire=now", "--all")
    shop.git("-c", "gc.writeCommitGraph=false", "gc", "-q", "--prune=now")


@pytest.mark.parametrize("shape", [packed, two_packs_with_one_index, commit_graph, commit_graph_of_another])
def test_objects_kept_in_any_way(shop: Shop, shape: Callable[[Shop], None]) -> None:
    since = shop.change()
    shape(shop)
    assert check_reads(shop) == {shop.cents: stale_since(since), shop.locked: FRESH}
    assert "fresh again" in shop.commit_told("Charge less", {"src/pay.py": PAY})
    tell(shop)


def test_objects_packed_while_a_memory_is_stale_change_no_answer(shop: Shop) -> None:
    """`git gc` takes the blob that `remember` wrote and nobody committed; what is judged needs it no more."""
    shop.write({"src/pay.py": MORE})
    kept = shop.remember("Of what is never committed", "src/pay.py::charge")
    shop.commit("Charge most", {"src/pay.py": MOST})
    before = judged(shop)
    assert before[kept].verdict == "stale"
    shop.git("gc", "-q", "--prune=now")
    shop.must("rebuild")
    assert judged(shop) == before


@pytest.mark.parametrize("spoil", ["graph", "midx"])
def test_helpers_of_git_that_are_damaged(shop: Shop, spoil: str) -> None:
    """Git may refuse, warn, or go on without; nobody gives a wrong verdict."""
    since = shop.change()
    shop.git("repack", "-q", "-d")
    shop.git("commit-graph", "write", "--reachable")
    shop.git("multi-pack-index", "write")
    objects = shop.root / ".git/objects"
    path = objects / "info/commit-graph" if spoil == "graph" else objects / "pack/multi-pack-index"
    path.chmod(0o644)
    path.write_bytes(b"junk" * 20)
    answer = shop.memory("list", "--json")
    assert answer.code in (0, 128), answer
    if answer.code == 0:
        assert judged(shop) == {shop.cents: stale_since(since), shop.locked: FRESH}
    assert shop.memory("hook", "post-commit").code == 0


def test_loose_object_that_is_damaged_is_a_named_fault_of_its_memory_alone(shop: Shop) -> None:
    shop.commit("Drop", {"src/store.py": "X = 1\n"})
    since = shop.commit("Charge more", {"src/pay.py": MORE})
    oid = shop.git("rev-parse", "HEAD~2:src/store.py")
    path = shop.root / ".git/objects" / oid[:2] / oid[2:]
    path.chmod(0o644)
    path.write_bytes(b"junk")
    shop.must("rebuild")
    found = check_reads(shop)
    assert found[shop.cents] == stale_since(since)
    assert found[shop.locked][:2] == ("unknown", "object_missing")


# Objects of another repository.


def shared(shop: Shop, target: Path) -> None:
    shop.git("clone", "-q", "--shared", str(shop.root), str(target))


def referring(shop: Shop, target: Path) -> None:
    shop.git("clone", "-q", "--reference", str(shop.root), f"file://{shop.root}", str(target))


@pytest.mark.parametrize("borrow", [shared, referring])
def test_objects_that_are_borrowed(shop: Shop, tmp_path: Path, borrow: Callable[[Shop, Path], None]) -> None:
    since = shop.change()
    borrow(shop, tmp_path / "clone")
    clone = Shop(tmp_path / "clone", shop.commits, shop.cents, shop.locked)
    clone.must("init")
    assert check_reads(clone) == {shop.cents: stale_since(since), shop.locked: FRESH}
    assert "fresh again" in clone.commit_told("Charge less", {"src/pay.py": PAY})
    tell(clone)
    alternates = clone.root / ".git/objects/info/alternates"
    alternates.write_text("# nothing\n/nowhere/objects\n" + alternates.read_text())
    assert judged(clone)[shop.cents] == FRESH
    alternates.write_text("/nowhere/objects\n")
    answer = clone.memory("list")
    assert answer.code == 128
    assert answer.err.startswith("fatal: ")
    assert clone.memory("hook", "post-commit").code == 0


# What stands in for the truth: grafts, replacements, notes.


@pytest.mark.parametrize("parents", ["", "HEAD~2"])
def test_grafts_change_no_answer(shop: Shop, back_end: str, monkeypatch: pytest.MonkeyPatch, parents: str) -> None:
    """History is what a clone has too. libgit2 obeys grafts, so it is not what reads such a repository."""
    since = shop.change()
    shop.commit("Later", {"README": "later\n"})
    graft = " ".join(shop.git("rev-parse", rev) for rev in ("HEAD", parents) if rev)
    (shop.root / ".git/info/grafts").write_text(f"{graft}\n")
    if back_end == "libgit2":
        refused = shop.memory("list")
        assert (refused.code, refused.out) == (128, "")
        assert refused.err.startswith("fatal: libgit2 obeys .git/info/grafts")
        monkeypatch.delenv(VARIABLE)
    shop.must("rebuild")
    assert check_reads(shop) == {shop.cents: stale_since(since), shop.locked: FRESH}
    said = shop.commit_told("Charge less", {"src/pay.py": PAY})
    assert said.count("legendary: fresh again") == 1


@pytest.mark.parametrize("what", ["HEAD", "HEAD^{tree}", "HEAD:src/pay.py"])
def test_replacement_of_an_object_changes_no_verdict(shop: Shop, what: str) -> None:
    true = shop.git("rev-parse", what)
    since = shop.change()
    shop.git("replace", shop.git("rev-parse", what), true)
    shop.must("rebuild")
    found = shop.must("stale", "--at", "HEAD", "--json").json["memories"]
    assert [one["id"] for one in found] == [shop.cents]
    assert found[0]["anchors"][0]["since"]["commit"] == since
    assert shop.memory("check", "--fail-on", "stale").code == 1
    shop.git("replace", "-d", *shop.git("replace", "-l").split())
    assert check_reads(shop) == {shop.cents: stale_since(since), shop.locked: FRESH}


def test_notes_are_nothing_to_us_and_what_is_known_does_not_hang_on_them(shop: Shop, tmp_path: Path) -> None:
    """Amended, rebased, cloned, packed and pruned: since when is answered all the same."""
    shop.git("notes", "add", "-m", "Before")
    shop.change()
    shop.git("notes", "add", "-m", "legendary: fresh")
    shop.git("commit", "-q", "--amend", "-m", "Charge more, amended")
    assert check_reads(shop)[shop.cents] == stale_since(shop.head)
    shop.commit("Later", {"src/store.py": STORE + "\nX = 1\n"})
    shop.git("rebase", "-q", "--force-rebase", "HEAD~2")
    shop.git("reflog", "expire", "--expire=now", "--all")
    shop.git("gc", "-q", "--prune=now")
    expected = {shop.cents: stale_since(shop.git("rev-parse", "HEAD~1")), shop.locked: judged(shop)[shop.locked]}
    assert expected[shop.locked].verdict == "fresh"
    assert check_reads(shop) == expected
    shop.git("clone", "-q", f"file://{shop.root}", str(tmp_path / "clone"))
    assert check_reads(Shop(tmp_path / "clone", 0, shop.cents, shop.locked)) == expected
