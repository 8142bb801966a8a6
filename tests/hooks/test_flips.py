"""What the hooks say under real git: all flips in one line, each told once, nothing where nothing flipped."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.project import PAY, STORE, Project, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")
GONE = PAY[PAY.index("def refund") :]
SEE = "(see git memory stale)"


def no_python(tmp_path: Path) -> dict[str, str]:
    """An environment in which any Python that starts says so at once."""
    folder = tmp_path / "sabotage"
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text("import os, sys\nsys.stderr.write('PYTHON\\n')\nos._exit(1)\n")
    return {"PYTHONPATH": str(folder)}


def flip(shop: Shop, word: str, commit: str | None = None, subject: str = "") -> str:
    """The line about `cents`."""
    by = f' by {commit[:7]} "{subject}"' if commit else ""
    see = "" if word == "fresh again" else f" {SEE}"
    return f"legendary: {word} [decision #{shop.cents}] src/pay.py::charge{by}{see}\n"


def test_commit_that_changes_an_anchor_is_told_in_one_line(shop: Shop) -> None:
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert said == flip(shop, "stale", shop.head, "Charge more")


def test_flip_is_told_once(shop: Shop) -> None:
    shop.change()
    assert shop.commit_told("Again", {"src/pay.py": MORE + "\n\nx = 1\n"}) == ""
    assert shop.commit_told("More still", {"src/pay.py": MORE.replace("1000", "2000")}) == ""
    assert shop.commit_told("Elsewhere", {"README": "other\n"}) == ""
    shop.git("commit", "-q", "--amend", "-m", "Other words")
    assert shop.told("commit", "-q", "--amend", "--allow-empty", "-m", "And others") == ""


def test_each_flip_of_a_life_is_told(shop: Shop) -> None:
    assert shop.commit_told("Drop", {"src/pay.py": GONE}) == flip(shop, "orphaned", shop.head, "Drop")
    assert shop.commit_told("Other", {"src/pay.py": MORE}).startswith(f"legendary: stale [decision #{shop.cents}] ")
    assert shop.commit_told("Back", {"src/pay.py": PAY}) == flip(shop, "fresh again", shop.head, "Back")
    assert shop.commit_told("Broken", {"src/pay.py": PAY.replace("* 100", "*", 1)}) == flip(
        shop, "unknown", shop.head, "Broken"
    )


def test_two_flips_are_in_one_line_the_worst_first(shop: Shop) -> None:
    said = shop.commit_told("Both", {"src/pay.py": MORE, "src/store.py": "x = 1\n"})
    by = f'by {shop.head[:7]} "Both"'
    assert said == (
        f"legendary: orphaned [episode #{shop.locked}] src/store.py::Store.connect {by}; "
        f"stale [decision #{shop.cents}] src/pay.py::charge {by} {SEE}\n"
    )


def test_many_flips_are_counted_in_one_line(project: Project) -> None:
    files = {f"src/m{number}.py": PAY for number in range(7)}
    project.write(files)
    for number in range(7):
        project.remember(f"Number {number}", f"src/m{number}.py::charge")
    project.commit("Remember")
    said = project.commit_told("All", {path: GONE if "m6" in path else MORE for path in files})
    assert said.count("\n") == 1
    assert said.count("; stale ") + said.count(": orphaned ") == 3
    assert said.startswith("legendary: orphaned ")
    assert said.endswith(f"; and 4 stale more {SEE}\n")
    assert len(project.must("log").lines) == 7


def test_nothing_that_does_not_flip_is_told(shop: Shop) -> None:
    moved = PAY.replace("LIMIT = 10\n", '"""Money."""\n\nLIMIT = 10  # cents\n')
    assert shop.commit_told("Explain", {"src/pay.py": moved}) == ""
    assert shop.commit_told("Rename", {"src/pay.py": None, "src/money.py": moved}) == ""
    assert set(shop.verdicts().values()) == {"fresh"}


@pytest.mark.parametrize("status", ["superseded", "deprecated"])
def test_flip_of_what_was_retired_is_not_told(shop: Shop, status: str) -> None:
    path = shop.path_of(shop.cents)
    path.write_text(path.read_text().replace("status: active", f"status: {status}"))
    shop.commit("Retire")
    assert shop.commit_told("Charge more", {"src/pay.py": MORE}) == ""
    assert shop.must("log", shop.cents).out.endswith('Ada "Charge more"\n')


def test_memory_and_its_code_in_one_commit_are_no_flip(project: Project) -> None:
    project.write({"src/pay.py": MORE, "src/new.py": PAY})
    memory_id = project.remember("For the new rate", "src/pay.py::charge", "src/new.py::refund")
    assert project.commit_told("Code and memory") == ""
    assert project.verdicts() == {memory_id: "fresh"}
    assert project.must("log").out == ""


def test_memory_that_comes_stale_is_told(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    memory_id = shop.remember("For the new rate", "src/pay.py::charge")
    shop.write({"src/pay.py": MORE.replace("1000", "2000")})
    said = shop.commit_told("Neither one nor the other")
    assert said.count("stale [decision #") == 2
    assert memory_id in said


def test_invalid_file_is_told_once(shop: Shop) -> None:
    path = ".legendary/memories/bad.md"
    said = shop.commit_told("Add", {path: "no front matter\n"})
    assert said.startswith(f"legendary: invalid {path}:1 no front matter")
    assert said.count("\n") == 1
    assert shop.commit_told("Elsewhere", {"README": "other\n"}) == ""
    assert shop.commit_told("Anchored", {"src/pay.py": PAY + "\n\nx = 1\n"}) == ""
    assert shop.commit_told("Again", {path: "still none\n"}).count("invalid") == 1


def test_line_holds_nothing_that_a_terminal_would_obey(shop: Shop) -> None:
    said = shop.commit_told("Red \x1b[31m \u202e and\ttabs", {"src/pay.py": MORE})
    assert said == flip(shop, "stale", shop.head, "Red \\x1b[31m \\u202e and tabs")


@pytest.mark.parametrize("is_initialised", [True, False])
def test_first_commit_in_a_clone_is_told(shop: Shop, tmp_path: Path, is_initialised: bool) -> None:
    """Whether the index was made by `init` or is not there yet when the first hook runs."""
    shop.commit("Stale long ago", {"src/store.py": STORE.replace("default", "none")})
    shop.git("clone", "-q", str(shop.root), str(tmp_path / "clone"))
    clone = Shop(tmp_path / "clone", shop.commits, shop.cents, shop.locked)
    clone.must("init")
    if not is_initialised:
        clone.index_path.unlink()
    said = clone.commit_told("Charge more", {"src/pay.py": MORE})
    assert said == flip(clone, "stale", clone.head, "Charge more")
    assert clone.verdicts() == {shop.cents: "stale", shop.locked: "stale"}


# Every operation that moves HEAD.


def test_merge_is_told(shop: Shop) -> None:
    shop.git("switch", "-q", "-c", "side")
    shop.write({"src/pay.py": MORE})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "On the side")
    side = shop.head
    shop.git("switch", "-q", "main")
    shop.commit("On main", {"README": "other\n"})
    assert shop.told("merge", "-q", "--no-edit", "side") == flip(shop, "stale", side, "On the side")
    assert shop.shown(shop.cents)["anchors"][0]["since"]["commit"] == side


def test_fast_forward_and_pull_are_told(shop: Shop, tmp_path: Path) -> None:
    other = shop.copy(tmp_path / "other")
    commit = other.change("From elsewhere")
    said = shop.told("pull", "-q", "--ff-only", str(other.root), "main")
    assert said == flip(shop, "stale", commit, "From elsewhere")


def test_rebase_is_told_once_at_its_end(shop: Shop) -> None:
    shop.git("switch", "-q", "-c", "side", "HEAD")
    for number in range(3):
        shop.commit(f"Side {number}", {"src/store.py": STORE + f"\n\nx = {number}\n"})
    shop.git("switch", "-q", "main")
    commit = shop.change("On main")
    shop.git("switch", "-q", "side")
    said = shop.told("rebase", "-q", "main")
    assert said == flip(shop, "stale", commit, "On main")


def test_amend_revert_and_cherry_pick_are_told(shop: Shop) -> None:
    shop.commit("First try", {"README": "other\n"})
    shop.write({"src/pay.py": MORE})
    assert shop.told("commit", "-q", "-a", "--amend", "-m", "Charge more") == flip(
        shop, "stale", shop.head, "Charge more"
    )
    changed = shop.head
    assert shop.told("revert", "--no-edit", changed) == flip(shop, "fresh again", shop.head, 'Revert "Charge more"')
    assert shop.told("cherry-pick", changed) == flip(shop, "stale", shop.head, "Charge more")


def test_switch_is_told_both_ways(shop: Shop) -> None:
    shop.git("branch", "old")
    commit = shop.change()
    assert shop.told("switch", "-q", "old") == flip(shop, "fresh again")
    assert shop.told("switch", "-q", "main") == flip(shop, "stale", commit, "Charge more")
    assert shop.told("switch", "-q", "--detach") == ""


def test_checkout_of_a_file_is_not_told(shop: Shop) -> None:
    shop.git("branch", "old")
    shop.change()
    assert shop.told("checkout", "-q", "old", "--", "src/pay.py") == ""
    assert shop.told("restore", "-q", "--source", "old", "src/store.py") == ""


def test_what_no_hook_saw_is_told_by_the_next(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "No hooks")
    missed = shop.head
    assert shop.commit_told("Elsewhere", {"README": "other\n"}) == flip(shop, "stale", missed, "No hooks")


def test_commit_in_a_linked_worktree_is_told_there(shop: Shop, tmp_path: Path) -> None:
    assert shop.told("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked")) == ""
    linked = Shop(tmp_path / "linked", shop.commits, shop.cents, shop.locked)
    said = linked.commit_told("Charge more", {"src/pay.py": MORE})
    assert said == flip(shop, "stale", linked.head, "Charge more")
    assert shop.commit_told("Elsewhere", {"README": "other\n"}) == ""


def test_commit_of_one_path_judges_what_was_committed(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE, "src/store.py": "x = 1\n"})
    shop.git("add", "-A")
    said = shop.told("commit", "-q", "-m", "One", "--", "src/pay.py")
    assert said == flip(shop, "stale", shop.head, "One")
    assert shop.status == ["M  src/store.py"]


# When Python is started at all.


def test_commit_that_touches_nothing_anchored_starts_no_python(shop: Shop, tmp_path: Path) -> None:
    shop.commit("Warm", {"README": "warm\n"})
    env = no_python(tmp_path)
    shop.write({"README": "other\n", "src/new.py": PAY, "docs/ä b.md": "x\n"})
    shop.git("add", "-A")
    assert shop.told("commit", "-q", "-m", "Elsewhere", env=env) == ""
    shop.git("branch", "side", "HEAD~1")
    assert shop.told("switch", "-q", "side", env=env) == ""
    assert shop.told("merge", "-q", "main", env=env) == ""
    assert shop.told("commit", "-q", "--amend", "--allow-empty", "-m", "Words", env=env) == ""


def test_hook_that_starts_no_python_starts_git_twice_at_most(shop: Shop, tmp_path: Path) -> None:
    shop.write({"README": "other\n"})
    trace = tmp_path / "trace"
    shop.told("commit", "-q", "-a", "-m", "Elsewhere", env={"GIT_TRACE2_EVENT": str(trace)})
    events = [json.loads(line) for line in trace.read_text().splitlines()]
    started = [event["argv"][1] for event in events if event["event"] == "start"]
    assert [name for name in started if name not in ("commit", "maintenance", "gc")] == ["rev-parse", "diff-tree"]


@pytest.mark.parametrize("path", ["src/pay.py", "src/store.py", ".legendary/memories/new.md", ".legendary/config.toml"])
def test_commit_that_touches_an_anchored_file_or_a_memory_starts_python(shop: Shop, tmp_path: Path, path: str) -> None:
    shop.write({path: "x = 1\n"})
    shop.git("add", "-A")
    assert shop.told("commit", "-q", "-m", "Touch", env=no_python(tmp_path)) == "PYTHON\n"


def test_foreign_hook_runs_once_beside_ours(shop: Shop) -> None:
    shop.must("hooks", "uninstall")
    foreign = shop.root / ".git/hooks/post-commit"
    foreign.write_text("#!/bin/sh\necho theirs >&2\nexit 3\n")
    foreign.chmod(0o755)
    shop.must("hooks", "install")
    shop.must("hooks", "install")
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert said == "theirs\n" + flip(shop, "stale", shop.head, "Charge more")


def test_hooks_work_with_a_poor_environment(shop: Shop) -> None:
    env = {name: os.environ[name] for name in ("HOME", "PYTHONPATH")} | {"PATH": "/usr/bin:/bin"}
    shop.write({"src/pay.py": MORE})
    words = [f"{name}={value}" for name, value in env.items()]
    result = shop.run("env", "-i", *words, "git", "commit", "-q", "-a", "-m", "From a GUI")
    assert result.stderr.decode() == flip(shop, "stale", shop.head, "From a GUI")


def test_commit_of_other_files_starts_no_python_while_a_memory_is_followed_or_orphaned(
    shop: Shop, tmp_path: Path
) -> None:
    shop.commit_told("Rename", {"src/pay.py": PAY.replace("def charge", "def collect")})
    shop.commit_told("Drop", {"src/store.py": "x = 1\n"})
    assert shop.verdicts() == {shop.cents: "fresh", shop.locked: "orphaned"}
    shop.write({"notes.txt": "a note\n"})
    shop.git("add", "-A")
    assert shop.told("commit", "-q", "-m", "Note", env=no_python(tmp_path)) == ""
    said = shop.commit_told("Elsewhere", {"src/other.pyi": STORE})
    assert said.startswith(f"legendary: fresh again [episode #{shop.locked}] src/store.py::Store.connect by ")


def test_verdict_that_history_decides_is_told_anew_where_history_is_another_one(shop: Shop) -> None:
    """What moved and was edited afterwards is stale, but only where the commit that moved it can be seen."""
    shop.commit_told("Move", {"src/pay.py": GONE, "src/till.py": PAY[: PAY.index("def refund")]})
    shop.commit_told("Charge more", {"src/till.py": MORE[: MORE.index("def refund")]})
    assert shop.verdicts()[shop.cents] == "stale"
    shop.git("checkout", "-q", "--orphan", "anew")
    said = shop.told("commit", "-q", "-m", "Begin anew")
    assert said.startswith(f"legendary: orphaned [decision #{shop.cents}] src/pay.py::charge by {shop.head[:7]} ")


def test_flip_is_told_while_another_process_locks_the_index(shop: Shop) -> None:
    with closing(sqlite3.connect(shop.index_path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        said = shop.commit_told("Charge more", {"src/pay.py": MORE})
        other.rollback()
    assert said == flip(shop, "stale", shop.head, "Charge more")
