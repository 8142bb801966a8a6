"""Finding the repository as git does, and refusing what cannot be read with a clear word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from legendary_git.errors import RepositoryError
from legendary_git.git.backend import VARIABLE
from legendary_git.git.repository import Repository
from tests.git.bench import clone, find
from tests.history import History


def refusal(root: Path, **environ: str) -> RepositoryError:
    with pytest.raises(RepositoryError) as caught:
        Repository.find(root, os.environ | environ)
    assert caught.value.exit_code == 128
    return caught.value


def test_find_from_a_subfolder(history: History) -> None:
    (history.root / "a" / "b").mkdir(parents=True)
    repo = find(history.root / "a" / "b")
    assert repo.root == history.root
    assert repo.git_dir == repo.common_dir == history.root / ".git"
    assert repo.state_dir == history.root / ".git" / "legendary"


@pytest.mark.parametrize("name", ["with space", "quote'\"s", "ends ", "line\nend", "*?[x]"])
def test_find_in_a_folder_with_an_odd_name(tmp_path: Path, name: str) -> None:
    history = History.start(tmp_path / name)
    head = history.commit("first", {"a.py": "a"})
    repo = find(history)
    assert repo.root == history.root
    assert repo.head() == head


def test_find_in_a_linked_worktree(history: History, tmp_path: Path) -> None:
    history.commit("first", {"a.py": "a"})
    history.git("worktree", "add", "-q", str(tmp_path / "linked"))
    repo = find(tmp_path / "linked")
    assert repo.root == tmp_path / "linked"
    assert repo.git_dir == history.root / ".git" / "worktrees" / "linked"
    assert repo.common_dir == history.root / ".git"
    assert repo.head() == history.head


def test_find_in_a_worktree_of_a_bare_repository(history: History, tmp_path: Path) -> None:
    head = history.commit("first", {"a.py": "a"})
    clone(history.root, tmp_path / "p" / ".bare", "--bare").git("worktree", "add", "-q", "../main")
    repo = find(tmp_path / "p" / "main")
    assert (repo.root, repo.common_dir) == (tmp_path / "p" / "main", tmp_path / "p" / ".bare")
    assert repo.head() == head


def test_find_in_a_submodule_is_the_submodule(history: History, tmp_path: Path) -> None:
    inner = History.start(tmp_path / "inner")
    head = inner.commit("inner", {"x.py": "x"})
    history.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    repo = find(history.root / "sub")
    assert repo.root == history.root / "sub"
    assert repo.git_dir == history.root / ".git" / "modules" / "sub"
    assert repo.head() == head


def test_find_by_git_dir_and_work_tree_relative_to_the_start(history: History) -> None:
    # Another repository encloses the work tree, as a home folder under version control does.
    history.commit("enclosing", {"other.txt": "o"})
    home = History.start(history.root / "home", "--separate-git-dir", str(history.root / "home" / ".dot.git"))
    (home.root / ".git").unlink()
    environ = {"GIT_DIR": ".dot.git", "GIT_WORK_TREE": "."}
    (home.root / ".bashrc").write_text("alias")
    home.git("add", ".bashrc", env=environ)
    home.git("commit", "-q", "-m", "dot", env=environ)
    repo = Repository.find(home.root, os.environ | environ)
    assert (repo.root, repo.git_dir) == (home.root, home.root / ".dot.git")
    head = repo.head()
    assert head is not None
    assert set(repo.files(head)) == {".bashrc"}
    assert repo.git("ls-files") == b".bashrc\n"


def test_find_ignores_the_index_of_the_caller(history: History) -> None:
    history.commit("first", {"a.py": "a"})
    (history.root / "sub").mkdir()
    repo = Repository.find(history.root / "sub", os.environ | {"GIT_INDEX_FILE": ".git/index"})
    assert repo.git("ls-files") == b"a.py\n"


def test_find_no_repository(tmp_path: Path) -> None:
    error = refusal(tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
    assert error.what == "not a git repository (or any of the parent directories): .git"
    assert "git init" in error.todo


def test_find_no_folder(tmp_path: Path) -> None:
    assert "there is no folder" in refusal(tmp_path / "gone").what


def test_find_bare_repository(tmp_path: Path) -> None:
    bare = History.start(tmp_path / "bare", "--bare")
    assert "bare repository" in refusal(bare.root).what


def test_find_bare_repository_where_it_may_be_bare(history: History, tmp_path: Path) -> None:
    head = history.commit("first", {"a.py": "a"})
    bare = clone(history.root, tmp_path / "bare.git", "--bare")
    for environ in (dict(os.environ), {**os.environ, "GIT_DIR": "."}):
        repo = Repository.find(bare.root, environ, may_be_bare=True)
        assert (repo.root, repo.git_dir, repo.common_dir) == (bare.root, bare.root, bare.root)
        assert (repo.head(), repo.head_ref, repo.resolve("main")) == (head, "refs/heads/main", head)
        assert repo.touches(head, head, "a.py") == ()


def test_find_without_its_work_tree_where_it_may_be_bare(history: History) -> None:
    head = history.commit("first", {"a.py": "a"})
    for folder, environ in ((".", {}), (".git", {}), (".git", {"GIT_DIR": "."})):
        repo = Repository.find(history.root / folder, {**os.environ, **environ}, may_be_bare=True)
        assert (repo.root, repo.git_dir) == (history.root / ".git", history.root / ".git")
        assert repo.head() == head
    history.git("switch", "-q", "--detach")
    assert Repository.find(history.root, os.environ, may_be_bare=True).head_ref is None


def test_find_reads_objects_in_quarantine_from_where_they_are(history: History, tmp_path: Path) -> None:
    history.commit("first", {"a.py": "a"})
    bare = clone(history.root, tmp_path / "bare.git", "--bare")
    new = history.commit("second", {"a.py": "b"})
    quarantine = bare.root / "objects" / "incoming"
    quarantine.mkdir()
    pack = history.run("git", "pack-objects", "--revs", "--stdout", stdin=f"{new}\n".encode()).stdout
    bare.git("unpack-objects", "-q", stdin=pack, env={"GIT_OBJECT_DIRECTORY": str(quarantine)})
    assert Repository.find(bare.root, os.environ, may_be_bare=True).commit(new) is None
    for folder in (str(quarantine), "objects/incoming"):
        told = {"GIT_DIR": ".", "GIT_OBJECT_DIRECTORY": folder, "GIT_QUARANTINE_PATH": folder, VARIABLE: ""}
        repo = Repository.find(bare.root, {**os.environ, **told}, may_be_bare=True)
        assert repo.commit(new) is not None
        assert repo.head() is not None


def test_find_inside_the_git_dir(history: History) -> None:
    assert refusal(history.root / ".git").what == "this operation must be run in a work tree"


@pytest.mark.parametrize(("key", "value"), [("extensions.foo", "bar"), ("extensions.newStorage", "1")])
def test_find_unknown_extension_is_named(history: History, key: str, value: str) -> None:
    history.git("config", "core.repositoryFormatVersion", "1")
    history.git("config", key, value)
    error = refusal(history.root)
    assert "extension" in error.what
    assert key.partition(".")[2].lower() in error.what.lower()
    assert "not a git repository" not in error.what


@pytest.mark.parametrize("key", ["extensions.worktreeConfig", "extensions.noop"])
def test_find_harmless_extension(history: History, key: str) -> None:
    head = history.commit("first", {"a.py": "a"})
    history.git("config", "core.repositoryFormatVersion", "1")
    history.git("config", key, "true")
    assert find(history).head() == head


def test_find_newer_format_version(history: History) -> None:
    history.git("config", "core.repositoryFormatVersion", "99")
    assert "version" in refusal(history.root).what


def test_find_dubious_ownership_gives_the_command(history: History) -> None:
    error = refusal(history.root, GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
    assert error.what == f"detected dubious ownership in repository at '{history.root}'"
    assert error.todo.endswith(f"git config --global --add safe.directory {history.root}")


def test_find_trusts_a_safe_directory_of_the_environment(history: History) -> None:
    head = history.commit("first", {"a.py": "a"})
    environ = {
        "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": str(history.root),
    }
    assert Repository.find(history.root, os.environ | environ).head() == head


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give a file away")
def test_find_trusts_what_git_trusts_of_another_owner(history: History) -> None:
    head = history.commit("first", {"a.py": "a"})
    for path in (history.root, history.root / ".git"):
        os.chown(path, 12345, -1)
    assert "dubious ownership" in refusal(history.root).what
    trusted = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    assert Repository.find(history.root, os.environ | trusted).head() == head
