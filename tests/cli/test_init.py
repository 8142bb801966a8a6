"""`git memory init`: what it makes, what it leaves alone, where it works, and what it refuses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.project import Project

HOOKS = ("post-checkout", "post-commit", "post-merge", "post-rewrite")
MADE = (".legendary/memories/", ".legendary/.gitignore", ".legendary/.gitattributes", ".legendary/config.toml")


@pytest.fixture
def empty(clock: None, tmp_path: Path) -> Project:
    """A repository without a commit."""
    return Project.start(tmp_path / "empty")


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def hooks_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if os.access(path, os.X_OK) and path.suffix != ".sample")


def test_init_says_what_it_made_and_what_to_commit(empty: Project) -> None:
    answer = empty.memory("init")
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines == [
        *(f"made {path}" for path in MADE),
        "merge driver installed",
        "hooks installed in .git/hooks: post-commit, post-merge, post-rewrite, post-checkout",
        'commit it: git add .legendary && git commit -m "Start to remember"',
    ]


def test_init_in_a_repository_without_commits_makes_all_of_it(empty: Project) -> None:
    empty.must("init")
    assert (empty.root / MADE[0]).is_dir()
    assert "/memories/.*.tmp" in (empty.root / MADE[1]).read_text().splitlines()
    assert hooks_in(empty.root / ".git/hooks") == sorted(HOOKS)
    assert empty.must("list").out == ""
    assert empty.status == ["?? .legendary/.gitattributes", "?? .legendary/.gitignore", "?? .legendary/config.toml"]


def test_init_writes_settings_that_are_all_commented_out(empty: Project) -> None:
    empty.must("init")
    lines = (empty.root / MADE[3]).read_text().splitlines()
    assert all(line.startswith("#") or not line for line in lines)
    assert {"# [brief]", "# [check]"} <= set(lines)
    assert empty.must("check").code == 0


def test_settings_without_their_comment_sign_are_the_defaults(empty: Project) -> None:
    empty.must("init")
    path = empty.root / MADE[3]
    starts = ("# [", "# most", "# st", "# fa", "# brief_", "# push_", "# session_")
    settings = [line[2:] for line in path.read_text().splitlines() if line.startswith(starts)]
    path.write_text("\n".join(settings))
    assert len(settings) == 9
    assert empty.must("check").code == 0
    assert empty.must("brief").out == ""


def test_init_twice_changes_nothing_and_says_so(empty: Project) -> None:
    empty.must("init")
    before = files_below(empty.root)
    answer = empty.must("init")
    assert files_below(empty.root) == before
    assert answer.lines == [
        *(f"found {path}" for path in MADE),
        "merge driver unchanged",
        "hooks unchanged in .git/hooks: post-commit, post-merge, post-rewrite, post-checkout",
    ]


def test_init_keeps_what_the_team_wrote(empty: Project) -> None:
    empty.write({MADE[1]: "mine\n", MADE[2]: "", MADE[3]: "[brief]\nmost = 3\n", f"{MADE[0]}note.txt": "note\n"})
    answer = empty.must("init")
    assert (empty.root / MADE[1]).read_text() == "mine\n"
    assert (empty.root / MADE[3]).read_text() == "[brief]\nmost = 3\n"
    assert [line for line in answer.lines if line.startswith("found")] == [f"found {path}" for path in MADE]


def test_init_makes_only_what_is_missing(empty: Project) -> None:
    empty.write({MADE[3]: "[brief]\nmost = 3\n"})
    answer = empty.must("init")
    assert answer.lines[:4] == [*(f"made {path}" for path in MADE[:3]), f"found {MADE[3]}"]
    assert answer.lines[-1].startswith("commit it: ")


def test_init_from_a_subfolder_works_on_the_root_and_says_how_to_commit_from_there(empty: Project) -> None:
    empty.write({"deep/down/x.py": "x = 1\n"})
    answer = empty.must("init", folder="deep/down")
    assert (empty.root / MADE[3]).is_file()
    assert not (empty.root / "deep/down/.legendary").exists()
    command = answer.lines[-1].removeprefix("commit it: ")
    empty.run("sh", "-c", command, folder="deep/down")
    assert empty.git("ls-files").splitlines() == sorted(MADE[1:])


def test_init_in_a_linked_worktree_makes_it_there_with_hooks_that_git_runs(project: Project, tmp_path: Path) -> None:
    project.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"), "HEAD~1")
    linked = Project(tmp_path / "linked", project.commits)
    project.must("hooks", "uninstall")
    answer = linked.must("init")
    assert answer.lines[:4] == [f"made {path}" for path in MADE]
    assert hooks_in(project.root / ".git/hooks") == sorted(HOOKS)
    linked.git("add", "-A")
    linked.git("commit", "-q", "-m", "Start to remember here")
    memory_id = linked.remember("Cents", "src/pay.py::charge")
    linked.commit_told("Remember")
    assert memory_id in linked.commit_told("Change", {"src/pay.py": "def charge(amount: int) -> int:\n    return 1\n"})
    assert project.must("list").out == ""


def test_init_refuses_hooks_outside_the_repository_and_does_everything_else(empty: Project, tmp_path: Path) -> None:
    shared = tmp_path / "shared hooks"
    shared.mkdir()
    empty.git("config", "core.hooksPath", str(shared))
    answer = empty.memory("init")
    assert answer.code == 1
    assert answer.lines[:4] == [f"made {path}" for path in MADE]
    assert answer.err.splitlines()[0] == (
        f"hooks are not installed: git takes hooks from {shared}, which serves other repositories too"
    )
    assert answer.err.splitlines()[1].startswith("hint: Give this repository its own (git config core.hooksPath ")
    assert "--force-global" in answer.err
    assert list(shared.iterdir()) == []
    assert all((empty.root / path).exists() for path in MADE)


def test_init_force_global_writes_them_there(empty: Project, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    empty.git("config", "core.hooksPath", str(shared))
    answer = empty.must("init", "--force-global")
    assert hooks_in(shared) == sorted(HOOKS)
    assert f"hooks installed in {shared}: post-commit, post-merge, post-rewrite, post-checkout" in answer.lines


def test_init_says_that_a_hook_keeps_running(empty: Project) -> None:
    foreign = empty.root / ".git/hooks/post-commit"
    foreign.write_text("#!/bin/sh\necho theirs >&2\n")
    foreign.chmod(0o755)
    answer = empty.must("init")
    assert "hooks that were there before keep running: post-commit" in answer.lines
    assert empty.commit_told("first").splitlines() == ["theirs"]


def test_init_where_the_hook_folder_is_a_file(empty: Project) -> None:
    for sample in (empty.root / ".git/hooks").iterdir():
        sample.unlink()
    (empty.root / ".git/hooks").rmdir()
    (empty.root / ".git/hooks").write_text("no folder")
    answer = empty.memory("init")
    assert answer.code == 1
    assert answer.err.startswith(f"hooks are not installed: {empty.root}/.git/hooks cannot be written: ")
    assert all((empty.root / path).exists() for path in MADE)


@pytest.mark.parametrize("path", [".legendary", ".legendary/memories"])
def test_init_writes_nothing_through_a_symbolic_link(empty: Project, tmp_path: Path, path: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (empty.root / path).parent.mkdir(exist_ok=True)
    (empty.root / path).symlink_to(elsewhere)
    answer = empty.memory("init")
    assert answer.code == 1
    assert answer.err.splitlines() == [
        f"error: {path}: a symbolic link: nothing below it is read; make it a folder",
        "hint: memories are only kept in a real folder",
    ]
    assert list(elsewhere.iterdir()) == []


def test_init_where_a_file_stands_in_the_way(empty: Project) -> None:
    empty.write({".legendary": "a file\n"})
    answer = empty.memory("init")
    assert (answer.code, answer.err.splitlines()[0]) == (1, "error: .legendary: not a folder: move it away")
    assert (empty.root / ".legendary").read_text() == "a file\n"


def test_hooks_uninstall_puts_back_what_was_there(empty: Project) -> None:
    foreign = empty.root / ".git/hooks/post-merge"
    foreign.write_bytes(b"#!/bin/sh\n# theirs\n")
    foreign.chmod(0o700)
    before = files_below(empty.root / ".git/hooks")
    empty.must("init")
    answer = empty.must("hooks", "uninstall")
    assert answer.lines == [
        "hooks removed in .git/hooks: post-commit, post-rewrite, post-checkout",
        "hooks restored in .git/hooks: post-merge",
        "merge driver removed",
    ]
    assert files_below(empty.root / ".git/hooks") == before
    assert foreign.stat().st_mode & 0o777 == 0o700
    assert empty.must("hooks", "uninstall").lines == ["there are no hooks of ours"]


def test_hooks_status_answers_by_its_exit_code(empty: Project) -> None:
    assert empty.memory("hooks", "status").code == 1
    empty.must("hooks", "install")
    assert empty.must("hooks", "status").lines == [
        f"ok: {name}: git runs it" for name in ("post-commit", "post-merge", "post-rewrite", "post-checkout")
    ]
    (empty.root / ".git/hooks/post-merge").chmod(0o644)
    answer = empty.memory("hooks", "status")
    assert (answer.code, answer.lines[1:3]) == (
        1,
        ["wrong: post-merge: not executable", "  cure: git memory hooks install"],
    )
