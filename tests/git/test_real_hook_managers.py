"""The real hook managers: ours run once by their lines, and they keep running.

pre-commit, prek and lefthook are installed with what the tests need. husky is no package of Python's: `make test-husky`
gets it from the npm registry, and LEGENDARY_HUSKY names the folder, with `husky8` and `husky9`, each of which holds a
`node_modules`. LEGENDARY_OVERCOMMIT names the folder of an unpacked overcommit.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from legendary_git.errors import HooksRefused
from legendary_git.git.hook_call import Dialect
from legendary_git.git.hook_files import HookProblem, install, keep_for_lines, status, uninstall
from tests.git.bench import FakePython, find, snapshot
from tests.git.managers import follow_lines, hooks_of
from tests.git.test_hook_managers import hook_starts, watch
from tests.history import History

_BIN = Path(sys.executable).parent
# Read before the tests are sealed.
_HUSKY = os.environ.get("LEGENDARY_HUSKY")
_OVERCOMMIT = os.environ.get("LEGENDARY_OVERCOMMIT")
_PATH = os.environ["PATH"]

needs_husky = pytest.mark.skipif(not _HUSKY, reason="LEGENDARY_HUSKY names no folder")
needs_overcommit = pytest.mark.skipif(not _OVERCOMMIT, reason="LEGENDARY_OVERCOMMIT names no folder")


@pytest.fixture
def fake(tmp_path: Path) -> FakePython:
    return FakePython.make(tmp_path / "interpreter")


@pytest.fixture
def filled(history: History) -> History:
    files: dict[str, str | bytes | None] = {"anchored.py": "1", "other.py": "1", ".legendary/memories/m.md": "m"}
    history.commit("first", files | {".gitignore": "/node_modules\n"})
    return history


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


@needs_husky
@pytest.mark.parametrize("package", ["husky8", "husky9"])
def test_husky(filled: History, fake: FakePython, package: str) -> None:
    (filled.root / "node_modules").symlink_to(Path(_HUSKY or "") / package / "node_modules")
    husky = ["node_modules/.bin/husky", *(["install"] if package == "husky8" else [])]
    filled.run(*husky)
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.HUSKY)
    filled.run(*husky)
    lives_a_day(filled, fake)
    assert not install(find(filled), fake.path).changed


def test_lefthook(filled: History, fake: FakePython, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join((str(_BIN), _PATH)))  # its hooks look for it there
    keep_for_lines(find(filled), fake.path)
    follow_lines(filled, Dialect.LEFTHOOK)
    filled.run(str(_BIN / "lefthook"), "install")
    lives_a_day(filled, fake)
    assert not install(find(filled), fake.path).changed


@pytest.mark.parametrize("name", ["pre-commit", "prek"])
def test_pre_commit_by_lines(filled: History, fake: FakePython, name: str) -> None:
    follow_lines(filled, Dialect.PRE_COMMIT)
    filled.git("add", "-A")
    filled.run(str(_BIN / name), "install")
    keep_for_lines(find(filled), fake.path)
    lives_a_day(filled, fake)


@pytest.mark.parametrize("name", ["pre-commit", "prek"])
@pytest.mark.parametrize("ours_first", [True, False])
def test_pre_commit_beside_ours(filled: History, fake: FakePython, name: str, ours_first: bool) -> None:
    theirs = "repos:\n- repo: local\n  hooks:\n  - {id: t, name: t, language: system, entry: sh -c 'echo run >>../seen'"
    filled.commit("settings", {".pre-commit-config.yaml": f"{theirs}, always_run: true, stages: [post-commit]}}\n"})
    before = snapshot(hooks_of(filled))
    words = (str(_BIN / name), "install", "--hook-type", "post-commit")
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


@pytest.mark.parametrize("other", ["pre-commit", "prek"])
@pytest.mark.parametrize("name", ["pre-commit", "prek"])
def test_pre_commit_that_is_installed_again(filled: History, fake: FakePython, name: str, other: str) -> None:
    """It moves ours into its chain, in which its former self, that ours keep, would be taken for a fault."""
    theirs = "repos:\n- repo: local\n  hooks:\n  - {id: t, name: t, language: system, entry: sh -c 'echo run >>../seen'"
    filled.commit("settings", {".pre-commit-config.yaml": f"{theirs}, always_run: true, stages: [post-commit]}}\n"})
    filled.run(str(_BIN / other), "install", "--hook-type", "post-commit")
    install(find(filled), fake.path)
    filled.run(str(_BIN / name), "install", "--hook-type", "post-commit")
    theirs_alone = (hooks_of(filled) / "post-commit").read_bytes()
    assert [hook.problem for hook in status(find(filled))] == [None] * 4
    watch(filled)
    fake.starts()
    filled.write({"anchored.py": "2"})
    said = filled.run("git", "commit", "-a", "-m", "anchored")
    assert b"migration mode" not in said.stdout + said.stderr
    assert hook_starts(fake) == ["post-commit"]
    assert (filled.root.parent / "seen").read_text() == "run\n"
    uninstall(find(filled))
    assert {path: found[1] for path, found in snapshot(hooks_of(filled)).items() if ".sample" not in path} == {
        "post-commit": theirs_alone
    }


@needs_overcommit
def test_overcommit(filled: History, fake: FakePython, monkeypatch: pytest.MonkeyPatch) -> None:
    """It moves what it finds aside, so ours come after it, and once more after each of its own installations."""
    overcommit = Path(_OVERCOMMIT or "")
    monkeypatch.setenv("RUBYLIB", str(overcommit / "lib"))
    theirs = "PostCommit:\n  Theirs: {enabled: true, command: [sh, -c, 'echo run >>../seen']}\n"
    filled.commit("settings", {".overcommit.yml": f"gemfile: false\nverify_signatures: false\n{theirs}"})
    for _ in range(2):
        filled.run("ruby", str(overcommit / "bin" / "overcommit"), "--install")
        with pytest.raises(HooksRefused, match="shows nothing of a hook that succeeds"):
            install(find(filled), fake.path)
        assert {hook.problem for hook in status(find(filled))} == {HookProblem.NOT_CALLED}
        install(find(filled), fake.path, force=True)
        assert {hook.problem for hook in status(find(filled))} == {None}
    watch(filled)
    fake.starts()
    filled.commit("anchored", {"anchored.py": "2"})
    assert hook_starts(fake) == ["post-commit"]
    assert (filled.root.parent / "seen").read_text() == "run\n"
