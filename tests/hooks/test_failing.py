"""A hook that fails: git goes on as if there were none, and says the same; one line, details in a log."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.project import PAY, Project, Shop

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")


def crash(shop: Shop, tmp_path: Path) -> dict[str, str]:
    """Make Python fail deep inside: a module that it needs raises."""
    folder = tmp_path / "sabotage"
    (folder / "broken").mkdir(parents=True)
    (folder / "broken" / "sqlite3.py").write_text("raise RuntimeError('sabotaged')\n")
    # What PYTHONPATH names comes after our own modules, what a site does before them.
    (folder / "sitecustomize.py").write_text("import sys\nsys.path.insert(0, __file__[:-16] + '/broken')\n")
    return {"PYTHONPATH": f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}"}


def die(shop: Shop, tmp_path: Path) -> dict[str, str]:
    """Make Python end before it comes to anything of ours."""
    (tmp_path / "sitecustomize.py").write_text("import os\nos._exit(41)\n")
    return {"PYTHONPATH": str(tmp_path)}


def lose_the_package(shop: Shop, tmp_path: Path) -> dict[str, str]:
    """Make the interpreter one that does not have the package."""
    return {"PYTHONPATH": "", "PYTHONNOUSERSITE": "1", "PYTHONHOME": str(tmp_path)}


def spoil_a_memory(shop: Shop, tmp_path: Path) -> dict[str, str]:
    """Put files there that are no memories."""
    shop.write({".legendary/memories/bad.md": b"\x00\xff", ".legendary/memories/worse.md": "<<<<<<< A\n"})
    return {}


def put_a_file_in_the_place_of_our_folder(shop: Shop, tmp_path: Path) -> dict[str, str]:
    """Make the state in the git dir unwritable, for the superuser too."""
    shutil.rmtree(shop.root / ".git/legendary")
    (shop.root / ".git/legendary").write_text("no folder")
    return {}


def take_the_index(shop: Shop, tmp_path: Path) -> dict[str, str]:
    """Let no index be made."""
    shop.forbid_index()
    return {}


def spoil_the_settings(shop: Shop, tmp_path: Path) -> dict[str, str]:
    shop.write({".legendary/config.toml": "[[[\n"})
    return {}


FAULTS: tuple[Callable[[Shop, Path], dict[str, str]], ...] = (
    *(crash, die, lose_the_package, spoil_a_memory, put_a_file_in_the_place_of_our_folder, take_the_index),
    spoil_the_settings,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_fault_changes_no_exit_code_of_git(
    shop: Shop, tmp_path: Path, fault: Callable[[Shop, Path], dict[str, str]]
) -> None:
    env = fault(shop, tmp_path)
    shop.write({"src/pay.py": MORE})
    shop.git("add", "-A")
    operations = (
        ("commit", "-q", "-m", "Charge more"),
        ("commit", "-q", "--amend", "-m", "Charge much more"),
        ("switch", "-q", "-c", "side", "HEAD~1"),
        ("merge", "-q", "--no-ff", "--no-edit", "main"),
        ("revert", "--no-edit", "-m", "1", "HEAD"),
        ("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), "main"),
        ("checkout", "-q", "main"),
    )
    for words in operations:
        result = shop.run("git", *words, check=False, env=env)
        assert result.returncode == 0, result.stderr
        assert b"Traceback" not in result.stderr
    assert shop.git("log", "-1", "--format=%s", "main") == "Charge much more"
    assert shop.git("status", "--porcelain") == ""


def test_crash_is_one_line_and_a_log(shop: Shop, tmp_path: Path) -> None:
    env = crash(shop, tmp_path)
    shop.write({"src/pay.py": MORE})
    said = shop.told("commit", "-q", "-a", "-m", "Charge more", env=env)
    log = shop.root / ".git/legendary/log"
    assert said == f"legendary: RuntimeError: sabotaged (details in {log})\n"
    assert "hook post-commit" in log.read_text()
    assert log.read_text().endswith("\nRuntimeError\n")


def test_crash_without_a_place_for_the_log_is_one_line(shop: Shop, tmp_path: Path) -> None:
    put_a_file_in_the_place_of_our_folder(shop, tmp_path)
    env = crash(shop, tmp_path)
    shop.write({"src/pay.py": MORE})
    said = shop.told("commit", "-q", "-a", "-m", "Charge more", env=env)
    assert said == "legendary: RuntimeError: sabotaged (no log could be written)\n"


def test_flip_is_told_although_our_folder_in_the_git_dir_cannot_be_written(shop: Shop, tmp_path: Path) -> None:
    put_a_file_in_the_place_of_our_folder(shop, tmp_path)
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert said.startswith(f"legendary: stale [decision #{shop.cents}] ")
    assert said.count("\n") == 1


def test_flip_is_told_although_no_index_can_be_made(shop: Shop) -> None:
    shop.forbid_index()
    said = shop.commit_told("Charge more", {"src/pay.py": MORE})
    assert said.startswith(f"legendary: stale [decision #{shop.cents}] ")
    assert said.count("\n") == 1


def test_failed_hook_is_made_good_by_the_next(shop: Shop, tmp_path: Path) -> None:
    env = crash(shop, tmp_path)
    shop.write({"src/pay.py": MORE})
    shop.told("commit", "-q", "-a", "-m", "Charge more", env=env)
    commit = shop.head
    said = shop.commit_told("Elsewhere", {"README": "other\n"})
    assert said.startswith(
        f'legendary: stale [decision #{shop.cents}] src/pay.py::charge by {commit[:7]} "Charge more"'
    )


def test_hook_of_a_repository_that_cannot_be_read_is_one_line(clock: None, tmp_path: Path) -> None:
    answer = Project(tmp_path).memory("hook", "post-commit")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == (
        "legendary: not a git repository (or any of the parent directories): .git "
        "(Go to a repository, or make one: git init)\n"
    )


@pytest.mark.parametrize("words", [("post-commit",), ("post-checkout", "a", "b", "1"), ("unheard-of",), ("",)])
def test_hook_command_never_fails(shop: Shop, words: tuple[str, ...]) -> None:
    assert shop.process("hook", *words) == shop.memory("hook", *words)
    assert shop.memory("hook", *words).code == 0


def test_hook_before_the_first_commit_and_outside_any_folder_of_ours(clock: None, tmp_path: Path) -> None:
    project = Project.start(tmp_path / "plain")
    assert project.process("hook", "post-commit").err == ""
    project.must("init")
    assert project.process("hook", "post-commit").err == ""
    assert project.commit_told("first", {"a.py": PAY}) == ""


def test_hook_with_closed_streams_exits_with_0(shop: Shop) -> None:
    shop.write({"src/pay.py": MORE})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "No hooks")
    script = 'exec "$0" -P -m legendary_git hook post-commit <&- >&- 2>&-'
    assert shop.run("sh", "-c", script, sys.executable, check=False).returncode == 0
