"""Where a change left its target: by history, and where a shallow clone does not show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.git.merge_base import Apart, find_merge_base
from legendary_git.git.remote_branch import find_remote_tips
from tests.git.bench import clone, find
from tests.history import History


def branch(history: History, name: str, start: str = "HEAD") -> None:
    history.git("checkout", "-q", "-b", name, start)


def merge(history: History, *revs: str) -> str:
    history.commits += 1
    history.git("merge", "-q", "--no-ff", "-m", "merge", *revs)
    return history.head


def grown(history: History) -> tuple[str, str, str]:
    """A branch `side` that left `main` at its second commit, and both went on: where they parted, and both tips."""
    history.commit("first", {"a": "1"})
    parted = history.commit("second", {"a": "2"})
    branch(history, "side")
    history.commit("mine", {"b": "1"})
    side = history.commit("mine too", {"b": "2"})
    history.git("checkout", "-q", "main")
    main = history.commit("theirs", {"a": "3"})
    return parted, side, main


def test_merge_base_is_where_the_branches_parted(history: History) -> None:
    parted, side, main = grown(history)
    repo = find(history)
    assert find_merge_base(repo, side, main) == find_merge_base(repo, main, side) == parted


def test_merge_base_of_what_descends_from_the_target_is_the_target(history: History) -> None:
    parted, side, main = grown(history)
    merged = merge(history, "side")
    repo = find(history)
    assert find_merge_base(repo, merged, main) == main
    assert find_merge_base(repo, side, parted) == parted
    assert find_merge_base(repo, main, main) == main


def test_merge_base_of_histories_with_nothing_in_common(history: History) -> None:
    first = history.commit("first", {"a": "1"})
    history.git("checkout", "-q", "--orphan", "other")
    other = history.commit("other", {"b": "1"})
    assert find_merge_base(find(history), other, first) is Apart.UNRELATED


@pytest.mark.parametrize("target", ["main", "side"])
def test_merge_base_of_branches_merged_into_each_other_is_the_target_s_own(history: History, target: str) -> None:
    _, side, main = grown(history)
    merge(history, side)
    on_main = history.commit("on", {"a": "4"})
    history.git("checkout", "-q", "side")
    merge(history, main)
    on_side = history.commit("on", {"b": "3"})
    assert len(history.git("merge-base", "--all", "main", "side").split()) == 2
    repo = find(history)
    tips = {"main": on_main, "side": on_side}
    change = "side" if target == "main" else "main"
    assert find_merge_base(repo, tips[change], tips[target]) == {"main": main, "side": side}[target]


def test_merge_base_is_not_guessed_in_a_shallow_clone(history: History, tmp_path: Path) -> None:
    _, side, main = grown(history)
    shallow = clone(history.root, tmp_path / "shallow", "--depth=1", "--no-single-branch")
    assert find_merge_base(find(shallow), side, main) is Apart.CUT_OFF


def test_merge_base_behind_which_nothing_can_hide_is_known_in_a_shallow_clone(history: History, tmp_path: Path) -> None:
    parted, side, main = grown(history)
    merged = merge(history, "side")
    deep = clone(history.root, tmp_path / "deep", "--depth=3", "--no-single-branch")
    assert find(deep).cut_off
    repo = find(deep)
    assert find_merge_base(repo, side, main) == parted
    assert find_merge_base(repo, merged, main) == main


def test_merge_base_before_a_better_one_that_is_cut_off_is_not_taken(history: History, tmp_path: Path) -> None:
    """What git answers in that clone is an ancestor of the right answer."""
    old = history.commit("old", {"a": "1"})
    better = history.commit("better", {"a": "2"})
    branch(history, "long")
    for number in range(4):
        history.commit(f"long {number}", {"l": str(number)})
    branch(history, "side", old)
    side = merge(history, "long")
    history.git("checkout", "-q", "main")
    for number in range(3):
        main = history.commit(f"main {number}", {"m": str(number)})
    whole = find(history)
    assert find_merge_base(whole, side, main) == better
    shallow = clone(history.root, tmp_path / "shallow", "--depth=2", "--no-single-branch")
    shallow.git("fetch", "-q", "--depth=6", "origin", "main")
    assert shallow.git("merge-base", side, main, check=False) == old
    assert find_merge_base(find(shallow), side, main) is Apart.CUT_OFF


def test_parents_are_named_that_a_shallow_clone_does_not_have(history: History, tmp_path: Path) -> None:
    _, side, main = grown(history)
    merged = merge(history, "side")
    repo = find(clone(history.root, tmp_path / "shallow", "--depth=1"))
    assert repo.named_parents(merged) == (main, side)
    edge = repo.commit(merged)
    assert edge is not None
    assert edge.parents == ()
    assert repo.named_parents(main) == ()  # is not here itself


@pytest.mark.parametrize("name", ["main", "feature/one", "a#b", "ünï", "-x", "HEAD", "100%", "a'b\"$(c)"])
def test_remote_branch_is_found_by_its_very_name(history: History, name: str) -> None:
    oid = history.commit("first", {"a": "1"})
    history.git("update-ref", f"refs/remotes/origin/{name}", oid)
    assert find_remote_tips(find(history), name) == (oid,)


@pytest.mark.parametrize(
    "name", ["main^{commit}", "main~0", "../heads/main", "mai*", "", "other", "heads/main", "m\nn"]
)
def test_remote_branch_is_not_taken_for_a_revision(history: History, name: str) -> None:
    oid = history.commit("first", {"a": "1"})
    history.git("update-ref", "refs/remotes/origin/main", oid)
    history.git("update-ref", "refs/remotes/fork/other", oid)  # a folder of refs, and no remote
    assert find_remote_tips(find(history), name) == ()


def test_remote_branch_of_origin_goes_before_others(history: History) -> None:
    first, second = history.commit("first"), history.commit("second")
    history.git("remote", "add", "fork", "/nowhere")
    history.git("remote", "add", "team/up", "/nowhere")
    history.git("update-ref", "refs/remotes/fork/main", first)
    repo = find(history)
    assert find_remote_tips(repo, "main") == (first,)
    history.git("update-ref", "refs/remotes/team/up/main", second)
    assert find_remote_tips(repo, "main") == (first, second)
    assert find_remote_tips(repo, "up/main") == ()
    history.git("update-ref", "refs/remotes/origin/main", second)
    assert find_remote_tips(repo, "main") == (second,)
