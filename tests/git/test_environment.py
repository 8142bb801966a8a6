"""The environment of child processes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from legendary_git.errors import GitFailed, RepositoryError
from legendary_git.git.environment import LOCAL_VARIABLES, run_git, scrubbed
from tests.history import History


def test_scrubbed_drops_what_git_calls_local_but_for_configuration() -> None:
    listed = subprocess.run(["git", "rev-parse", "--local-env-vars"], capture_output=True, text=True, check=True).stdout
    kept = {name for name in listed.split() if name not in LOCAL_VARIABLES}
    assert kept == {"GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"}


def test_scrubbed_takes_no_locks_no_network_and_speaks_english() -> None:
    made = scrubbed({"LC_ALL": "de_DE.UTF-8", "GIT_INDEX_FILE": ".git/index", "PATH": "/bin"})
    assert made["LC_ALL"] == "C"
    assert made["GIT_OPTIONAL_LOCKS"] == "0"
    assert made["GIT_TERMINAL_PROMPT"] == "0"
    assert made["GIT_NO_LAZY_FETCH"] == "1"
    assert made["PATH"] == "/bin"
    assert "GIT_INDEX_FILE" not in made


def test_run_git_gives_what_was_printed(history: History) -> None:
    assert run_git(["rev-parse", "--git-dir"], history.root) == b".git\n"


def test_run_git_stdin_is_empty_unless_given(history: History) -> None:
    assert run_git(["hash-object", "--stdin"], history.root) == b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n"


def test_run_git_failure_says_what_git_said(history: History) -> None:
    with pytest.raises(GitFailed) as caught:
        run_git(["cat-file", "blob", "1" * 40], history.root)
    assert caught.value.what == f"git cat-file {'1' * 40}: bad file"
    assert caught.value.exit_code == 128


def test_run_git_without_git_on_path(history: History, tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="no `git` on PATH"):
        run_git(["version"], history.root, environ=os.environ | {"PATH": str(tmp_path)})


def test_run_git_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="there is no folder"):
        run_git(["version"], tmp_path / "gone")
