"""`git memory list` and `stale`: the three fields of each line, which memories are there, and in what order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.history import History
from tests.project import PAY, STORE, Project, Shop

pytestmark = pytest.mark.unhooked

GONE = PAY.partition("def refund")[0].partition("def charge")[0]
BROKEN = PAY.replace("total = amount * 100", "total = amount *")


def set_key(project: Project, memory_id: str, key: str, value: str) -> None:
    """Write one line of a memory's front matter, as a person with an editor does."""
    path = project.path_of(memory_id)
    lines = [line for line in path.read_text().splitlines(keepends=True) if not line.startswith(f"{key}:")]
    path.write_text("".join([lines[0], f"{key}: {value}\n", *lines[1:]]))


def test_list_has_three_fields_a_line(shop: Shop) -> None:
    assert shop.must("list").out == (
        f"[decision #{shop.cents}] (fresh)\tsrc/pay.py\tAmounts are whole cents: Floats lost one in March.\n"
        f"[episode #{shop.locked}] (fresh)\tsrc/store.py\tWAL does not help\n"
    )


def test_list_of_nothing_is_nothing(project: Project) -> None:
    assert project.memory("list") == project.memory("stale")
    assert project.memory("list").out == project.memory("list").err == ""


def test_fields_are_escaped(project: Project) -> None:
    path = "src/a,b\td\ne\rf.txt"
    project.write({path: "x\n"})
    memory_id = project.remember("Back\\slash\n\nTab\there, comma\nlast\rline", path, "README")
    (line,) = project.must("list").out.split("\n")[:-1]
    assert line == (
        f"[decision #{memory_id}] (fresh)\tsrc/a\\,b\\td\\ne\\rf.txt,README\t"
        "Back\\\\slash: Tab\\there, comma\\nlast\\rline"
    )


def test_label_is_the_kind_where_there_is_one(shop: Shop) -> None:
    set_key(shop, shop.cents, "kind", "lesson")
    assert shop.must("list").lines[0].startswith(f"[lesson #{shop.cents}] (fresh)\t")


def test_each_path_is_named_once(project: Project) -> None:
    project.remember("Something", "src/pay.py::charge", "README", "src/pay.py::refund")
    assert project.must("list").out.split("\t")[1] == "src/pay.py,README"


def test_memory_without_an_anchor_is_unanchored(project: Project) -> None:
    memory_id = project.remember("Something")
    assert project.must("list").out == f"[decision #{memory_id}] (unanchored)\t\tSomething\n"
    assert project.must("stale").out == ""


