"""Hook managers own folders: what is written there, what is printed instead, and whether the lines run ours."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from legendary_git.errors import HooksRefused
from legendary_git.git.hook_call import CALL, Dialect, call_lines, dialect_of
from legendary_git.git.hook_files import HOOKS, HookAction, HookProblem, install, keep_for_lines, status, uninstall
from legendary_git.git.hook_folder import find_hook_folder
from legendary_git.git.hook_manager import HookManager, find_manager
from legendary_git.git.hook_text import hook_bytes
from legendary_git.git.watch import write_watch
from tests.git.bench import FakePython, clone, find, snapshot, write_script
from tests.git.managers import MANAGERS, follow_lines, hooks_of, husky_8, husky_9, lefthook, pre_commit
from tests.history import History, git_version

_GIT = shutil.which("git")
OWNERS = ("husky 8", "husky 9", "lefthook", "hk", "overcommit")


@pytest.fixture
def fake(tmp_path: Path) -> FakePython:
    return FakePython.make(tmp_path / "interpreter")


@pytest.fixture
def filled(history: History) -> History:
    history.commit("first", {"anchored.py": "1", "other.py": "1", ".legendary/memories/m.md": "m"})
    return history


def watch(history: History) -> None:
    repo = find(history)
    write_watch(repo, repo.head(), ["anchored.py"])


def problems(history: History) -> list[HookProblem | None]:
    return [hook.problem for hook in status(find(history))]


def hook_starts(fake: FakePython) -> list[str]:
    """The starts of hooks; `status` asks an interpreter whether it has us."""
    return [start for start in fake.starts() if not start.startswith("-P -c")]


def manager_of(history: History) -> HookManager | None:
    repo = find(history)
    return find_manager(repo, find_hook_folder(repo))


# Whose the folder is.


@pytest.mark.parametrize("name", MANAGERS)
def test_manager_is_known_by_what_it_leaves(history: History, name: str) -> None:
    assert manager_of(history) is None
    MANAGERS[name](history)
    assert manager_of(history) == name.split()[0]


@pytest.mark.parametrize("name", OWNERS)
def test_install_writes_nothing_into_a_folder_that_a_manager_owns(filled: History, fake: FakePython, name: str) -> None:
    MANAGERS[name](filled)
    before, tree = snapshot(filled.root), filled.git("status", "--porcelain")
    with pytest.raises(HooksRefused) as caught:
        install(find(filled), fake.path)
    after = snapshot(filled.root)
    assert {path for path in after if after[path] != before.get(path)} == {
        ".git/legendary/legendary-git.sh",
        ".git/legendary/run",
    }
    manager = HookManager(name.split()[0])
    assert manager in caught.value.what
    assert caught.value.details == (() if name == "overcommit" else call_lines(dialect_of(manager)))
    assert filled.git("status", "--porcelain") == tree
    uninstall(find(filled))
    assert snapshot(filled.root) == before


@pytest.mark.parametrize("name", OWNERS)
def test_install_by_force_writes_there_and_is_undone(filled: History, fake: FakePython, name: str) -> None:
    MANAGERS[name](filled)
    before = snapshot(filled.root)
    install(find(filled), fake.path, force=True)
    assert problems(filled) == [None] * 4
    assert not install(find(filled), fake.path).changed
    uninstall(find(filled))
    assert snapshot(filled.root) == before


@pytest.mark.parametrize("name", ["pre-commit", "prek"])
def test_install_beside_a_manager_that_keeps_others(filled: History, fake: FakePython, name: str) -> None:
    MANAGERS[name](filled)
    before = snapshot(filled.root)
    install(find(filled), fake.path)
    watch(filled)
    assert problems(filled) == [None] * 4
    fake.starts()
    filled.commit("anchored", {"anchored.py": "2"})
    assert hook_starts(fake) == ["post-commit"]
    uninstall(find(filled))
    assert snapshot(hooks_of(filled)) == {
        path.removeprefix(".git/hooks/"): found for path, found in before.items() if path.startswith(".git/hooks/")
    }


def test_committed_folder_is_refused_and_its_hooks_can_call_ours(filled: History, fake: FakePython) -> None:
    write_script(filled.root / ".githooks/post-commit", "#!/bin/sh\nexit 0\n")
    filled.commit("with hooks")
    filled.git("config", "core.hooksPath", ".githooks")
    with pytest.raises(HooksRefused) as caught:
        install(find(filled), fake.path)
    assert "would commit a path of this machine" in caught.value.what
    assert filled.git("status", "--porcelain") == ""
    assert problems(filled) == [HookProblem.NOT_CALLED] * 4
    for title, line in zip(*[iter(caught.value.details)] * 2, strict=True):
        write_script(filled.root / ".githooks" / title.removeprefix("# "), f"#!/bin/sh\n{line}\n")
    assert problems(filled) == [None] * 4
    assert {change.action for change in install(find(filled), fake.path).changes} == {HookAction.UNCHANGED}
    watch(filled)
    filled.commit("anchored", {"anchored.py": "2"})
    assert [start for start in hook_starts(fake) if "post" in start] == ["post-commit"]
    assert str(fake.path).encode() not in b"".join(text for _, text in snapshot(filled.root / ".githooks").values())


def test_printed_lines_hold_no_path_of_this_machine(tmp_path: Path) -> None:
    for dialect in Dialect:
        text = "\n".join(call_lines(dialect))
        assert not any(word in text for word in (str(Path.home()), str(tmp_path), "python", "/home"))
        assert all(name in text for name in HOOKS)


# Whether the lines run ours.


@pytest.mark.parametrize("layout", [husky_8, husky_9])
def test_husky_runs_ours_once_and_stays_cheap(filled: History, fake: FakePython, layout: object) -> None:
    (husky_8 if layout is husky_8 else husky_9)(filled)
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.HUSKY)
    assert problems(filled) == [None] * 4
    assert {hook.runner for hook in status(find(filled))} == {"husky"}
    assert not install(find(filled), fake.path).changed
    filled.commit("with husky")
    watch(filled)
    fake.starts()
    filled.commit("other", {"other.py": "2"})
    assert hook_starts(fake) == []
    filled.commit("anchored", {"anchored.py": "2"})
    assert hook_starts(fake) == ["post-commit"]
    old = filled.head
    filled.git("checkout", "-q", "HEAD~1")
    assert hook_starts(fake) == []  # what was watched is what is there again
    filled.git("checkout", "-q", "main")
    assert hook_starts(fake) == [f"post-checkout {filled.git('rev-parse', 'main~1')} {old} 1"]
    layout_again = husky_8 if layout is husky_8 else husky_9
    layout_again(filled)  # a package install
    assert problems(filled) == [None] * 4


def test_line_in_a_clone_where_nothing_was_installed(filled: History, fake: FakePython, tmp_path: Path) -> None:
    husky_9(filled)
    follow_lines(filled, Dialect.HUSKY)
    filled.commit("with husky")
    cloned = clone(filled.root, tmp_path / "cloned")
    husky_9(cloned)
    assert problems(cloned) == [HookProblem.LAUNCHER_MISSING] * 4
    assert cloned.run("git", "commit", "-q", "--allow-empty", "-m", "no git-memory").stderr == b""
    write_script(tmp_path / "bin/git-memory", f"#!/bin/sh\necho \"$*\" >>'{fake.record}'\nexit 70\n")
    path = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    cloned.git("commit", "-q", "--allow-empty", "-m", "with git-memory", env=path)
    assert fake.starts() == ["hook --keep post-commit"]
    assert cloned.run("git", "checkout", "-q", "-b", "new", env=path).returncode == 0


def test_line_in_a_linked_worktree_and_a_folder_with_an_odd_name(tmp_path: Path, fake: FakePython) -> None:
    history = History.start(tmp_path / "quote'\"s $HOME")
    history.commit("first", {"anchored.py": "1", ".legendary/memories/m.md": "m"})
    husky_9(history)
    follow_lines(history, Dialect.HUSKY)
    history.commit("husky")
    keep_for_lines(find(history), fake.path)
    history.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = History(tmp_path / "linked", commits=10)
    husky_9(linked)
    watch(linked)
    fake.starts()
    linked.commit("other", {"other.py": "2"})
    assert fake.starts() == []
    linked.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]


@pytest.mark.parametrize(("command", "expected"), [("rebase", ["post-rewrite rebase"]), ("amend", [])])
def test_launcher_takes_from_variables_what_pre_commit_does_not_say(
    filled: History, fake: FakePython, command: str, expected: list[str]
) -> None:
    keep_for_lines(find(filled), fake.path)
    (filled.root / ".git/rebase-merge").mkdir()  # as it stands while post-rewrite runs
    words = ("sh", str(filled.root / ".git/legendary/run"))
    filled.run(*words, "post-rewrite", env={"PRE_COMMIT_REWRITE_COMMAND": command})
    assert fake.starts() == expected
    (filled.root / ".git/rebase-merge").rmdir()
    filled.run(*words, "post-checkout", env={"PRE_COMMIT_CHECKOUT_TYPE": "0"})
    assert fake.starts() == []
    filled.run(*words, "post-checkout", env={"PRE_COMMIT_CHECKOUT_TYPE": "1"})
    assert fake.starts() == ["post-checkout - - 1"]


def test_foreign_hook_of_husky_keeps_its_code_arguments_and_stdin(filled: History, fake: FakePython) -> None:
    husky_9(filled)
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.HUSKY)
    seen = filled.root.parent / "seen"
    theirs = f'#!/bin/sh\n{CALL} post-rewrite "$@"\nprintf "%s|%s\\n" "$*" "$(cat)" >>"{seen}"\nexit 3\n'
    write_script(filled.root / ".husky/post-rewrite", theirs)
    result = filled.run(".husky/_/post-rewrite", "amend", stdin=b"old new\n", check=False)
    assert (result.returncode, seen.read_text()) == (3, "amend|old new\n")
    assert fake.starts() == ["post-rewrite amend"]


def test_two_managers_that_chain_to_each_other_and_us_end(filled: History, fake: FakePython) -> None:
    runs = filled.root.parent / "runs"
    pre_commit(filled)
    install(find(filled), fake.path)
    hooks = hooks_of(filled)
    # Installed again, the manager moves ours and keeps its former self below it.
    (hooks / "post-commit").rename(hooks / "post-commit.legacy")
    manager = (
        f'#!/bin/sh\n# File generated by pre-commit\necho run >>"{runs}"\n[ $(wc -l <"{runs}") -lt 5 ] || exit 9\n'
    )
    write_script(hooks / "post-commit", f'{manager}"${{0%/*}}/post-commit.legacy" "$@"\n')
    write_script(
        hooks.with_name("hooks.before-legendary") / "post-commit", f'{manager}"${{0%/*}}/post-commit.legacy" "$@"\n'
    )
    filled.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]
    assert runs.read_text() == "run\n", "its former self is not run"


# What is wrong.


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text.replace(b"\n", b"\r\n"), HookProblem.CARRIAGE_RETURNS),
        (lambda text: b"\xef\xbb\xbf" + text, HookProblem.BYTE_ORDER_MARK),
    ],
)
def test_status_of_a_hook_that_an_editor_broke(filled: History, fake: FakePython, change, problem) -> None:  # type: ignore[no-untyped-def]
    install(find(filled), fake.path)
    hook = hooks_of(filled) / "post-commit"
    hook.write_bytes(change(hook_bytes("post-commit")))
    assert problems(filled) == [problem, None, None, None]
    install(find(filled), fake.path)
    assert problems(filled) == [None] * 4
    assert hook.read_bytes() == hook_bytes("post-commit")


def test_status_of_an_interpreter_that_does_not_have_us(filled: History, fake: FakePython) -> None:
    write_script(fake.path, "#!/bin/sh\nexit 1\n")
    install(find(filled), fake.path)
    assert problems(filled) == [HookProblem.INTERPRETER_BARE] * 4


def test_status_where_a_manager_owns_the_folder(filled: History, fake: FakePython) -> None:
    lefthook(filled)
    assert problems(filled) == [HookProblem.NOT_CALLED] * 4
    follow_lines(filled, Dialect.LEFTHOOK)
    assert problems(filled) == [HookProblem.LAUNCHER_MISSING] * 4
    keep_for_lines(find(filled), fake.path)
    assert problems(filled) == [None] * 4
    (hooks_of(filled) / "post-merge").unlink()
    (hooks_of(filled) / "post-commit").chmod(0o644)
    assert problems(filled) == [HookProblem.NOT_EXECUTABLE, HookProblem.MANAGER_ABSENT, None, None]
    fake.path.unlink()
    assert problems(filled)[2:] == [HookProblem.INTERPRETER_MISSING] * 2


def test_line_that_is_commented_out_does_not_call_us(filled: History, fake: FakePython) -> None:
    husky_9(filled)
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.HUSKY)
    hook = filled.root / ".husky/post-commit"
    hook.write_text(f"# {CALL} post-commit\n")
    assert problems(filled) == [HookProblem.NOT_CALLED, None, None, None]


# Git's own configuration.


def put_git_version(filled: History, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A git that says it is of that version and else is the one that is here."""
    script = f'#!/bin/sh\ncase " $* " in *" version "*) echo "git version {version}"; exit ;; esac\nexec {_GIT} "$@"\n'
    write_script(filled.root.parent / "bin/git", script)
    monkeypatch.setenv("PATH", f"{filled.root.parent / 'bin'}:{os.environ['PATH']}")


