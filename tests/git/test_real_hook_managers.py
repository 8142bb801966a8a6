"""The real hook managers, where they are installed: ours run once by their lines, and they keep running.

LEGENDARY_PRE_COMMIT and LEGENDARY_PREK name their programs, LEGENDARY_NODE_MODULES a folder with `husky8`, `husky9` and
`lefthook`, each of which holds a `node_modules`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from legendary_git.git.hook_call import Dialect
from legendary_git.git.hook_files import install, keep_for_lines, status, uninstall
from tests.git.bench import FakePython, find, snapshot
from tests.git.managers import follow_lines, hooks_of
from tests.git.test_hook_managers import hook_starts, watch
from tests.history import History

# Read before the tests are sealed.
_PRE_COMMIT = {
    name: path
    for name, variable in (("pre-commit", "LEGENDARY_PRE_COMMIT"), ("prek", "LEGENDARY_PREK"))
    if (path := os.environ.get(variable))
}
_NODE = os.environ.get("LEGENDARY_NODE_MODULES")

needs_pre_commit = pytest.mark.skipif(not _PRE_COMMIT, reason="LEGENDARY_PRE_COMMIT and LEGENDARY_PREK name nothing")
needs_node = pytest.mark.skipif(not _NODE, reason="LEGENDARY_NODE_MODULES names nothing")


@pytest.fixture
def fake(tmp_path: Path) -> FakePython:
    return FakePython.make(tmp_path / "interpreter")


@pytest.fixture
def filled(history: History) -> History:
    files: dict[str, str | bytes | None] = {"anchored.py": "1", "other.py": "1", ".legendary/memories/m.md": "m"}
    history.commit("first", files | {".gitignore": "/node_modules\n"})
    return history


def node(history: History, package: str) -> str:
    """Lend the repository the package; the program of that name."""
    modules = Path(_NODE or "") / package / "node_modules"
    (history.root / "node_modules").symlink_to(modules)
    return f"node_modules/.bin/{package.rstrip('89')}"


def lives_a_day(history: History, fake: FakePython) -> None:
    """Ours run once where they must, and not where they need not."""
    assert [hook.problem for hook in status(find(history))] == [None] * 4
    history.commit("with a manager")
    watch(history)
    fake.starts()
    history.commit("other", {"other.py": "2"})
    assert hook_starts(fake) == []
    history.commit("anchored", {"anchored.py": "2"})
    assert hook_starts(fake) == ["post-commit"]
    history.git("checkout", "-q", "-b", "side", "HEAD~1")
    fake.starts()
    history.commit("side", {"third.py": "3"})
    history.git("rebase", "-q", "main")
    assert [start.partition(" ")[0] for start in hook_starts(fake)] == ["post-rewrite"]


@needs_node
@pytest.mark.parametrize("package", ["husky8", "husky9"])
def test_husky(filled: History, fake: FakePython, package: str) -> None:
    husky = [node(filled, package), *(["install"] if package == "husky8" else [])]
    filled.run(*husky)
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.HUSKY)
    filled.run(*husky)
    lives_a_day(filled, fake)
    assert not install(find(filled), fake.path).changed


@needs_node
def test_lefthook(filled: History, fake: FakePython) -> None:
    program = node(filled, "lefthook")
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.LEFTHOOK)
    filled.run(program, "install")
    lives_a_day(filled, fake)
    assert not install(find(filled), fake.path).changed


@needs_pre_commit
@pytest.mark.parametrize("name", _PRE_COMMIT)
def test_pre_commit_by_lines(filled: History, fake: FakePython, name: str) -> None:
    follow_lines(filled, Dialect.PRE_COMMIT)
    filled.git("add", "-A")
    filled.run(_PRE_COMMIT[name], "install")
    keep_for_lines(find(filled), fake.path)
    lives_a_day(filled, fake)


@needs_pre_commit
@pytest.mark.parametrize("name", _PRE_COMMIT)
@pytest.mark.parametrize("ours_first", [True, False])
def test_pre_commit_beside_ours(filled: History, fake: FakePython, name: str, ours_first: bool) -> None:
    theirs = "repos:\n- repo: local\n  hooks:\n  - {id: t, name: t, language: system, entry: sh -c 'echo run >>../seen'"
    filled.commit("settings", {".pre-commit-config.yaml": f"{theirs}, always_run: true, stages: [post-commit]}}\n"})
    before = snapshot(hooks_of(filled))
    words = (_PRE_COMMIT[name], "install", "--hook-type", "post-commit")
    for step in ("ours", "theirs") if ours_first else ("theirs", "ours"):
        if step == "theirs":
            filled.run(*words)
            theirs_alone = snapshot(hooks_of(filled))
        else:
            install(find(filled), fake.path)
    assert not install(find(filled), fake.path).changed
    watch(filled)
    fake.starts()
    filled.commit("anchored", {"anchored.py": "2"})
    assert hook_starts(fake) == ["post-commit"]
    assert (filled.root.parent / "seen").read_text() == "run\n"
    uninstall(find(filled))
    left = snapshot(hooks_of(filled))
    if ours_first:
        assert left.pop("post-commit") == theirs_alone["post-commit"]
        assert left == before
    else:
        assert left == theirs_alone
