"""Linked work trees, bare repositories beside them, git dirs and work trees that are elsewhere or behind links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.project import PAY, Project, Shop
from tests.scenarios.reads import FRESH, MORE, MOST, check_reads, judged, stale_since

pytestmark = pytest.mark.usefixtures("back_end")


def add(shop: Shop, path: Path, *options: str) -> Shop:
    """A linked work tree of the shop, on a new branch unless the options say which."""
    shop.git("worktree", "add", "-q", *(options or ("-b", path.name)), str(path))
    return Shop(path, shop.commits + 50, shop.cents, shop.locked)


def check_told(said: str, word: str, shop: Shop) -> None:
    assert said.count("legendary: ") == 1
    assert f"legendary: {word} [decision #{shop.cents}] src/pay.py::charge by {shop.head[:7]}" in said


def test_worktrees_on_two_branches_have_each_its_own_memories(shop: Shop, tmp_path: Path) -> None:
    side = add(shop, tmp_path / "side")
    mine = side.remember("Only of the side", "README")
    side.commit("Remember on the side")
    side.path_of(side.locked).unlink()
    side.commit("Forget on the side")
    ours = shop.remember("Only of main", "README")
    shop.commit("Remember on main")
    for _ in range(2):
        assert shop.verdicts().keys() == {shop.cents, shop.locked, ours}
        assert side.verdicts().keys() == {shop.cents, mine}
    for words in (("brief",), ("recall", "side"), ("why", "README"), ("list",)):
        assert mine not in shop.must(*words).out
    for words in (("brief",), ("recall", "main"), ("why", "README"), ("list",)):
        assert ours not in side.must(*words).out
    assert shop.memory("show", mine).code == 1
    check_told(side.commit_told("Charge more", {"src/pay.py": MORE}), "stale", side)
    assert judged(shop)[shop.cents] == FRESH
    assert judged(side)[shop.cents] == stale_since(side.head)
    assert shop.index_path.exists()
    assert side.index_path.exists()
    assert (shop.status, side.status) == ([], [])


def test_worktree_that_is_moved_goes_on_and_one_that_is_removed_leaves_nothing(shop: Shop, tmp_path: Path) -> None:
    side = add(shop, tmp_path / "side")
    since = side.change()
    assert judged(side)[side.cents] == stale_since(since)
    shop.git("worktree", "move", str(side.root), str(tmp_path / "moved"))
    moved = Shop(tmp_path / "moved", 70, shop.cents, shop.locked)
    assert check_reads(moved)[shop.cents] == stale_since(since)
    moved.root.rename(tmp_path / "by hand")
    moved = Shop(tmp_path / "by hand", 70, shop.cents, shop.locked)
    moved.git("worktree", "repair")
    assert check_reads(moved)[shop.cents] == stale_since(since)
    shop.git("worktree", "lock", str(moved.root))
    assert moved.commit_told("Nothing", {"README": "x\n"}) == ""
    shop.git("worktree", "unlock", str(moved.root))
    shop.git("worktree", "remove", str(moved.root))
    assert not moved.root.exists()
    assert not list((shop.root / ".git").glob("worktrees/*"))
    assert check_reads(shop)[shop.cents] == FRESH


def test_worktree_that_is_gone_from_disk_disturbs_nobody(shop: Shop, tmp_path: Path) -> None:
    side = add(shop, tmp_path / "side")
    side.root.rename(tmp_path / "away")
    assert check_reads(shop)[shop.cents] == FRESH
    shop.git("worktree", "prune")
    refused = Project(tmp_path / "away").memory("list")
    assert (refused.code, refused.out) == (128, "")
    assert refused.err.startswith("fatal: not a git repository")
    check_told(shop.commit_told("Charge more", {"src/pay.py": MORE}), "stale", shop)


def test_worktree_inside_the_main_one_is_another_place(shop: Shop) -> None:
    side = add(shop, shop.root / "trees/side")
    (shop.root / ".git/info/exclude").open("a").write("/trees/\n")
    since = side.change()
    assert judged(side, folder="src")[side.cents] == stale_since(since)
    assert judged(shop)[shop.cents] == FRESH
    (shop.root / "src/pay.py").unlink()
    assert judged(shop)[shop.cents].verdict == "orphaned"  # what lies in the other work tree is not this one's
    shop.git("checkout", "-q", "--", "src")
    refused = shop.memory("remember", "Inside", "--anchor", "trees/side/src/pay.py")
    assert (refused.code, refused.out) == (1, "")
    assert shop.status == []


def test_worktree_whose_git_file_is_relative(shop: Shop, tmp_path: Path) -> None:
    side = add(shop, tmp_path / "side")
    (side.root / ".git").write_text("gitdir: ../shop/.git/worktrees/side\n")
    since = side.change()
    assert check_reads(side)[side.cents] == stale_since(since)
    assert judged(side, folder="src")[side.cents] == stale_since(since)


def test_worktree_with_relative_paths_as_git_makes_them(shop: Shop, tmp_path: Path) -> None:
    shop.git("-c", "worktree.useRelativePaths=true", "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Shop(tmp_path / "side", 50, shop.cents, shop.locked)
    check_told(side.commit_told("Charge more", {"src/pay.py": MORE}), "stale", side)
    assert check_reads(side)[side.cents] == stale_since(side.head)


def test_worktree_with_a_configuration_of_its_own(shop: Shop, tmp_path: Path) -> None:
    shop.git("config", "extensions.worktreeConfig", "true")
    side = add(shop, tmp_path / "side")
    side.git("config", "--worktree", "core.hooksPath", str(shop.root / ".git/own-hooks"))
    assert side.commit_told("Charge more", {"src/pay.py": MORE}) == ""
    assert judged(side)[side.cents] == stale_since(side.head)
    unheard = side.head
    side.must("hooks", "install")
    said = side.commit_told("Elsewhere", {"README": "more\n"})
    assert said.startswith(f"legendary: stale [decision #{side.cents}] src/pay.py::charge by {unheard[:7]} ")
    check_told(side.commit_told("Charge less", {"src/pay.py": PAY}), "fresh again", side)
    side.git("sparse-checkout", "set", "--cone", ".legendary")
    assert not (side.root / "src").exists()
    assert judged(side)[side.cents].verdict == "fresh"
    assert (shop.root / "src").exists()
    check_told(shop.commit_told("Charge more", {"src/pay.py": MORE}), "stale", shop)


def test_worktree_that_is_detached_or_has_no_commit_yet(shop: Shop, tmp_path: Path) -> None:
    shop.change()
    old = add(shop, tmp_path / "old", "--detach")
    old.git("checkout", "-q", "HEAD~1")
    assert check_reads(old)[old.cents] == FRESH
    old.git("checkout", "-q", "--orphan", "new")
    assert {one.verdict for one in judged(old).values()} == {"fresh"}
    assert old.commit_told("Begin anew") == ""
    assert {one.verdict for one in judged(old).values()} == {"fresh"}
    assert judged(shop)[shop.cents].verdict == "stale"


# Where the git dir is not a folder `.git` in the work tree.


def bare_beside(shop: Shop, tmp_path: Path) -> Shop:
    outer = tmp_path / "outer"
    outer.mkdir()
    shop.git("clone", "-q", "--bare", str(shop.root), str(outer / ".bare"))
    (outer / ".git").write_text("gitdir: ./.bare\n")
    refused = Project(outer).memory("list")
    assert refused.code == 128
    assert refused.err.startswith("fatal: this is a bare repository, it has no work tree\n")
    Project(outer).git("worktree", "add", "-q", "tree", "main")
    return Shop(outer / "tree", 50, shop.cents, shop.locked)


def separate(shop: Shop, tmp_path: Path) -> Shop:
    shop.git("init", "-q", "--separate-git-dir", str(tmp_path / "elsewhere.git"))
    assert (shop.root / ".git").is_file()
    return shop


def linked(shop: Shop, tmp_path: Path) -> Shop:
    (shop.root / ".git").rename(tmp_path / "elsewhere")
    (shop.root / ".git").symlink_to(tmp_path / "elsewhere")
    return shop


def behind_a_link(shop: Shop, tmp_path: Path) -> Shop:
    (tmp_path / "link").symlink_to(shop.root)
    return Shop(tmp_path / "link", 50, shop.cents, shop.locked)


def told_its_tree(shop: Shop, tmp_path: Path) -> Shop:
    """`core.worktree` says where the work tree is, as in an absorbed submodule."""
    (shop.root / ".git").rename(tmp_path / "far.git")
    (shop.root / ".git").write_text("gitdir: ../far.git\n")
    shop.git("--git-dir", str(tmp_path / "far.git"), "config", "core.worktree", "../shop")
    return shop


@pytest.mark.parametrize("place", [bare_beside, separate, linked, behind_a_link, told_its_tree])
def test_story_is_the_same_wherever_the_git_dir_is(
    shop: Shop, tmp_path: Path, place: Callable[[Shop, Path], Shop]
) -> None:
    placed = place(shop, tmp_path)
    placed.must("init")
    assert check_reads(placed)[placed.cents] == FRESH
    check_told(placed.commit_told("Charge more", {"src/pay.py": MORE}), "stale", placed)
    assert check_reads(placed)[placed.cents] == stale_since(placed.head)
    assert judged(placed, folder="src")[placed.cents] == stale_since(placed.head)
    kept = placed.remember("From a folder", "src/pay.py::refund")
    assert placed.shown(kept)["anchors"][0]["anchor"] == "src/pay.py::refund"
    assert [line for line in placed.status if ".md" not in line] == []
    placed.must("hooks", "uninstall")
    assert placed.commit_told("Charge most", {"src/pay.py": MOST}) == ""


def test_dotfiles_repository_is_the_one_that_git_commits_to(shop: Shop, tmp_path: Path) -> None:
    """`git --git-dir --work-tree`, the work tree being inside another repository that has memories too."""
    home = shop.root / "home"
    home.mkdir()
    dot = Project(home)
    place = {"GIT_DIR": str(tmp_path / "dot.git"), "GIT_WORK_TREE": str(home)}
    words = ("git", f"--git-dir={place['GIT_DIR']}", f"--work-tree={home}")
    dot.run("git", "init", "-q", "--bare", place["GIT_DIR"])
    dot.run(*words, "config", "core.bare", "false")
    dot.write({".profile.py": MORE})
    dot.run(*words, "add", ".profile.py")
    dot.run(*words, "commit", "-q", "-m", "Begin")
    assert dot.process("init", env=place).code == 0
    memory = dot.process("remember", "Of home", "--anchor", ".profile.py::charge", env=place).id
    dot.run(*words, "add", ".legendary")
    dot.run(*words, "commit", "-q", "-m", "Remember")
    dot.write({".profile.py": MOST})
    said = dot.run(*words, "commit", "-q", "-a", "-m", "Charge most").stderr.decode()
    assert said.startswith(f"legendary: stale [decision #{memory}] .profile.py::charge by ")
    assert [one["id"] for one in dot.process("list", "--json", env=place).json["memories"]] == [memory]
    assert memory not in shop.must("list").out
    assert shop.cents not in dot.process("list", env=place).out