def test_list_is_in_order_of_creation(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = []
    for day, text in ((3, "c"), (1, "b"), (2, "beta"), (2, "alpha")):
        monkeypatch.setenv("LEGENDARY_NOW", f"2026-01-0{day}T00:00:00Z")
        ids.append(project.remember(text))
    assert list(project.verdicts()) == [ids[1], ids[3], ids[2], ids[0]]


def test_verdict_is_the_worst_anchors(shop: Shop) -> None:
    both = shop.remember("Both", "src/pay.py::charge", "src/pay.py::refund", "README")
    shop.change()
    assert shop.verdicts()[both] == "stale"
    shop.change("Drop", GONE)
    assert shop.verdicts()[both] == "orphaned"


@pytest.mark.parametrize(("text", "verdict"), [(PAY.replace("100", "9"), "stale"), (GONE, "orphaned")])
def test_stale_lists_what_may_be_wrong_with_its_mark(shop: Shop, text: str, verdict: str) -> None:
    assert shop.must("stale").out == ""
    shop.change("Change", text)
    assert shop.must("stale").out == (
        f"[decision #{shop.cents}] ({verdict})\tsrc/pay.py\tAmounts are whole cents: Floats lost one in March.\n"
    )


def test_stale_lists_what_nobody_knows(shop: Shop) -> None:
    shop.change("Break", BROKEN)
    assert shop.must("stale").lines[0].startswith(f"[decision #{shop.cents}] (unknown)\t")
    shop.change("Mend", PAY)
    assert shop.must("stale").out == ""


@pytest.mark.parametrize("status", ["superseded", "deprecated"])
def test_stale_leaves_out_what_was_retired(shop: Shop, status: str) -> None:
    shop.change()
    set_key(shop, shop.cents, "status", status)
    assert shop.must("stale").out == ""
    assert shop.verdicts()[shop.cents] == "stale"


def test_stale_lists_what_is_in_conflict(shop: Shop) -> None:
    shop.change()
    set_key(shop, shop.cents, "status", "conflicted")
    assert list(shop.verdicts("stale")) == [shop.cents]


def test_stale_file_narrows_the_list_and_may_be_repeated(shop: Shop) -> None:
    shop.commit("All", {"src/pay.py": PAY.replace("100", "9"), "src/store.py": STORE.replace("default", "d")})
    assert list(shop.verdicts("stale")) == [shop.cents, shop.locked]
    assert list(shop.verdicts("stale", "--file", "src/store.py")) == [shop.locked]
    assert list(shop.verdicts("stale", "--file", "src/store.py", "--file", "src/pay.py")) == [shop.cents, shop.locked]
    assert shop.must("stale", "--file", "README", "--file", "nowhere.py").out == ""


def test_stale_file_counts_from_the_current_folder_and_else_from_the_root(shop: Shop) -> None:
    shop.change()
    for words in (("--file", "pay.py"), ("--file", "src/pay.py"), ("--file", str(shop.root / "src/pay.py"))):
        assert shop.cents in shop.must("stale", *words, folder="src").out


def test_stale_file_finds_what_is_gone_and_what_was_renamed(shop: Shop) -> None:
    shop.commit("Rename and edit", {"src/pay.py": None, "src/money.py": PAY.replace("amount * 100", "amount * 99", 1)})
    assert shop.verdicts("stale", "--file", "src/pay.py") == {shop.cents: "stale"}
    assert shop.verdicts("stale", "--file", "src/money.py") == {shop.cents: "stale"}


def test_stale_at_a_revision_judges_that_commit(shop: Shop) -> None:
    good = shop.head
    bad = shop.change()
    shop.change("Put it back", PAY)
    shop.git("tag", "bad", bad)
    assert shop.must("stale").out == ""
    assert shop.verdicts("stale", "--at", "bad") == {shop.cents: "stale"}
    assert shop.verdicts("stale", "--at", "HEAD~1", "--file", "src/pay.py") == {shop.cents: "stale"}
    assert shop.verdicts("stale", "--at", good) == {}
    assert shop.must("stale", "--at", bad, "--json").json["head"] == bad


@pytest.mark.parametrize("rev", ["nowhere", "", "--all", "HEAD:README", "HEAD^{tree}", "HEAD~99"])
def test_stale_at_what_is_no_commit(shop: Shop, rev: str) -> None:
    answer = shop.memory("stale", f"--at={rev}")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.splitlines()[0] == f"error: `{rev}` does not name a commit"


def test_list_in_a_subfolder_and_from_a_detached_head(shop: Shop) -> None:
    before = shop.must("list").out
    assert shop.must("list", folder="src").out == before
    shop.git("checkout", "-q", "--detach")
    assert shop.must("list").out == before


def test_list_before_the_first_commit(clock: None, history: History) -> None:
    project = Project(history.root)
    assert project.must("list").out == ""
    project.write({"a.py": "def f(x):\n    return x + 1\n"})
    memory_id = project.remember("Something", "a.py::f")
    assert project.verdicts() == {memory_id: "fresh"}
    assert project.must("list", "--json").json["head"] is None
    project.write({"a.py": "def f(x):\n    return x + 2\n"})
    assert project.verdicts("stale") == {memory_id: "stale"}


def test_list_in_a_linked_worktree_is_about_that_one(shop: Shop, tmp_path: Path) -> None:
    shop.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    linked = Project(tmp_path / "linked", shop.commits)
    linked.commit("Elsewhere", {"src/pay.py": PAY.replace("100", "9")})
    assert linked.verdicts() == {shop.cents: "stale", shop.locked: "fresh"}
    assert shop.verdicts() == {shop.cents: "fresh", shop.locked: "fresh"}


def test_list_of_a_repository_that_only_the_environment_names(shop: Shop, tmp_path: Path) -> None:
    """As `git --git-dir=… --work-tree=…` runs it, with another repository around the work tree."""
    Project.start(tmp_path)
    (shop.root / ".git").rename(tmp_path / "dot.git")
    env = {"GIT_DIR": str(tmp_path / "dot.git"), "GIT_WORK_TREE": str(shop.root)}
    expected = shop.process("list", env=env)
    assert (expected.code, len(expected.lines)) == (0, 2)
    assert shop.process("list", folder="src", env=env) == expected
    assert shop.process("list").out == ""
