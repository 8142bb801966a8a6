"""Hooks on disk: installed, installed again, moved by others, taken away without a trace."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from legendary_git.errors import HooksRefused
from legendary_git.git.hook_files import HOOKS, HookAction, HookProblem, install, status, uninstall
from tests.git.bench import FakePython, clone, find, snapshot, write_script
from tests.history import History

INSTALLED = {*HOOKS, "legendary-git.sh"}


@pytest.fixture
def fake(tmp_path: Path) -> FakePython:
    return FakePython.make(tmp_path / "interpreter")


def hooks_of(history: History) -> Path:
    return history.root / ".git" / "hooks"


def problems(history: History | Path) -> set[HookProblem | None]:
    return {hook.problem for hook in status(find(history))}


def test_install_writes_scripts_that_can_run(history: History, fake: FakePython) -> None:
    before = snapshot(hooks_of(history))
    report = install(find(history), fake.path)
    assert report.folder == hooks_of(history)
    assert [(change.name, change.action) for change in report.changes] == [(name, "installed") for name in HOOKS]
    written = {name: found for name, found in snapshot(hooks_of(history)).items() if name not in before}
    assert set(written) == INSTALLED
    for name in HOOKS:
        mode, text = written[name]
        assert stat.S_IMODE(mode) == 0o755
        assert text.startswith(b"#!/bin/sh\n")
    assert not any(b"\r" in text or text.startswith(b"\xef\xbb\xbf") for _, text in written.values())
    assert problems(history) == {None}


def test_install_twice_changes_nothing(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\n")
    install(find(history), fake.path)
    before = snapshot(hooks_of(history))
    inodes = {path: path.stat().st_ino for path in hooks_of(history).iterdir()}
    report = install(find(history), fake.path)
    assert not report.changed
    assert snapshot(hooks_of(history)) == before
    assert {path: path.stat().st_ino for path in hooks_of(history).iterdir()} == inodes


def test_install_for_a_moved_interpreter_updates_that_alone(history: History, fake: FakePython, tmp_path: Path) -> None:
    install(find(history), fake.path)
    before = snapshot(hooks_of(history))
    fake.path.unlink()
    assert problems(history) == {HookProblem.INTERPRETER_MISSING}
    moved = FakePython.make(tmp_path / 'it\'s "moved" $HOME')
    report = install(find(history), moved.path)
    assert report.body_changed
    assert {change.action for change in report.changes} == {HookAction.UNCHANGED}
    after = snapshot(hooks_of(history))
    assert {name for name in after if after[name] != before[name]} == {"legendary-git.sh"}
    assert {hook.interpreter for hook in status(find(history))} == {moved.path}
    assert problems(history) == {None}


def test_uninstall_leaves_nothing(history: History, fake: FakePython) -> None:
    before = snapshot(history.root)
    install(find(history), fake.path)
    (report,) = uninstall(find(history))
    assert report.changed
    assert {change.action for change in report.changes} == {HookAction.REMOVED}
    assert snapshot(history.root) == before
    assert uninstall(find(history)) == ()
    assert problems(history) == {HookProblem.NOT_INSTALLED}


@pytest.mark.parametrize("mode", [0o755, 0o700, 0o644, 0o711])
def test_uninstall_restores_bytes_and_mode(history: History, fake: FakePython, mode: int) -> None:
    foreign = "#!/bin/sh\r\n\xe9 no line end"
    write_script(hooks_of(history) / "post-commit", foreign, mode)
    (hooks_of(history) / "post-merge").symlink_to("post-commit")
    before = snapshot(hooks_of(history))
    times = (hooks_of(history) / "post-commit").stat().st_mtime_ns
    install(find(history), fake.path)
    saved = hooks_of(history).with_name("hooks.before-legendary") / "post-commit"
    assert (saved.read_bytes(), stat.S_IMODE(saved.stat().st_mode)) == (foreign.encode(), mode)
    assert {hook.saved for hook in status(find(history)) if hook.name == "post-commit"} == {saved}
    uninstall(find(history))
    assert snapshot(hooks_of(history)) == before
    assert (hooks_of(history) / "post-merge").is_symlink()
    assert (hooks_of(history) / "post-commit").stat().st_mtime_ns == times


def test_install_where_git_looks_in_a_linked_worktree(history: History, fake: FakePython, tmp_path: Path) -> None:
    history.commit("first")
    history.git("worktree", "add", "-q", str(tmp_path / "linked"))
    assert install(find(tmp_path / "linked"), fake.path).folder == hooks_of(history)
    assert problems(history) == problems(tmp_path / "linked") == {None}
    uninstall(find(history))
    assert problems(tmp_path / "linked") == {HookProblem.NOT_INSTALLED}


def test_install_in_a_submodule_is_the_submodules(history: History, fake: FakePython, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    inner.commit("inner")
    history.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    report = install(find(history.root / "sub"), fake.path)
    assert report.folder == history.root / ".git" / "modules" / "sub" / "hooks"
    assert problems(history) == {HookProblem.NOT_INSTALLED}


def test_install_with_a_bare_repository_and_a_worktree(history: History, fake: FakePython, tmp_path: Path) -> None:
    history.commit("first")
    clone(history.root, tmp_path / "p" / ".bare", "--bare").git("worktree", "add", "-q", "../main")
    assert install(find(tmp_path / "p" / "main"), fake.path).folder == tmp_path / "p" / ".bare" / "hooks"


def test_install_without_a_hooks_folder(history: History, fake: FakePython) -> None:
    for path in hooks_of(history).iterdir():
        path.unlink()
    hooks_of(history).rmdir()
    install(find(history), fake.path)
    assert problems(history) == {None}


@pytest.mark.parametrize("setting", [".ignored/_", "{root}/.ignored here", ".git/hooks", ".git/mine"])
def test_install_in_a_hooks_path_inside(history: History, fake: FakePython, setting: str) -> None:
    history.write({".gitignore": "/.ignored*\n"})
    history.git("config", "core.hooksPath", setting.format(root=history.root))
    (history.root / "sub").mkdir()
    report = install(find(history.root / "sub"), fake.path)
    assert report.folder == history.root / setting.format(root=history.root)
    assert problems(history) == {None}
    uninstall(find(history))
    assert not [path for path in report.folder.iterdir() if path.suffix != ".sample"]


def test_install_refuses_a_hooks_path_outside(history: History, fake: FakePython, tmp_path: Path) -> None:
    write_script(tmp_path / "shared" / "post-commit", "#!/bin/sh\n")
    history.git("config", "core.hooksPath", str(tmp_path / "shared"))
    before = snapshot(tmp_path)
    with pytest.raises(HooksRefused) as caught:
        install(find(history), fake.path)
    assert str(tmp_path / "shared") in caught.value.what
    assert "--force-global" in caught.value.todo
    assert snapshot(tmp_path) == before
    assert problems(history) == {HookProblem.HOOKS_PATH_ELSEWHERE}


def test_install_refuses_a_global_hooks_path_even_below_the_root(
    history: History, fake: FakePython, sealed_environment: Path
) -> None:
    # A home folder that is a work tree: the folder is inside, yet every repository of the user takes hooks there.
    home = History.start(sealed_environment)
    home.git("config", "--global", "core.hooksPath", "~/.githooks")
    with pytest.raises(HooksRefused):
        install(find(home), fake.path)
    assert not (sealed_environment / ".githooks").exists()


def test_install_forced_into_a_global_hooks_path(history: History, fake: FakePython, tmp_path: Path) -> None:
    write_script(tmp_path / "shared" / "post-commit", "#!/bin/sh\n")
    before = snapshot(tmp_path / "shared")
    history.git("config", "--global", "core.hooksPath", str(tmp_path / "shared"))
    assert install(find(history), fake.path, force_global=True).folder == tmp_path / "shared"
    assert problems(history) == {None}
    uninstall(find(history))
    assert snapshot(tmp_path / "shared") == before


@pytest.mark.parametrize("setting", ["", "/dev/null"])
def test_install_refuses_where_hooks_are_off(history: History, fake: FakePython, setting: str) -> None:
    history.git("config", "core.hooksPath", setting)
    for force_global in (False, True):
        with pytest.raises(HooksRefused) as caught:
            install(find(history), fake.path, force_global=force_global)
        assert "git runs no hooks here" in caught.value.what
        assert "git config --local --unset core.hooksPath" in caught.value.todo
    assert problems(history) == {HookProblem.HOOKS_OFF}


def test_status_when_hooks_path_was_set_after_installing(history: History, fake: FakePython) -> None:
    before = snapshot(hooks_of(history))
    install(find(history), fake.path)
    history.git("config", "core.hooksPath", ".git/other")
    assert problems(history) == {HookProblem.HOOKS_PATH_ELSEWHERE}
    uninstall(find(history))
    assert snapshot(hooks_of(history)) == before


def test_status_of_damaged_hooks(history: History, fake: FakePython) -> None:
    install(find(history), fake.path)
    (hooks_of(history) / "post-commit").chmod(0o644)
    write_script(hooks_of(history) / "post-merge", "#!/bin/sh\necho mine\n")
    (hooks_of(history) / "post-rewrite").unlink()
    assert [hook.problem for hook in status(find(history))] == [
        HookProblem.NOT_EXECUTABLE,
        HookProblem.REPLACED,
        HookProblem.NOT_INSTALLED,
        None,
    ]
    (hooks_of(history) / "legendary-git.sh").unlink()
    assert status(find(history))[3].problem is HookProblem.BODY_MISSING
    report = install(find(history), fake.path)
    assert [change.action for change in report.changes] == ["updated", "installed", "installed", "unchanged"]
    assert problems(history) == {None}


def test_install_never_overwrites_a_saved_hook(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\necho first\n")
    install(find(history), fake.path)
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\necho second\n")
    before = snapshot(hooks_of(history))
    with pytest.raises(HooksRefused) as caught:
        install(find(history), fake.path)
    assert caught.value.details == (str(hooks_of(history) / "post-commit"),)
    assert snapshot(hooks_of(history)) == before


def test_install_after_another_tool_has_put_its_hook_back(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\necho theirs\n")
    before = snapshot(hooks_of(history))
    install(find(history), fake.path)
    installed = snapshot(hooks_of(history))
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\necho theirs\n")
    install(find(history), fake.path)
    assert snapshot(hooks_of(history)) == installed
    uninstall(find(history))
    assert snapshot(hooks_of(history)) == before


def test_uninstall_after_our_hook_was_deleted(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\n")
    before = snapshot(hooks_of(history))
    install(find(history), fake.path)
    (hooks_of(history) / "post-commit").unlink()
    uninstall(find(history))
    assert snapshot(hooks_of(history)) == before


def test_uninstall_keeps_what_another_tool_added(history: History, fake: FakePython) -> None:
    install(find(history), fake.path)
    with (hooks_of(history) / "post-commit").open("a") as hook:
        hook.write("# theirs\necho theirs\n")
    assert problems(history) == {None}
    assert not install(find(history), fake.path).changed
    uninstall(find(history))
    assert (hooks_of(history) / "post-commit").read_text() == "#!/bin/sh\n# theirs\necho theirs\n"
    assert os.access(hooks_of(history) / "post-commit", os.X_OK)


def test_uninstall_refuses_what_it_cannot_put_back(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\necho before\n")
    install(find(history), fake.path)
    with (hooks_of(history) / "post-commit").open("a") as hook:
        hook.write("echo theirs\n")
    before = snapshot(hooks_of(history))
    with pytest.raises(HooksRefused):
        uninstall(find(history))
    assert snapshot(hooks_of(history)) == before


def test_install_renews_our_lines_and_keeps_added_ones(history: History, fake: FakePython) -> None:
    install(find(history), fake.path)
    path = hooks_of(history) / "post-commit"
    path.write_text("#!/bin/sh\n# legendary-git hook; of another version\nhook=post-commit\necho theirs\n")
    assert status(find(history))[0].problem is HookProblem.OUTDATED
    install(find(history), fake.path)
    assert problems(history) == {None}
    assert path.read_text().endswith("echo theirs\n")


def move_by_manager(history: History, text: str) -> None:
    """What `pre-commit install` does: an existing hook becomes `.legacy`, and the new one chains to it."""
    hooks = hooks_of(history)
    (hooks / "post-commit").rename(hooks / "post-commit.legacy")
    write_script(hooks / "post-commit", text)


def test_hook_that_a_manager_moved_is_left_there(history: History, fake: FakePython) -> None:
    before = snapshot(hooks_of(history))
    install(find(history), fake.path)
    move_by_manager(history, "#!/bin/sh\nexec manager\n")
    assert problems(history) == {None}
    assert not install(find(history), fake.path).changed
    uninstall(find(history))
    after = snapshot(hooks_of(history))
    assert after.pop("post-commit")[1] == b"#!/bin/sh\nexec manager\n"
    assert after == before


def test_uninstall_under_a_manager_keeps_the_first_hook_in_its_chain(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\necho first\n")
    install(find(history), fake.path)
    move_by_manager(history, "#!/bin/sh\nexec manager\n")
    uninstall(find(history))
    assert (hooks_of(history) / "post-commit").read_text() == "#!/bin/sh\nexec manager\n"
    assert (hooks_of(history) / "post-commit.legacy").read_text() == "#!/bin/sh\necho first\n"


def test_uninstall_under_a_manager_that_was_also_first(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\nexec manager\n")
    before = snapshot(hooks_of(history))
    install(find(history), fake.path)
    move_by_manager(history, "#!/bin/sh\nexec manager\n")
    uninstall(find(history))
    assert snapshot(hooks_of(history)) == before


def test_copy_that_no_hook_runs_does_not_count(history: History, fake: FakePython) -> None:
    before = snapshot(hooks_of(history))
    install(find(history), fake.path)
    hooks = hooks_of(history)
    (hooks / "post-commit").rename(hooks / "post-commit.old")
    write_script(hooks / "post-commit", "#!/bin/sh\nexec other\n")
    assert status(find(history))[0].problem is HookProblem.REPLACED
    install(find(history), fake.path)
    assert problems(history) == {None}
    uninstall(find(history))
    after = snapshot(hooks)
    assert after.pop("post-commit")[1] == b"#!/bin/sh\nexec other\n"
    assert after == before


def test_kept_hooks_find_what_came_beside_them_later(history: History, fake: FakePython) -> None:
    write_script(hooks_of(history) / "post-commit", "#!/bin/sh\n")
    write_script(hooks_of(history) / "gone.sh", "")
    install(find(history), fake.path)
    kept = hooks_of(history).with_name("hooks.before-legendary")
    (hooks_of(history) / "gone.sh").unlink()
    write_script(hooks_of(history) / "new.sh", "")
    install(find(history), fake.path)
    assert {path.name for path in kept.iterdir()} == {"post-commit", "new.sh"}


@pytest.mark.parametrize("target", ["../dispatch", "absolute"])
def test_install_refuses_links_that_would_lead_elsewhere(
    history: History, fake: FakePython, tmp_path: Path, target: str
) -> None:
    folder = tmp_path / "all" / "hooks"
    write_script(folder.parent / "dispatch", "#!/bin/sh\n")
    hooks_of(history).rename(folder)
    hooks_of(history).symlink_to(folder)
    write_script(folder / "post-merge", "#!/bin/sh\n")
    (folder / "post-commit").symlink_to(hooks_of(history) / "post-merge" if target == "absolute" else target)
    before = snapshot(tmp_path)
    with pytest.raises(HooksRefused, match="links that would lead elsewhere") as caught:
        install(find(history), fake.path, force_global=True)
    assert caught.value.details == (str(hooks_of(history) / "post-commit"),)
    assert snapshot(tmp_path) == before
    (folder / "post-commit").unlink()
    (folder / "post-commit").symlink_to(tmp_path / "all" / "dispatch")
    install(find(history), fake.path, force_global=True)
    assert problems(history) == {None}
