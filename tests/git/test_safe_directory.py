"""Whose repositories are read: those that git itself reads, wherever it was told to trust them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from legendary_git.errors import RepositoryError
from legendary_git.git.repository import Repository
from tests.history import History

Trust = Callable[[History, Path], Mapping[str, str]]

_FOREIGN = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}


def git_reads(folder: Path, environ: Mapping[str, str]) -> bool:
    """Whether git itself does anything in the folder."""
    asked = ["git", "rev-parse", "--verify", "HEAD"]
    return subprocess.run(asked, cwd=folder, env=environ, capture_output=True, check=False).returncode == 0


def we_read(folder: Path, environ: Mapping[str, str]) -> bool:
    try:
        return Repository.find(folder, environ).head() is not None
    except RepositoryError as error:
        assert error.what.startswith("detected dubious ownership in repository at "), error.what
        assert error.exit_code == 128
        return False


def in_global(*values: str) -> Trust:
    """Values in ~/.gitconfig, ROOT being the repository's folder."""

    def trust(history: History, home: Path) -> Mapping[str, str]:
        for value in values:
            history.git("config", "--global", "--add", "safe.directory", value.replace("ROOT", str(history.root)))
        return {}

    return trust


def in_repository(history: History, home: Path) -> Mapping[str, str]:
    history.git("config", "safe.directory", "*")
    return {}


def in_included_file(history: History, home: Path) -> Mapping[str, str]:
    history.git("config", "--file", str(home / "more"), "safe.directory", str(history.root))
    history.git("config", "--global", "include.path", "more")
    return {}


def in_system(history: History, home: Path) -> Mapping[str, str]:
    history.git("config", "--file", str(home / "system"), "safe.directory", str(history.root))
    return {"GIT_CONFIG_NOSYSTEM": "0", "GIT_CONFIG_SYSTEM": str(home / "system")}


def in_another_global_file(history: History, home: Path) -> Mapping[str, str]:
    history.git("config", "--file", str(home / "other"), "safe.directory", str(history.root))
    return {"GIT_CONFIG_GLOBAL": str(home / "other")}


def on_the_command_line(history: History, home: Path) -> Mapping[str, str]:
    return {"GIT_CONFIG_PARAMETERS": f"'safe.directory'='{history.root}'"}


def by_git_dir(history: History, home: Path) -> Mapping[str, str]:
    return {"GIT_DIR": str(history.root / ".git")}  # whoever names the repository has looked at it


_CASES: dict[str, tuple[Trust, bool]] = {
    "nowhere": (in_global(), False),
    "global": (in_global("ROOT"), True),
    "all": (in_global("*"), True),
    "taken back": (in_global("ROOT", ""), False),
    "taken back and given again": (in_global("*", "", "ROOT"), True),
    "another": (in_global("ROOT/src", "/nowhere"), False),
    "repository": (in_repository, False),
    "included": (in_included_file, True),
    "system": (in_system, True),
    "another file": (in_another_global_file, True),
    "command line": (on_the_command_line, True),
    "GIT_DIR": (by_git_dir, True),
}


@pytest.mark.parametrize("case", _CASES)
def test_safe_directory_is_taken_from_where_git_takes_it(history: History, sealed_environment: Path, case: str) -> None:
    history.commit("first", {"src/a.py": "a"})
    trust, expected = _CASES[case]
    environ = os.environ | _FOREIGN | dict(trust(history, sealed_environment))
    folder = history.root if case == "GIT_DIR" else history.root / "src"
    assert we_read(folder, environ) is expected
    assert git_reads(folder, environ) is expected


@pytest.mark.parametrize("value", ["{parent}/*", "{root}/", "~/repo", "%(prefix)/x", "{root}/.git"])
def test_safe_directory_pattern_means_what_this_git_makes_of_it(history: History, value: str) -> None:
    history.commit("first", {"a.py": "a"})
    in_global(value.format(parent=history.root.parent, root=history.root))(history, history.root)
    environ = os.environ | _FOREIGN
    assert we_read(history.root, environ) is git_reads(history.root, environ)


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give a file away")
@pytest.mark.parametrize("given_away", [(".",), (".git",), (".", ".git")])
@pytest.mark.parametrize("sudo_uid", ["", "12345", "54321"])
def test_owner_is_judged_as_git_judges_it(history: History, given_away: tuple[str, ...], sudo_uid: str) -> None:
    history.commit("first", {"a.py": "a"})
    for name in given_away:
        os.chown(history.root / name, 12345, -1)
    environ = os.environ | ({"SUDO_UID": sudo_uid} if sudo_uid else {})
    # Git lets the superuser read what belongs to the one who called sudo.
    assert we_read(history.root, environ) is (sudo_uid == "12345")
    assert git_reads(history.root, environ) is (sudo_uid == "12345")


def test_safe_directory_of_a_linked_worktree(history: History, tmp_path: Path) -> None:
    history.commit("first", {"a.py": "a"})
    linked = tmp_path / "linked"
    history.git("worktree", "add", "-q", str(linked))
    environ = os.environ | _FOREIGN
    assert (we_read(linked, environ), git_reads(linked, environ)) == (False, False)
    history.git("config", "--global", "safe.directory", str(linked))
    assert (we_read(linked, environ), git_reads(linked, environ)) == (True, True)