def test_config_lines_are_what_git_hands_arguments_to(filled: History, fake: FakePython) -> None:
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.CONFIG)
    follow_lines(filled, Dialect.CONFIG)
    assert filled.git("config", "--get-all", "hook.legendary-post-commit.event") == "post-commit"
    # As git's run-command starts one that needs a shell: the arguments come behind it.
    command = filled.git("config", "hook.legendary-post-checkout.command")
    filled.run("sh", "-c", f'{command} "$@"', command, "1" * 40, "2" * 40, "1")
    assert fake.starts() == [f"post-checkout {'1' * 40} {'2' * 40} 1"]
    shutil.rmtree(filled.root / ".git/legendary")
    assert filled.run("sh", "-c", f'{command} "$@"', command, "1" * 40, "2" * 40, "1").returncode == 0


def test_status_of_config_hooks(filled: History, fake: FakePython, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot(filled.root)
    keep_for_lines(find(filled), fake.path)
    filled.git("config", "core.hooksPath", "/dev/null")
    follow_lines(filled, Dialect.CONFIG)
    put_git_version(filled, "2.53.1", monkeypatch)
    assert problems(filled) == [HookProblem.CONFIG_TOO_OLD] * 4
    put_git_version(filled, "2.54.0", monkeypatch)
    assert problems(filled) == [None] * 4
    filled.git("config", "hook.legendary-post-merge.enabled", "false")
    assert problems(filled) == [None, HookProblem.CONFIG_OFF, None, None]
    filled.git("config", "hook.post-commit.enabled", "no")
    assert problems(filled)[0] is HookProblem.CONFIG_OFF
    filled.git("config", "--unset", "core.hooksPath")
    filled.git("config", "--remove-section", "hook.post-commit")
    (report,) = uninstall(find(filled))
    assert [change.name for change in report.changes] == list(HOOKS)
    assert snapshot(filled.root) == before


@pytest.mark.skipif(git_version() < (2, 54), reason="this git takes no hooks from its configuration")
def test_config_hooks_run_once_where_they_must(filled: History, fake: FakePython) -> None:
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.CONFIG)
    watch(filled)
    filled.commit("other", {"other.py": "2"})
    assert fake.starts() == []
    filled.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]
    watch(filled)
    old, head = filled.git("rev-parse", "HEAD~1"), filled.head
    filled.git("checkout", "-q", "HEAD~1")
    assert fake.starts() == [f"post-checkout {head} {old} 1"]


def test_status_where_programs_cannot_be_started(history: History, fake: FakePython, no_exec: Path) -> None:
    history.git("config", "core.hooksPath", str(no_exec))
    install(find(history), fake.path, force_global=True)
    assert problems(history) == [HookProblem.NO_EXEC] * 4


@pytest.fixture
def no_exec(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system from which nothing can be started; only the superuser can make one."""
    if os.geteuid() != 0:
        pytest.skip("only the superuser can mount")
    folder = tmp_path / "no-exec"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "noexec,size=1m", "tmpfs", folder], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield folder / "hooks"
    subprocess.run(["umount", folder], check=True)
