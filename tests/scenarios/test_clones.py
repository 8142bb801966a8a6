"""Clones that have not all of history: nothing is fetched, what is not known is said, and what comes later counts."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.project import PAY, STORE, Shop
from tests.scenarios.reads import FRESH, MORE, MOST, Judged, check_reads, judged, stale_since

pytestmark = pytest.mark.usefixtures("back_end")
UNKNOWN = Judged("unknown", "object_missing", uncommitted=False, since=None)


@dataclass
class Partial(Shop):
    """A clone whose remote tells when it is asked for anything."""

    marker: Path = Path()

    @property
    def was_fetched(self) -> bool:
        """Whether it was asked since `forget_fetches`."""
        return self.marker.exists()

    def forget_fetches(self) -> None:
        self.marker.unlink(missing_ok=True)


def clone(shop: Shop, target: Path, *options: str) -> Partial:
    """A clone over `file://`, with hooks, and with an upload-pack that leaves a mark."""
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.git("config", "uploadpack.allowAnySHA1InWant", "true")
    shop.git("clone", "-q", *options, f"file://{shop.root}", str(target))
    made = Partial(target, shop.commits + 20, shop.cents, shop.locked, target.with_name("asked"))
    spy = target.with_name("upload-pack")
    spy.write_text(f'#!/bin/sh\n: >{shlex.quote(str(made.marker))}\nexec git-upload-pack "$@"\n')
    spy.chmod(0o755)
    made.git("config", "remote.origin.uploadpack", str(spy))
    made.must("init")
    return made


# Shallow clones.


@pytest.mark.parametrize("options", [("--depth=1",), ("--depth=2",), ("--shallow-since=2026-01-01T00:04:30Z",)])
def test_shallow_clone_is_right_and_after_unshallow_like_any_other(
    shop: Shop, tmp_path: Path, options: tuple[str, ...]
) -> None:
    since = shop.change()
    shop.commit("Later", {"README": "later\n"})
    shop.commit("Latest", {"README": "latest\n"})
    shallow = clone(shop, tmp_path / "shallow", *options)
    assert check_reads(shallow) == {shop.cents: stale_since(None), shop.locked: FRESH}
    assert shallow.commit_told("Here", {"README": "here\n"}) == ""
    said = shallow.commit_told("Charge less", {"src/pay.py": PAY})
    assert said.startswith(f"legendary: fresh again [decision #{shop.cents}]")
    said = shallow.commit_told("Charge most", {"src/pay.py": MOST})
    assert said.startswith(f"legendary: stale [decision #{shop.cents}] src/pay.py::charge by {shallow.head[:7]} ")
    shallow.git("reset", "-q", "--hard", "HEAD~2")
    assert not shallow.was_fetched
    shallow.git("fetch", "-q", "--unshallow")
    assert check_reads(shallow) == {shop.cents: stale_since(since), shop.locked: FRESH}
    full = clone(shallow, tmp_path / "full")
    assert shallow.must("stale", "--json").json == full.must("stale", "--json").json


def test_answers_follow_the_depth_of_the_clone(shop: Shop, tmp_path: Path) -> None:
    """What is kept of one depth is no answer at another one, deeper or less deep."""
    since = shop.change()
    shop.commit("Later", {"README": "later\n"})
    shallow = clone(shop, tmp_path / "shallow", "--depth=1")
    for words, expected in (((), None), (("--unshallow",), since), (("--depth=1",), None), (("--deepen=1",), None)):
        if words:
            shallow.git("fetch", "-q", *words)
        for again in range(2):
            assert check_reads(shallow)[shop.cents] == stale_since(expected), (words, again)
    shallow.git("fetch", "-q", "--deepen=1")
    assert check_reads(shallow)[shop.cents] == stale_since(since)


def test_shallow_clone_of_a_symbol_that_is_gone_is_right_after_unshallow(shop: Shop, tmp_path: Path) -> None:
    shop.commit("Move", {"src/store.py": "X = 1\n", "src/shelf.py": STORE})
    shop.commit("Drop", {"src/pay.py": None})
    shop.commit("Later", {"README": "later\n"})
    expected = check_reads(shop)
    assert [expected[one].verdict for one in (shop.cents, shop.locked)] == ["orphaned", "fresh"]
    shallow = clone(shop, tmp_path / "shallow", "--depth=1")
    assert {one.verdict for one in judged(shallow).values()} == {"unknown"}
    assert shallow.memory("check").code == 0
    shallow.git("fetch", "-q", "--unshallow")
    assert check_reads(shallow) == expected


def test_shallow_clone_of_a_merge_as_ci_makes_it(shop: Shop, tmp_path: Path) -> None:
    shop.git("checkout", "-q", "-b", "side")
    shop.commit("Charge more", {"src/pay.py": MORE})
    shop.git("checkout", "-q", "main")
    shop.commit("Main goes on", {"README": "on\n"})
    shop.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    shallow = clone(shop, tmp_path / "shallow", "--depth=2")
    assert check_reads(shallow) == {shop.cents: stale_since(None), shop.locked: FRESH}
    assert shallow.memory("check", "--at", "HEAD^1", "--json").json["findings"] == []
    assert shallow.memory("check", "--fail-on", "stale").code == 1


# Partial clones.


@pytest.mark.parametrize("filter_", ["blob:none", "blob:limit=1", "tree:0"])
def test_partial_clone_fetches_nothing_and_knows_what_git_fetched(shop: Shop, tmp_path: Path, filter_: str) -> None:
    since = shop.change()
    shop.commit("Drop", {"src/store.py": "X = 1\n"})
    shop.commit("Later", {"README": "later\n"})
    expected = check_reads(shop)
    partial = clone(shop, tmp_path / "partial", f"--filter={filter_}")
    partial.forget_fetches()  # the checkout asked
    found = check_reads(partial)
    assert found[shop.cents].verdict == "stale"
    assert found[shop.locked] == UNKNOWN
    for words in (("rebuild",), ("diff", shop.cents), ("recall", "cents"), ("log",), ("reanchor", "--all")):
        assert partial.memory(*words).code in (0, 1), words
    assert partial.memory("check", "--at", "HEAD~2").code in (0, 1, 128)
    assert partial.commit_told("Nothing", {"README": "nothing\n"}) == ""
    partial.git("reset", "-q", "--hard", "HEAD~1")
    assert partial.told("commit", "-q", "--allow-empty", "-m", "Empty") == ""
    partial.git("reset", "-q", "--hard", "HEAD~1")
    assert not partial.was_fetched
    partial.git("rev-list", "--objects", "--all", "--missing=allow-any")
    partial.git("log", "-p", "--all")  # git itself fetches
    assert partial.was_fetched
    partial.forget_fetches()
    assert check_reads(partial) == expected
    assert expected[shop.cents] == stale_since(since)
    assert not partial.was_fetched


def test_hook_fetches_no_tree_that_a_partial_clone_does_not_have(shop: Shop, tmp_path: Path) -> None:
    partial = clone(shop, tmp_path / "partial", "--filter=tree:0")
    partial.commit("Here", {"README": "here\n"})
    shop.commit("Deep", {"src/pay.py": MORE, "deep/down/x.py": "x = 1\n"})
    partial.git("fetch", "-q", "--filter=tree:0", "--refetch")
    partial.git("update-ref", "HEAD", "origin/main")
    assert partial.was_fetched
    partial.forget_fetches()
    result = partial.run(".git/hooks/post-commit")
    assert result.stderr.startswith(b"legendary: ")
    assert b"is not in this clone" in result.stderr
    answer = partial.memory("check")
    assert (answer.code, answer.out) == (128, "")
    assert not partial.was_fetched


def test_memories_whose_content_is_absent_are_unknown(shop: Shop, tmp_path: Path) -> None:
    partial = clone(shop, tmp_path / "partial", "--filter=blob:none", "--sparse")
    partial.forget_fetches()  # the checkout asked
    names = sorted(str(shop.path_of(one).relative_to(shop.root)) for one in (shop.cents, shop.locked))
    answer = partial.memory("check")
    cure = "    -> git sparse-checkout add .legendary/memories   # get it into this clone"
    warned = [f"{name}:1: warning LG004 unknown-anchor: its content is not in this clone" for name in names]
    assert (answer.code, answer.lines[:4]) == (0, [warned[0], cure, warned[1], cure])
    assert ": 0 errors, 3 warnings, 2 could not be verified" in answer.err
    assert partial.memory("check", "--fail-on", "unknown").code == 1
    assert not [line for line in partial.must("list").lines if "mem-" in line]
    doctor = partial.memory("doctor").out
    assert "git sparse-checkout add .legendary/memories" in doctor
    assert "git memory init" not in doctor
    assert not partial.was_fetched
    partial.git("sparse-checkout", "add", ".legendary")
    assert {one.verdict for one in judged(partial).values()} == {"fresh"}


def test_partial_and_sparse_clone_judges_what_it_has(shop: Shop, tmp_path: Path) -> None:
    since = shop.change()
    partial = clone(shop, tmp_path / "partial", "--filter=blob:none", "--sparse")
    partial.git("sparse-checkout", "set", "--cone", ".legendary")
    partial.forget_fetches()  # the checkout asked
    assert not (partial.root / "src").exists()
    found = check_reads(partial)
    assert found[shop.cents] == UNKNOWN
    assert found[shop.locked] == FRESH  # the blob is the stamped one, and need not be read
    assert not partial.was_fetched
    partial.git("sparse-checkout", "add", "src")
    assert partial.was_fetched
    partial.forget_fetches()
    assert check_reads(partial)[shop.cents].verdict == "stale"
    assert not partial.was_fetched
    partial.git("log", "-p")
    assert check_reads(partial)[shop.cents] == stale_since(since)
