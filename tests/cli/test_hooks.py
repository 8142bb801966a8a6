"""`git memory hooks install --print`, what its lines do in a team, and `git memory hook` as they call it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from legendary_git.git.hook_call import CALL, Dialect, call_lines
from legendary_git.git.hook_text import HOOKS
from tests.project import PAY, Project, Shop, write_command

MORE = PAY.replace("total = amount * 100", "total = amount * 1000")


def launcher_of(project: Project) -> set[str]:
    folder = project.root / ".git/legendary"
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


@pytest.fixture
def with_lines(shop: Shop) -> Shop:
    """The shop, whose hooks are committed and call ours, while nothing of ours is in the git directory."""
    shop.must("hooks", "uninstall")
    shutil.rmtree(shop.root / ".git/legendary", ignore_errors=True)
    for name in HOOKS:
        path = shop.root / ".githooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\n{CALL} {name} "$@"\n')
        path.chmod(0o755)
    shop.commit("Let everybody's hooks call git memory")
    shop.git("config", "core.hooksPath", ".githooks")
    return shop


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on PATH with `git-memory`."""
    program = write_command(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program


@pytest.mark.parametrize("dialect", [one.value for one in Dialect])
def test_print_gives_the_lines_alone_and_puts_there_what_they_run(shop: Shop, dialect: str) -> None:
    shop.must("hooks", "uninstall")
    hooks = sorted((shop.root / ".git/hooks").iterdir())
    answer = shop.must("hooks", "install", "--print", dialect)
    assert answer.lines == list(call_lines(Dialect(dialect)))
    assert str(shop.root.parent) not in answer.out
    assert launcher_of(shop) >= {"run", "legendary-git.sh"}
    assert sorted((shop.root / ".git/hooks").iterdir()) == hooks
    assert shop.status == []


def test_lines_tell_a_flip_once_somebody_has_printed_them(with_lines: Shop) -> None:
    with_lines.must("hooks", "install", "--print", "shell")
    assert with_lines.must("hooks", "status").lines[0] == "ok: post-commit: the repository runs it"
    assert with_lines.cents in with_lines.commit_told("Charge more", {"src/pay.py": MORE})


def test_lines_in_a_clone_where_git_memory_is_on_path_keep_what_they_run(with_lines: Shop, on_path: Path) -> None:
    assert with_lines.cents in with_lines.commit_told("Charge more", {"src/pay.py": MORE})
    assert launcher_of(with_lines) >= {"run", "legendary-git.sh"}
    on_path.unlink()
    assert with_lines.cents in with_lines.commit_told("Charge less", {"src/pay.py": PAY})


def test_lines_in_a_clone_without_git_memory_say_nothing(with_lines: Shop) -> None:
    assert with_lines.commit_told("Charge more", {"src/pay.py": MORE}) == ""
    assert launcher_of(with_lines) == set()
    assert with_lines.memory("hooks", "status").lines[:2] == [
        "wrong: post-commit: what the line runs (legendary/run in the git directory) is missing",
        "  cure: git memory hooks install",
    ]
    with_lines.must("hooks", "install")
    with_lines.must("hooks", "status")


def test_uninstall_names_the_lines_that_stay(with_lines: Shop) -> None:
    with_lines.must("hooks", "install", "--print", "shell")
    answer = with_lines.must("hooks", "uninstall")
    assert answer.err.splitlines() == [
        f"the repository still has lines that call ours: {', '.join(HOOKS)}",
        "hint: take them out of its files",
    ]
    assert launcher_of(with_lines) & {"run", "legendary-git.sh"} == set()


def test_hooks_path_below_home(shop: Shop) -> None:
    shop.must("hooks", "uninstall")
    shop.git("config", "core.hooksPath", "~/my hooks")
    assert shop.memory("hooks", "install").code == 1
    folder = Path.home() / "my hooks"
    assert not folder.exists()
    shop.must("hooks", "install", "--force-global")
    assert {path.name for path in folder.iterdir()} == {*HOOKS, "legendary-git.sh"}
    assert shop.cents in shop.commit_told("Charge more", {"src/pay.py": MORE})


# `git memory hook`, which a manager may call for each hook: the shell part has decided nothing then.


def test_hook_is_silent_where_files_were_checked_out(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write({"src/pay.py": MORE})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "Charge more")
    head = shop.head
    assert shop.memory("hook", "post-checkout", head, head, "0").err == ""
    monkeypatch.setenv("PRE_COMMIT_CHECKOUT_TYPE", "0")
    assert shop.memory("hook", "post-checkout").err == ""
    assert shop.cents in shop.memory("hook", "post-checkout", head, head, "1").err


def test_hook_is_silent_in_the_middle_of_a_rebase(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.git("branch", "side")
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "main goes on")
    shop.git("checkout", "-q", "side")
    shop.write({"src/pay.py": MORE})
    shop.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "Charge more")
    shop.must("hooks", "uninstall")
    shop.git("rebase", "-q", "-x", "false", "main", check=False)
    assert shop.memory("hook", "post-commit").err == ""
    monkeypatch.setenv("PRE_COMMIT_REWRITE_COMMAND", "rebase")
    assert shop.cents in shop.memory("hook", "post-rewrite").err


def test_hook_makes_nothing_where_there_are_no_memories(clock: None, tmp_path: Path) -> None:
    plain = Project.start(tmp_path / "plain")
    plain.commit("first", {"a.py": "a = 1\n"})
    before = {str(path) for path in plain.root.rglob("*")}
    assert plain.memory("hook", "post-commit").code == 0
    assert {str(path) for path in plain.root.rglob("*")} == before
