"""While git replays commits nothing is told; at the end each flip is told once, and never one that was abandoned."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import PAY, STORE, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
MOST = PAY.replace("total = amount * 100", "total = amount * 9000")
LOCKED = STORE.replace('found = "default"', 'found = "other"')
SEE = "(see git memory stale)"
TWO_LINES = "1s/^pick/edit/"


def causes(shop: Shop) -> list[str]:
    """The subjects of all commits that were ever named as the cause of a flip."""
    return [row["subject"] for row in shop.must("log", "--json").json["transitions"]]


def side(shop: Shop) -> list[str]:
    """Three commits on a branch: back from what is stale, stale again, and the other memory stale too."""
    shop.git("switch", "-q", "-c", "side")
    texts = (("One", {"src/pay.py": MORE}), ("Two", {"src/pay.py": PAY}), ("Three", {"src/store.py": LOCKED}))
    commits = [shop.commit(message, {**files}) for message, files in texts]
    shop.git("switch", "-q", "main")
    shop.must("stale")
    return commits


@pytest.mark.parametrize("command", ["cherry-pick", "revert"])
def test_several_commits_that_are_picked_are_told_of_once(shop: Shop, command: str) -> None:
    commits = side(shop)
    if command == "revert":
        shop.git("merge", "-q", "--ff-only", "side")
        said = shop.told("revert", "--no-edit", "main~3..main")
        assert said.count("legendary:") == 1
        assert f"fresh again [episode #{shop.locked}]" in said or f"fresh again [decision #{shop.locked}]" in said
    else:
        said = shop.told("cherry-pick", f"{commits[0]}~..{commits[2]}")
        assert said.count("legendary:") == 1
        assert f'src/store.py::Store.connect by {shop.head[:7]} "Three"' in said
    assert shop.cents not in said


def test_picking_that_is_aborted_is_never_told(shop: Shop) -> None:
    side(shop)
    shop.commit("In the way", {"src/store.py": STORE.replace('found = "default"', 'found = "mine"')})
    before = causes(shop)
    result = shop.run("git", "cherry-pick", "side~3..side", check=False)
    assert (result.returncode, b"legendary:" in result.stderr) == (1, False)
    shop.must("list")
    shop.git("cherry-pick", "--abort")
    assert shop.commit_told("Elsewhere", {"README": "other\n"}) == ""
    assert causes(shop) == before


def test_reading_in_the_middle_of_a_rebase_keeps_nothing(shop: Shop) -> None:
    shop.commit("First", {"README": "one\n"})
    shop.commit("Second", {"README": "two\n"})
    env = {"GIT_SEQUENCE_EDITOR": f"sed -i {TWO_LINES}"}
    assert "legendary:" not in shop.told("rebase", "-q", "-i", "HEAD~2", env=env)
    shop.write({"src/pay.py": MORE})
    assert shop.told("commit", "-q", "-a", "--amend", "-m", "Tried") == ""
    assert shop.verdicts()[shop.cents] == "stale"
    shop.git("rebase", "--abort")
    assert shop.verdicts()[shop.cents] == "fresh"
    assert causes(shop) == []


def test_flip_that_was_read_in_the_middle_of_a_rebase_is_told_at_its_end(shop: Shop) -> None:
    shop.commit("First", {"README": "one\n"})
    shop.commit("Second", {"README": "two\n"})
    shop.git("rebase", "-q", "-i", "HEAD~2", env={"GIT_SEQUENCE_EDITOR": f"sed -i {TWO_LINES}"})
    shop.write({"src/pay.py": MORE})
    shop.git("commit", "-q", "-a", "--amend", "-m", "Charge more")
    shop.must("stale")
    said = shop.told("rebase", "--continue")
    told = [line for line in said.splitlines() if line.startswith("legendary:")]
    cause = shop.git("rev-parse", "HEAD~1")[:7]
    assert told == [
        f'legendary: stale [decision #{shop.cents}] src/pay.py::charge by {cause} "Charge more" {SEE}',
    ]


def test_commits_that_a_rebase_drops_are_told_of_although_it_replays_nothing(shop: Shop) -> None:
    shop.change()
    said = shop.told("rebase", "-q", "-i", "HEAD~1", env={"GIT_SEQUENCE_EDITOR": "sed -i s/^pick/drop/"})
    assert said == f"legendary: fresh again [decision #{shop.cents}] src/pay.py::charge\n"


@pytest.mark.parametrize("has_log", [True, False])
def test_rebase_by_patches_is_told_of_at_its_end_alone(shop: Shop, has_log: bool) -> None:
    if not has_log:
        shop.git("config", "core.logAllRefUpdates", "false")
        (shop.root / ".git/logs/HEAD").unlink()
    shop.git("switch", "-q", "-c", "side")
    change = shop.change("Mine")
    shop.git("switch", "-q", "main")
    other = shop.commit("Theirs", {"src/store.py": LOCKED})
    shop.git("switch", "-q", "side")
    said = shop.told("rebase", "-q", "--apply", "main")
    told = [line for line in said.splitlines() if line.startswith("legendary:")]
    assert len(told) == 1
    assert (f"by {other[:7]}" in told[0], "fresh again" in told[0], change[:7] in told[0]) == (True, False, False)


def test_healing_that_came_by_a_rebase_is_told_with_its_cause(shop: Shop, tmp_path: Path) -> None:
    shop.change()
    clone = Shop(tmp_path / "clone", 50, shop.cents, shop.locked)
    shop.git("clone", "-q", str(shop.root), str(clone.root))
    clone.must("init")
    clone.commit_told("Mine", {"src/store.py": LOCKED})
    healed = shop.commit("Back", {"src/pay.py": PAY})
    said = clone.told("pull", "-q", "--rebase")
    assert f'fresh again [decision #{shop.cents}] src/pay.py::charge by {healed[:7]} "Back"' in said
    assert clone.must("log", shop.cents, "--json").json["transitions"][0]["in_history"]
    assert clone.must("log", shop.locked).out.rstrip().endswith(' Ada "Mine" (no longer in history)')


def test_rebase_by_patches_that_only_goes_forward_is_told(shop: Shop) -> None:
    shop.git("branch", "side")
    shop.change()
    shop.git("switch", "-q", "side")
    assert f"stale [decision #{shop.cents}]" in shop.told("rebase", "--apply", "main")


def test_hook_that_is_started_without_its_shell_part_is_silent_on_the_way(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "Charge more")
    folder = shop.root / ".git/rebase-merge"
    folder.mkdir()
    assert shop.memory("hook", "post-commit").err == ""
    assert shop.memory("hook", "post-checkout", shop.head, shop.head, "1").err == ""
    assert "stale" in shop.memory("hook", "post-rewrite", "rebase").err


def test_new_worktree_is_told_of_nothing_that_was_so_before(shop: Shop, tmp_path: Path) -> None:
    shop.change()
    assert shop.told("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked")) == ""
    linked = Shop(tmp_path / "linked", shop.commits, shop.cents, shop.locked)
    assert linked.commit_told("Elsewhere", {"README": "other\n"}) == ""
    said = linked.commit_told("More again", {"src/store.py": LOCKED})
    assert f"#{shop.locked}" in said
    assert f"#{shop.cents}" not in said
