"""The installed shell hooks under real git: when Python starts, when it must not, and what they leave alone."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from legendary_git.git.hook_files import install, uninstall
from legendary_git.git.hook_text import BODY, HOOKS, body_bytes, hook_bytes
from legendary_git.git.watch import write_watch
from tests.git.bench import FakePython, clone, find, snapshot, write_script
from tests.history import History

GIT_HOOK_DIR = Path(".git") / "hooks"


@pytest.fixture
def fake(tmp_path: Path) -> FakePython:
    return FakePython.make(tmp_path / "interpreter")


@pytest.fixture
def watched(history: History, fake: FakePython) -> History:
    """A repository with our hooks, one anchored file, one other, and an index in step with HEAD."""
    history.commit("first", {"anchored.py": "1", "other.py": "1", ".legendary/memories/m.md": "m"})
    install(find(history), fake.path)
    watch(history)
    return history


def watch(history: History | Path, *paths: str, always: bool = False) -> None:
    repo = find(history)
    write_watch(repo, repo.head(), ["anchored.py", *paths], always=always)


def test_scripts_are_short_and_plain_posix() -> None:
    assert len(body_bytes(Path("/python")).splitlines()) <= 43
    for text in (body_bytes(Path("/python")), *map(hook_bytes, HOOKS)):
        for shell in filter(None, map(shutil.which, ("sh", "dash", "bash"))):
            subprocess.run([shell, "-n"], input=text, check=True)


# Which hook hands over, operation by operation.


def test_commit_of_another_file_starts_no_python(watched: History, fake: FakePython) -> None:
    watched.commit("other", {"other.py": "2"})
    watched.commit("other again", {"other.py": "3", "new.py": "n"})
    assert fake.starts() == []


def test_commit_of_an_anchored_file_starts_python(watched: History, fake: FakePython) -> None:
    watched.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]


@pytest.mark.parametrize(
    "change", [{"anchored.py": None}, {".legendary/memories/n.md": "n"}, {".legendary/config": "c"}]
)
def test_commit_of_what_matters_starts_python(
    watched: History, fake: FakePython, change: dict[str, str | bytes | None]
) -> None:
    watched.commit("matters", change)
    assert fake.starts() == ["post-commit"]


def test_change_that_was_missed_is_caught_up(watched: History, fake: FakePython) -> None:
    watched.write({"anchored.py": "2"})
    watched.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-a", "-m", "no hooks")
    watched.commit("other", {"other.py": "2"})
    assert fake.starts() == ["post-commit"]


def test_change_that_was_reverted_since_starts_no_python(watched: History, fake: FakePython) -> None:
    watched.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]
    watched.git("reset", "-q", "--hard", "HEAD~1")
    watched.commit("other", {"other.py": "2"})
    assert fake.starts() == []


def test_commit_with_a_path_or_all_or_no_verify(watched: History, fake: FakePython) -> None:
    for number, options in enumerate((["-a"], ["--", "anchored.py"], ["--no-verify", "-a"])):
        watched.write({"anchored.py": f"edit {number}"})
        watched.git("commit", "-q", "-m", "x", *options)
        assert fake.starts() == ["post-commit"]


def test_commit_leaves_index_and_tree_alone(watched: History, fake: FakePython) -> None:
    watched.write({"anchored.py": "2", "staged.py": "s", ".legendary/memories/m.md": "edited"})
    watched.git("add", "staged.py")
    watched.git("commit", "-q", "-m", "only one", "--", "anchored.py")
    assert watched.git("show", "--format=", "--name-only") == "anchored.py"
    assert watched.git("status", "--porcelain").splitlines() == [" M .legendary/memories/m.md", "A  staged.py"]


def test_amend(watched: History, fake: FakePython) -> None:
    watched.write({"anchored.py": "2"})
    watched.git("commit", "-q", "-a", "--amend", "-m", "amended")
    assert fake.starts() == ["post-commit", "post-rewrite amend"]


def test_rename_of_an_anchored_file(watched: History, fake: FakePython) -> None:
    watched.git("mv", "anchored.py", "renamed.py")
    watched.commit("renamed")
    assert fake.starts() == ["post-commit"]


def side_branch(history: History, files: dict[str, str | bytes | None]) -> None:
    history.git("checkout", "-q", "-b", "side")
    history.commit("on the side", files)
    history.git("checkout", "-q", "main")


@pytest.mark.parametrize(("path", "expected"), [("anchored.py", ["post-merge 0"]), ("other.py", [])])
@pytest.mark.parametrize("options", [["--ff-only"], ["--no-ff", "--no-edit"]])
def test_merge(watched: History, fake: FakePython, path: str, expected: list[str], options: list[str]) -> None:
    side_branch(watched, {path: "2"})
    watch(watched)
    fake.starts()
    watched.git("merge", "-q", *options, "side")
    assert fake.starts() == expected


def test_merge_with_a_conflict_resolved_by_commit(watched: History, fake: FakePython) -> None:
    side_branch(watched, {"anchored.py": "side"})
    watched.commit("on main", {"anchored.py": "main"})
    watch(watched)
    fake.starts()
    watched.git("merge", "-q", "side", check=False)
    assert fake.starts() == []
    watched.commit("resolved", {"anchored.py": "both"})
    assert fake.starts() == ["post-commit"]


def test_merge_squash_waits_for_the_commit(watched: History, fake: FakePython) -> None:
    side_branch(watched, {"anchored.py": "side"})
    watch(watched)
    fake.starts()
    watched.git("merge", "-q", "--squash", "side")
    assert fake.starts() == []
    watched.commit("squashed")
    assert fake.starts() == ["post-commit"]


def diverged(history: History) -> None:
    """Three commits on `side`, one on `main` that touches no anchored file; watched on `main`."""
    history.git("checkout", "-q", "-b", "side")
    for number in range(3):
        history.commit(f"side {number}", {"anchored.py": f"side {number}"})
    history.git("checkout", "-q", "main")
    history.commit("main", {"other.py": "main"})
    watch(history)
    history.git("checkout", "-q", "side")


@pytest.mark.parametrize("backend", ["--merge", "--apply"])
def test_rebase_hands_over_once_at_its_end(watched: History, fake: FakePython, backend: str) -> None:
    diverged(watched)
    fake.starts()
    watched.git("rebase", "-q", backend, "main")
    assert fake.starts() == ["post-rewrite rebase"]


def test_rebase_by_merge_does_not_speak_of_the_commits_on_the_way(watched: History, fake: FakePython) -> None:
    diverged(watched)
    watch(watched)  # on `side`: while HEAD is at `main`, the anchored file differs
    fake.starts()
    watched.git("rebase", "-q", "--merge", "main")
    assert fake.starts() == []


def test_pull_with_rebase(watched: History, fake: FakePython, tmp_path: Path) -> None:
    pulled = clone(watched.root, tmp_path / "pulled")
    install(find(pulled), fake.path)
    watch(pulled)
    fake.starts()
    watched.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]
    pulled.git("pull", "-q", "--rebase")
    assert fake.starts() == ["post-merge 0"]
    watched.commit("anchored", {"anchored.py": "3"})
    pulled.commit("local", {"local.py": "l"})
    fake.starts()
    pulled.git("pull", "-q", "--rebase")
    assert fake.starts() == ["post-rewrite rebase"]


def test_rebase_stopped_and_aborted_starts_nothing(watched: History, fake: FakePython) -> None:
    side_branch(watched, {"anchored.py": "side"})
    watched.commit("main", {"anchored.py": "main"})
    watched.git("checkout", "-q", "side")
    watch(watched)
    fake.starts()
    watched.git("rebase", "-q", "main", check=False)
    watched.git("rebase", "--abort")
    assert fake.starts() == []


def test_commit_while_a_rebase_by_patches_stands_still_starts_nothing(watched: History, fake: FakePython) -> None:
    side_branch(watched, {"anchored.py": "side"})
    watched.commit("main", {"anchored.py": "main"})
    watched.git("checkout", "-q", "side")
    watched.git("rebase", "-q", "--apply", "main", check=False)
    fake.starts()
    watched.commit("by hand", {"anchored.py": "both"})
    assert fake.starts() == []


def test_amend_while_a_rebase_stands_still_starts_nothing(watched: History, fake: FakePython) -> None:
    watched.commit("second", {"anchored.py": "2"})
    watched.commit("third", {"anchored.py": "3"})
    fake.starts()
    env = {"GIT_SEQUENCE_EDITOR": "sed -i 1s/pick/edit/"}
    watched.git("rebase", "-q", "-i", "HEAD~2", env=env)
    watched.git("commit", "-q", "--amend", "-m", "edited")
    assert fake.starts() == []
    watched.git("rebase", "--continue")
    assert fake.starts() == ["post-rewrite rebase"]


def test_cherry_pick_and_revert(watched: History, fake: FakePython) -> None:
    side_branch(watched, {"anchored.py": "2"})
    watch(watched)
    fake.starts()
    watched.git("cherry-pick", "side")
    assert fake.starts() == ["post-commit"]
    watched.git("revert", "--no-edit", "HEAD")
    assert fake.starts() == []  # what was watched is what is there again


def test_checkout_of_a_branch_and_of_a_file(watched: History, fake: FakePython) -> None:
    side_branch(watched, {"anchored.py": "2"})
    old, new = watched.head, watched.git("rev-parse", "side")
    watch(watched)
    fake.starts()
    watched.git("checkout", "-q", "side", "--", "anchored.py")
    watched.git("checkout", "-q", "HEAD", "--", "anchored.py")
    assert fake.starts() == []
    watched.git("switch", "-q", "side")
    assert fake.starts() == [f"post-checkout {old} {new} 1"]
    watched.git("switch", "-q", "main")
    assert fake.starts() == []


def test_checkout_of_a_file_never_starts_python(watched: History, fake: FakePython) -> None:
    watch(watched, always=True)
    watched.git("checkout", "-q", "HEAD", "--", "anchored.py")
    watched.git("restore", "other.py")
    assert fake.starts() == []


def test_worktree_add_and_clone(watched: History, fake: FakePython, tmp_path: Path) -> None:
    head = watched.head
    watched.git("worktree", "add", "-q", str(tmp_path / "linked"))
    assert fake.starts() == [f"post-checkout {'0' * 40} {head} 1"]
    template = tmp_path / "template"
    shutil.copytree(watched.root / GIT_HOOK_DIR, template / "hooks")
    clone(watched.root, tmp_path / "cloned", f"--template={template}")
    assert fake.starts() == [f"post-checkout {'0' * 40} {head} 1"]


def test_commit_in_a_linked_worktree(watched: History, fake: FakePython, tmp_path: Path) -> None:
    watched.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = History(tmp_path / "linked", commits=10)
    watch(linked.root)
    fake.starts()
    linked.commit("other", {"other.py": "2"})
    assert fake.starts() == []
    linked.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]


def test_first_commit_and_orphan_branch(history: History, fake: FakePython) -> None:
    install(find(history), fake.path)
    history.commit("first", {".legendary/memories/m.md": "m"})
    assert fake.starts() == ["post-commit"]
    watch(history)
    history.git("checkout", "-q", "--orphan", "alone")
    fake.starts()
    history.commit("orphan", {"anchored.py": "1"})
    assert fake.starts() == ["post-commit"]


def test_superproject_and_submodule_each_by_itself(watched: History, fake: FakePython, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    inner.commit("inner", {"anchored.py": "1", ".legendary/memories/m.md": "m"})
    watched.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    watched.commit("with a submodule")
    sub = History(watched.root / "sub", commits=10)
    other = FakePython.make(tmp_path / "interpreter of sub")
    install(find(sub), other.path)
    watch(sub)
    watch(watched)
    fake.starts()
    sub.commit("in the submodule", {"anchored.py": "2"})
    assert (fake.starts(), other.starts()) == ([], ["post-commit"])
    watched.commit("the submodule moved")
    assert (fake.starts(), other.starts()) == ([], [])
    watched.commit("anchored", {"anchored.py": "2"})
    assert (fake.starts(), other.starts()) == (["post-commit"], [])


def test_dotfiles_repository_inside_another_one(watched: History, fake: FakePython) -> None:
    home = watched.root / "home"
    home.mkdir()
    git_dir = home / ".dot.git"
    subprocess.run(["git", "init", "-q", "--bare", str(git_dir)], check=True)
    words = (f"--git-dir={git_dir}", f"--work-tree={home}")
    dotfiles = History(home, commits=10)
    dotfiles.write({"anchored.py": "1", ".legendary/memories/m.md": "m"})
    dotfiles.git(*words, "config", "core.hooksPath", str(git_dir / "hooks"))
    repo = type(find(home)).find(home, os.environ | {"GIT_DIR": ".dot.git", "GIT_WORK_TREE": "."})
    install(repo, fake.path)
    for path, expected in (("anchored.py", ["post-commit"]), (".legendary", ["post-commit"]), ("other.py", [])):
        dotfiles.write({"other.py": path})
        dotfiles.git(*words, "add", path)
        dotfiles.git(*words, "commit", "-q", "-m", path)
        assert fake.starts() == expected, path
        write_watch(repo, repo.head(), ["anchored.py"])
    assert not (watched.root / ".git" / "legendary" / "watch").read_bytes().startswith(repo.head().encode())  # type: ignore[union-attr]


# What may not be missed.

ODD_NAMES = (
    "with space.py",
    " lead",
    "trail ",
    'quo"te.py',
    "apo'strophe.py",
    "back\\slash.py",
    "caf\udce9.py",
    "café.py",
    "-dash.py",
    "tab\t.py",
    "cr\r",
    "0",
    "1e3",
    "$HOME",
    "[x]",
    "a=b",
    "HEAD",
    "\x01",
    "d/" * 40 + "deep.py",
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_name_is_not_missed(watched: History, fake: FakePython, name: str) -> None:
    watched.commit("odd", {name: "1"})
    watch(watched, name)
    fake.starts()
    watched.commit("other", {"other.py": "2"})
    assert fake.starts() == []
    watched.commit("odd again", {name: "2"})
    assert fake.starts() == ["post-commit"]


@pytest.mark.parametrize("name", ["new\nline.py", "*"])
def test_name_that_a_line_cannot_hold_always_starts_python(watched: History, fake: FakePython, name: str) -> None:
    watch(watched, name)
    watched.commit("other", {"other.py": "2"})
    assert fake.starts() == ["post-commit"]


def test_name_of_a_change_that_a_line_cannot_hold(watched: History, fake: FakePython) -> None:
    watched.commit("odd", {"a\n.legendary/b": "1", "x\nanchored.py": "1", "anchored.py\nx": "1"})
    assert fake.starts() == []
    watched.commit("memory", {".legendary/new\nline": "1"})
    assert fake.starts() == ["post-commit"]


def test_always_starts_python(watched: History, fake: FakePython) -> None:
    watch(watched, always=True)
    watched.commit("other", {"other.py": "2"})
    assert fake.starts() == ["post-commit"]


@pytest.mark.parametrize("content", [None, b"", b"-\n", b"\n", b"0" * 40 + b"\n", b"HEAD~99\n", b"nonsense\nx\n"])
def test_doubt_starts_python(watched: History, fake: FakePython, content: bytes | None) -> None:
    path = find(watched).state_dir / "watch"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    watched.write({"other.py": "2"})
    watched.git("commit", "-q", "-a", "-m", "other", env={"since": "HEAD", "watch": "/dev/null", "status": "0"})
    assert fake.starts() == ["post-commit"]


def test_watch_that_cannot_be_read_starts_python(watched: History, fake: FakePython) -> None:
    path = find(watched).state_dir / "watch"
    path.unlink()
    path.mkdir()
    watched.commit("other", {"other.py": "2"})
    assert fake.starts() == ["post-commit"]


def test_commit_that_is_gone_starts_python(watched: History, fake: FakePython, tmp_path: Path) -> None:
    shallow = clone(watched.root, tmp_path / "shallow", "--depth=1")
    install(find(shallow), fake.path)
    write_watch(find(shallow), "1" * 40, ["anchored.py"])
    shallow.commit("other", {"other.py": "2"})
    assert fake.starts() == ["post-commit"]


@pytest.mark.parametrize("tool", ["awk", "tr"])
def test_missing_tool_starts_python(watched: History, fake: FakePython, tmp_path: Path, tool: str) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in {"git", "sh", "awk", "tr", "cat"} - {tool}:
        (tools / name).symlink_to(shutil.which(name) or name)
    watched.write({"other.py": "2"})
    watched.git("commit", "-q", "-a", "-m", "other", env={"PATH": str(tools), "GIT_EXEC_PATH": str(tools)}, check=False)
    assert [start.split()[0] for start in fake.starts()] == ["post-commit"]


def test_memories_outside_a_sparse_checkout(watched: History, fake: FakePython) -> None:
    watched.commit("folders", {"d1/x.py": "x", "d2/y.py": "y", ".legendary/memories/m.md": None, "d2/.keep": ""})
    watched.commit("memory", {".legendary/memories/n.md": "n"})
    watched.git("sparse-checkout", "set", "--no-cone", "/d1/")
    assert not (watched.root / ".legendary").exists()
    watch(watched, "d1/x.py")
    fake.starts()
    watched.write({"d1/x.py": "2"})
    watched.git("commit", "-q", "-a", "-m", "anchored")
    assert fake.starts() == ["post-commit"]


def test_memories_that_were_removed(watched: History, fake: FakePython) -> None:
    watched.commit("removed", {".legendary/memories/m.md": None})
    shutil.rmtree(watched.root / ".legendary", ignore_errors=True)
    assert fake.starts() == ["post-commit"]


def test_repository_without_memories_starts_nothing(history: History, fake: FakePython) -> None:
    install(find(history), fake.path)
    history.commit("first", {"a.py": "a"})
    history.git("commit", "-q", "--amend", "-m", "again")
    assert fake.starts() == []


# Foreign hooks.


def test_foreign_hook_runs_once_before_ours_with_arguments_and_stdin(watched: History, fake: FakePython) -> None:
    seen = watched.root.parent / "seen"
    script = f'#!/bin/sh\nprintf "%s %s|%s\\n" "${{0##*/}}" "$*" "$(cat)" >>"{seen}"\n'
    script += f'test -e "{fake.record}" && echo late >>"{seen}"\nexit 0\n'
    for name in HOOKS:
        (watched.root / GIT_HOOK_DIR / name).unlink()
        write_script(watched.root / GIT_HOOK_DIR / name, script)
    install(find(watched), fake.path)
    old = watched.head
    watched.write({"anchored.py": "2"})
    watched.git("commit", "-q", "-a", "--amend", "-m", "amended")
    rewritten = f"{old} {watched.head}"
    assert seen.read_text().splitlines() == [
        "post-commit |",
        f"post-rewrite amend|{rewritten}",
        "late",
    ]
    assert fake.starts() == ["post-commit", "post-rewrite amend"]


def test_foreign_hooks_that_are_links_to_one_run_once(watched: History, fake: FakePython) -> None:
    seen, hooks = watched.root.parent / "seen", watched.root / GIT_HOOK_DIR
    for name in HOOKS[:3]:
        (hooks / name).unlink()
    write_script(hooks / "post-commit", f'#!/bin/sh\necho "run $*" >>"{seen}"\n')
    (hooks / "post-merge").symlink_to("post-commit")
    (hooks / "post-rewrite").symlink_to("./post-commit")
    install(find(watched), fake.path)
    watched.git("commit", "-q", "--amend", "--allow-empty", "-m", "amended")
    assert seen.read_text() == "run \nrun amend\n"
    uninstall(find(watched))
    assert (hooks / "post-merge").is_symlink()


# How hooks find out what to do, and what else they need: by their own name, and by paths relative to themselves.
_DISPATCHERS = {
    "its name": 'echo "${0##*/}" >>"$SEEN"',
    "a file beside it": '. "${0%/*}/common.sh"',
    "a folder of its name": 'for each in "$0.d"/*; do "$each"; done',
    "itself again": '[ -n "$AGAIN" ] || { AGAIN=1 sh "$0" "$@"; exit; }; echo "${0##*/}" >>"$SEEN"',
    "the work tree above it": '"${0%/*}/../../scripts/run.sh" "${0##*/}"',
}


@pytest.mark.parametrize("way", _DISPATCHERS)
def test_foreign_hook_finds_what_it_found_before(
    watched: History, fake: FakePython, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEEN", str(watched.root.parent / "seen"))
    hooks = watched.root / GIT_HOOK_DIR
    uninstall(find(watched))
    write_script(hooks / "post-commit", f"#!/bin/sh\n{_DISPATCHERS[way]}\n")
    write_script(hooks / "common.sh", 'echo "${0##*/}" >>"$SEEN"\n', 0o644)
    write_script(hooks / "post-commit.d/one", '#!/bin/sh\necho post-commit >>"$SEEN"\n')
    write_script(watched.root / "scripts/run.sh", '#!/bin/sh\necho "$1" >>"$SEEN"\n')
    before = snapshot(watched.root / ".git")
    install(find(watched), fake.path)
    watched.commit("anchored", {"anchored.py": "2"})
    assert Path(os.environ["SEEN"]).read_text() == "post-commit\n"
    assert fake.starts() == ["post-commit"]
    uninstall(find(watched))
    after = snapshot(watched.root / ".git")
    assert {path for path in after if "hooks" in path} == {path for path in before if "hooks" in path}


def test_foreign_hook_that_commits_runs_for_its_own_commit_too(watched: History, fake: FakePython) -> None:
    seen = watched.root.parent / "seen"
    uninstall(find(watched))
    write_script(
        watched.root / GIT_HOOK_DIR / "post-commit",
        f'#!/bin/sh\nread -r subject <<X\n$(git log -1 --format=%s)\nX\necho "$subject" >>"{seen}"\n'
        '[ "$subject" = bump ] || git commit -q --allow-empty -m bump\n',
    )
    install(find(watched), fake.path)
    watched.commit("one")
    assert seen.read_text() == "one\nbump\n"


def test_foreign_hook_keeps_its_exit_code(watched: History, fake: FakePython, tmp_path: Path) -> None:
    path = watched.root / GIT_HOOK_DIR / "post-checkout"
    path.unlink()
    write_script(path, "#!/bin/sh\nexit 3\n")
    install(find(watched), fake.path)
    assert watched.run("git", "worktree", "add", "-q", str(tmp_path / "w"), check=False).returncode == 3
    assert len(fake.starts()) == 1
    assert watched.run("git", "checkout", "-q", "-b", "x", check=False).returncode == 1
    assert watched.run("git", "checkout", "-q", "HEAD", "--", "other.py", check=False).returncode == 3


def test_foreign_hook_that_cannot_run_is_not_run(watched: History, fake: FakePython) -> None:
    path = watched.root / GIT_HOOK_DIR / "post-commit"
    path.unlink()
    write_script(path, f"#!/bin/sh\ntouch '{watched.root}/ran'\n", 0o644)
    install(find(watched), fake.path)
    watched.write({"anchored.py": "2"})
    assert watched.run("git", "commit", "-q", "-a", "-m", "anchored").stderr == b""
    assert fake.starts() == ["post-commit"]
    assert not (watched.root / "ran").exists()


def test_hook_that_a_manager_moved_runs_from_its_chain(watched: History, fake: FakePython) -> None:
    hooks = watched.root / GIT_HOOK_DIR
    (hooks / "post-commit").rename(hooks / "post-commit.legacy")
    write_script(hooks / "post-commit", '#!/bin/sh\n"${0%/*}/post-commit.legacy" "$@"\n')
    watched.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]


def test_managers_that_chain_to_each_other_end(watched: History, fake: FakePython, tmp_path: Path) -> None:
    hooks, manager = watched.root / GIT_HOOK_DIR, tmp_path / "runs"
    script = f'#!/bin/sh\necho run >>"{manager}"\nlegacy=$(dirname "$0")/post-commit.legacy\n'
    # If nothing else ends the circle, the third turn does, so that this test can fail.
    script += f'if [ $(wc -l <"{manager}") -lt 3 ] && [ -x "$legacy" ]; then exec "$legacy" "$@"; fi\n'
    (hooks / "post-commit").unlink()
    write_script(hooks / "post-commit", script)
    install(find(watched), fake.path)
    (hooks / "post-commit").rename(hooks / "post-commit.legacy")
    write_script(hooks / "post-commit", script)
    watched.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]
    assert manager.read_text() == "run\nrun\n"  # the manager's new hook, and its old one that we keep


def test_lines_that_another_tool_added_run_too(watched: History, fake: FakePython) -> None:
    with (watched.root / GIT_HOOK_DIR / "post-commit").open("a") as hook:
        hook.write(f"touch '{watched.root}.ran'\n")
    watched.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]
    assert Path(f"{watched.root}.ran").exists()


# Surroundings.


def test_poor_environment(watched: History, fake: FakePython, sealed_environment: Path) -> None:
    watched.write({"anchored.py": "2"})
    words = ["env", "-i", f"HOME={sealed_environment}", "PATH=/usr/bin:/bin", "git", "commit", "-q", "-a", "-m", "x"]
    result = watched.run(*words)
    assert (result.stderr, fake.starts()) == (b"", ["post-commit"])


@pytest.mark.parametrize("name", ["with space", "quote'\"s $HOME `x`", "new\nline", "-dash", "caf\udce9"])
def test_repository_in_a_folder_with_an_odd_name(tmp_path: Path, name: str) -> None:
    fake = FakePython.make(tmp_path / "interpreter")
    history = History.start(tmp_path / name)
    history.commit("first", {"anchored.py": "1", ".legendary/memories/m.md": "m"})
    install(find(history), fake.path)
    watch(history)
    history.commit("other", {"other.py": "2"})
    assert fake.starts() == []
    history.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]


def test_installed_under_autocrlf(watched: History, fake: FakePython) -> None:
    watched.git("config", "core.autocrlf", "true")
    install(find(watched), fake.path)
    watched.commit("anchored", {"anchored.py": "2"})
    assert fake.starts() == ["post-commit"]


def test_deleted_interpreter_falls_back_to_path(watched: History, fake: FakePython, tmp_path: Path) -> None:
    fake.path.unlink()
    write_script(tmp_path / "bin" / "git-memory", f"#!/bin/sh\necho \"$*\" >>'{fake.record}'\n")
    watched.write({"anchored.py": "2"})
    watched.git("commit", "-q", "-a", "-m", "x", env={"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"})
    assert fake.starts() == ["hook post-commit"]


def test_nothing_to_hand_over_to_is_one_line(watched: History, fake: FakePython) -> None:
    fake.path.unlink()
    watched.write({"anchored.py": "2"})
    result = watched.run("git", "commit", "-q", "-a", "-m", "x", env={"PATH": "/usr/bin:/bin"})
    (line,) = result.stderr.decode().splitlines()
    assert str(fake.path) in line
    assert "git memory hooks install" in line
    assert watched.run("git", "checkout", "-q", "-b", "new", env={"PATH": "/usr/bin:/bin"}).returncode == 0


def test_python_that_fails_changes_no_exit_code(watched: History, fake: FakePython, tmp_path: Path) -> None:
    write_script(fake.path, "#!/bin/sh\nexit 70\n")
    assert watched.run("git", "worktree", "add", "-q", str(tmp_path / "w")).returncode == 0
    for name in HOOKS:
        hook = watched.root / GIT_HOOK_DIR / name
        assert watched.run(str(hook), "amend", "x", "1", env={"PATH": "/nowhere"}).returncode == 0


def test_body_that_is_gone_changes_no_exit_code(watched: History) -> None:
    (watched.root / GIT_HOOK_DIR / BODY).unlink()
    result = watched.run("git", "checkout", "-q", "-b", "new")
    assert (result.returncode, result.stderr) == (0, b"")


def test_interpreter_gets_no_stdin(watched: History, fake: FakePython) -> None:
    # post-rewrite has the rewritten commits on stdin; the bench writes down what it could read.
    watched.write({"anchored.py": "2"})
    watched.git("commit", "-q", "-a", "--amend", "-m", "amended")
    assert all("|" not in start for start in fake.starts())


def test_rebase_of_a_worktree_leaves_no_lock(watched: History, fake: FakePython, tmp_path: Path) -> None:
    watched.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = History(tmp_path / "linked", commits=10)
    for number in range(5):
        linked.commit(f"side {number}", {"anchored.py": f"{number}"})
    watched.commit("main", {"other.py": "main"})
    for _ in range(3):
        linked.git("rebase", "-q", "--force-rebase", "main")
    assert not list((watched.root / ".git").rglob("*.lock"))
