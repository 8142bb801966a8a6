"""An answer is about the code that is there now: on disk, in HEAD, outside a sparse cone, whoever put it there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pygit2
import pytest

from tests.history import START
from tests.project import PAY, STORE, Project, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
GONE = PAY[PAY.index("def refund") :]


def anchor_of(shop: Shop) -> dict[str, Any]:
    """The one anchor of `cents` as it is judged now."""
    (anchor,) = shop.shown(shop.cents)["anchors"]
    return dict(anchor)


def told(shop: Shop) -> tuple[str, bool, str | None]:
    """Verdict, whether it is about uncommitted code, and the commit since when it is not fresh."""
    anchor = anchor_of(shop)
    since = anchor["since"]
    return anchor["verdict"], anchor["uncommitted"], since and since["commit"]


def without_hooks(shop: Shop, message: str = "No hooks") -> str:
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", message)
    return shop.head


# The working tree.


def test_dirty_file_is_judged_by_its_bytes_on_disk(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    assert told(shop) == ("stale", True, None)
    shop.git("add", "-A")
    assert told(shop) == ("stale", True, None)
    shop.write({"src/pay.py": PAY})
    assert told(shop) == ("fresh", False, None)
    shop.write({"src/pay.py": "# Money.\n" + PAY})
    assert told(shop) == ("fresh", True, None)


def test_dirty_file_is_judged_by_disk_even_if_head_is_stale(shop: Shop) -> None:
    commit = shop.change()
    assert told(shop) == ("stale", False, commit)
    shop.write({"src/pay.py": PAY})
    assert told(shop) == ("fresh", True, None)
    shop.write({"src/pay.py": MORE + "\n"})
    assert told(shop) == ("stale", True, None)
    shop.git("checkout", "-q", "--", "src/pay.py")
    assert told(shop) == ("stale", False, commit)


def test_uncommitted_is_said_of_the_files_own_change_and_of_no_others(shop: Shop) -> None:
    commit = shop.change()
    shop.write({"src/store.py": STORE + "\n\nx = 1\n", "README": "dirty\n"})
    assert told(shop) == ("stale", False, commit)
    (locked,) = shop.shown(shop.locked)["anchors"]
    assert (locked["verdict"], locked["uncommitted"]) == ("fresh", True)


def test_file_deleted_on_disk_is_orphaned_until_it_is_back(shop: Shop) -> None:
    (shop.root / "src/pay.py").unlink()
    assert told(shop) == ("orphaned", True, None)
    assert anchor_of(shop)["reason"] == "file_gone"
    shop.git("rm", "-q", "--cached", "src/pay.py")
    assert told(shop) == ("orphaned", True, None)
    shop.write({"src/pay.py": PAY})
    assert told(shop)[0] == "fresh"


def test_file_that_became_something_else_is_gone(shop: Shop, tmp_path: Path) -> None:
    path = shop.root / "src/pay.py"
    (tmp_path / "elsewhere.py").write_text(PAY)
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere.py")
    assert told(shop)[:2] == ("orphaned", True)
    path.unlink()
    path.mkdir()
    assert told(shop)[:2] == ("orphaned", True)


def test_code_moved_on_disk_is_followed_there(shop: Shop) -> None:
    shop.write({"src/pay.py": GONE, "src/money.py": PAY})
    anchor = anchor_of(shop)
    assert (anchor["verdict"], anchor["followed_to"], anchor["uncommitted"]) == ("fresh", "src/money.py::charge", True)
    (shop.root / "src/money.py").unlink()
    assert told(shop) == ("orphaned", True, None)


def test_line_ends_of_the_checkout_do_not_matter(shop: Shop) -> None:
    shop.git("config", "core.autocrlf", "true")
    shop.write({"src/pay.py": PAY.replace("\n", "\r\n")})
    assert told(shop) == ("fresh", False, None)
    shop.write({"src/pay.py": MORE.replace("\n", "\r\n")})
    assert told(shop) == ("stale", True, None)


def test_same_size_and_times_hide_no_change(shop: Shop) -> None:
    path = shop.root / "src/pay.py"
    assert told(shop)[0] == "fresh"
    before = path.stat()
    shop.write({"src/pay.py": PAY.replace("amount * 100", "amount * 900", 1)})
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert told(shop) == ("stale", True, None)


def test_file_that_git_was_told_to_take_for_unchanged_is_judged_all_the_same(shop: Shop) -> None:
    shop.git("update-index", "--assume-unchanged", "src/pay.py")
    shop.write({"src/pay.py": MORE})
    assert told(shop) == ("stale", True, None)


def test_memory_file_is_read_as_it_is_on_disk(shop: Shop) -> None:
    shop.path_of(shop.cents).unlink()
    assert list(shop.verdicts()) == [shop.locked]
    shop.git("checkout", "-q", "--", ".legendary")
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("title: Amounts", "title: Sums").replace("    symbol: charge\n", ""))
    assert shop.shown(shop.cents)["title"] == "Sums are whole cents"
    assert anchor_of(shop)["anchor"] == "src/pay.py:4-8"


# Outside a sparse checkout.


@pytest.mark.parametrize("options", [("--cone",), ("--cone", "--sparse-index"), ("--no-cone",)])
def test_code_outside_a_sparse_checkout_is_heads(shop: Shop, options: tuple[str, ...]) -> None:
    shop.commit("Other", {"other/x.py": "x = 1\n"})
    shop.git("sparse-checkout", "set", *options, "other", ".legendary")
    assert not (shop.root / "src").exists()
    assert told(shop) == ("fresh", False, None)
    shop.git("sparse-checkout", "disable")
    commit = shop.change()
    shop.git("sparse-checkout", "set", *options, "other", ".legendary")
    assert told(shop) == ("stale", False, commit)
    assert shop.memory("check").code == 0
    assert shop.status == []


def test_memories_outside_a_sparse_checkout_are_heads(shop: Shop) -> None:
    commit = shop.change()
    shop.git("sparse-checkout", "set", "--cone", "src")
    assert not (shop.root / ".legendary").exists()
    assert shop.verdicts() == {shop.cents: "stale", shop.locked: "fresh"}
    assert told(shop) == ("stale", False, commit)
    assert shop.cents in shop.must("recall", "cents").out
    assert shop.cents in shop.must("brief").out


def test_split_index_changes_nothing(shop: Shop) -> None:
    shop.git("update-index", "--split-index")
    commit = shop.change()
    assert told(shop) == ("stale", False, commit)
    shop.write({"src/pay.py": PAY})
    assert told(shop) == ("fresh", True, None)


# Changes that no hook of ours saw.


def test_commit_with_hooks_off_is_caught_up_by_the_next_read(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    commit = without_hooks(shop)
    assert told(shop) == ("stale", False, commit)
    assert shop.must("log", shop.cents).out.endswith(f'fresh -> stale by {commit[:7]} Ada "No hooks"\n')


@pytest.mark.parametrize(
    "command",
    ["list", "stale", "brief", "log", "recall nothing", "why src/pay.py", "show mem-", "doctor", "check", "rebuild"],
)
def test_no_read_keeps_a_flip_from_being_told(shop: Shop, command: str) -> None:
    """What goes and comes back between two hooks was never told of, whoever read in between."""
    shop.path_of(shop.locked).unlink()
    for text in (MORE, PAY, MORE):
        shop.write({"src/pay.py": text})
        commit = without_hooks(shop)
        shop.memory(*command.split())
    log = f'fresh -> stale by {commit[:7]} Ada "No hooks"'
    assert [line.partition(": ")[2] for line in shop.must("log").lines] == [log]
    assert shop.commit_told("Elsewhere", {"README": "more\n"}).startswith(
        f"legendary: stale [decision #{shop.cents}] src/pay.py::charge by {commit[:7]} "
    )
    assert shop.commit_told("Again elsewhere", {"README": "most\n"}) == ""
    assert [line.partition(": ")[2] for line in shop.must("log").lines] == [log]


def test_patch_applied_by_am_is_seen(shop: Shop, tmp_path: Path) -> None:
    shop.change("By mail")
    patch = shop.git("format-patch", "-1", "--stdout") + "\n"
    shop.git("reset", "-q", "--hard", "HEAD~1")
    assert told(shop) == ("fresh", False, None)
    shop.run("git", "am", "-q", stdin=patch.encode())
    assert told(shop) == ("stale", False, shop.head)


def test_reset_forth_and_back_is_seen(shop: Shop) -> None:
    commit = shop.change()
    shop.git("reset", "-q", "--hard", "HEAD~1")
    assert told(shop) == ("fresh", False, None)
    shop.git("reset", "-q", "--hard", commit)
    assert told(shop) == ("stale", False, commit)
    shop.git("update-ref", "HEAD", f"{commit}~1")
    assert told(shop) == ("stale", True, None)


def test_commit_made_by_a_library_is_seen(shop: Shop) -> None:
    repo = pygit2.Repository(str(shop.root))
    index = repo.index
    shop.write({"src/pay.py": MORE})
    index.add("src/pay.py")
    index.write()
    who = pygit2.Signature("Lib", "lib@example.org", START + 9_000)
    commit = str(repo.create_commit("HEAD", who, who, "By a library", index.write_tree(), [repo.head.target]))
    assert told(shop) == ("stale", False, commit)
    assert anchor_of(shop)["since"]["author"] == "Lib"


def test_stash_takes_away_and_brings_back(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    shop.git("stash", "-q")
    assert told(shop) == ("fresh", False, None)
    shop.git("stash", "pop", "-q")
    assert told(shop) == ("stale", True, None)


def test_branch_switch_with_hooks_off_is_seen(shop: Shop) -> None:
    shop.git("branch", "old")
    commit = shop.change()
    for branch, expected in (("old", ("fresh", False, None)), ("main", ("stale", False, commit))):
        shop.git("-c", "core.hooksPath=/dev/null", "switch", "-q", branch)
        assert told(shop) == expected


@pytest.mark.parametrize("options", [(), ("--depth", "1")])
def test_clone_without_hooks_or_index_gives_the_same_verdicts(
    shop: Shop, tmp_path: Path, options: tuple[str, ...]
) -> None:
    shop.change()
    shop.commit("Later", {"README": "later\n"})
    shop.git("clone", "-q", *options, f"file://{shop.root}", str(tmp_path / "clone"))
    clone = Project(tmp_path / "clone")
    assert clone.verdicts() == shop.verdicts() == {shop.cents: "stale", shop.locked: "fresh"}
    since = clone.shown(shop.cents)["anchors"][0]["since"]
    assert since == (None if options else shop.shown(shop.cents)["anchors"][0]["since"])


def test_memory_that_is_not_committed_yet_blames_no_commit_before_it(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    memory_id = shop.remember("For the new rate", "src/pay.py::charge")
    shop.git("checkout", "-q", "--", "src/pay.py")
    (anchor,) = shop.shown(memory_id)["anchors"]
    assert (anchor["verdict"], anchor["uncommitted"], anchor["since"]) == ("stale", False, None)
    assert shop.must("log").out == ""
    shop.git("commit", "-q", "--allow-empty", "-m", "Unrelated")
    assert shop.shown(memory_id)["anchors"][0]["since"] is None
    assert told(shop) == ("fresh", False, None)
