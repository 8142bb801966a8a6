"""After every command and every hook git shows only what the user did: no file, no staged change, no commit of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import PAY, Project, Shop

READS = (
    *(("list",), ("list", "--json"), ("stale",), ("stale", "--at", "HEAD~1"), ("brief",), ("recall", "cents")),
    *(("why", "src/pay.py"), ("log",), ("check",), ("check", "--worktree"), ("doctor",), ("rebuild",), ("init",)),
    *(("hooks", "install"), ("hooks", "status"), ("hook", "post-commit")),
)
MORE = PAY.replace("total = amount * 100", "total = amount * 1000")


def seen_by_git(project: Project) -> tuple[list[str], str, str, bytes, str]:
    """All that git tells of a repository: its state, what is staged, where HEAD is, the index, every reference."""
    return (
        project.status,
        project.git("diff", "--cached"),
        project.git("rev-parse", "HEAD", "--abbrev-ref", "HEAD"),
        (project.root / ".git/index").read_bytes(),
        project.git("for-each-ref"),
    )


@pytest.mark.parametrize("is_dirty", [False, True])
def test_no_command_but_remember_changes_what_git_sees(shop: Shop, is_dirty: bool) -> None:
    shop.change()
    if is_dirty:
        shop.write({"README": "staged\n", "src/store.py": "dirty\n", "new.txt": "new\n"})
        shop.git("add", "README")
        shop.write({"README": "staged and dirty\n"})
    before = seen_by_git(shop)
    for words in (*READS, ("show", shop.cents), ("diff", shop.cents)):
        shop.memory(*words)
        assert seen_by_git(shop) == before, words
    assert bool(shop.status) is is_dirty


def test_remember_adds_one_untracked_file(shop: Shop) -> None:
    before = seen_by_git(shop)
    memory_id = shop.remember("Something", "src/pay.py::charge")
    after = seen_by_git(shop)
    assert after[0] == [f"?? .legendary/memories/{memory_id}-something.md"]
    assert after[1:] == before[1:]


def test_no_hook_leaves_anything(shop: Shop, tmp_path: Path) -> None:
    count = 3
    shop.change()
    shop.git("commit", "-q", "--amend", "-m", "Other words")
    shop.git("switch", "-q", "-c", "side", "HEAD~1")
    shop.commit("On the side", {"src/store.py": "x = 1\n"})
    shop.git("merge", "-q", "--no-edit", "main")
    shop.git("revert", "--no-edit", "-m", "1", "HEAD")
    shop.git("rebase", "-q", "main")
    shop.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    shop.git("switch", "-q", "main")
    assert shop.status == Project(tmp_path / "linked").status == []
    assert shop.git("rev-list", "--count", "main") == str(count + 1)
    assert shop.git("for-each-ref", "--format=%(refname)").split() == [
        f"refs/heads/{name}" for name in ("main", "other", "side")
    ]
    assert shop.git("stash", "list") == ""
    assert list((shop.root / ".git").glob("*.lock")) == []


def test_hook_leaves_what_is_staged_for_later(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE, "src/store.py": "x = 1\n", "README": "other\n"})
    shop.git("add", "src/store.py")
    path = shop.path_of(shop.locked)
    path.write_text(path.read_text() + "\nMore.\n")
    shop.git("commit", "-q", "-m", "One", "--", "src/pay.py")
    assert shop.git("show", "--stat", "--format=", "--name-only") == "src/pay.py"
    assert shop.status == [f" M {path.relative_to(shop.root)}", " M README", "M  src/store.py"]


def test_what_we_keep_is_ignored_from_the_first_command_on(clock: None, tmp_path: Path) -> None:
    project = Project.start(tmp_path / "plain")
    project.commit("first", {"a.py": PAY})
    assert project.must("init")
    assert project.status == ["?? .legendary/.gitattributes", "?? .legendary/.gitignore", "?? .legendary/config.toml"]
    project.commit("Start to remember")
    project.remember("Something", "a.py::charge")
    project.commit("Remember")
    project.must("list")
    assert project.index_path.is_file()
    assert project.status == []


def test_index_is_ignored_on_a_branch_that_has_nothing_of_ours(clock: None, tmp_path: Path) -> None:
    project = Project.start(tmp_path / "plain")
    project.commit("first", {"a.py": PAY})
    project.must("init")
    project.commit("Start to remember")
    project.git("switch", "-q", "-c", "before", "HEAD~1")
    assert project.index_path.is_file()
    assert project.status == []
    project.must("list")
    assert project.status == []


def test_memory_files_are_never_rewritten_by_a_read_or_a_hook(shop: Shop) -> None:
    path = shop.path_of(shop.cents)
    shop.change("Move", '"""Money."""\n\n\n' + PAY)
    before = (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
    shop.change("Drop", PAY[PAY.index("def refund") :])
    for words in READS:
        shop.memory(*words)
    assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_nothing_but_the_state_of_ours_appears_in_the_git_dir(shop: Shop) -> None:
    shop.change()
    known = {"COMMIT_EDITMSG", "HEAD", "config", "description", "index", "branches", "hooks", "info", "logs", "objects"}
    assert {path.name for path in (shop.root / ".git").iterdir()} - known == {"refs", "legendary"}
    assert {path.name for path in (shop.root / ".git/legendary").iterdir()} == {"index.db", "watch"}
