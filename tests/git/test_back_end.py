"""Which back end answers, and what it leaves behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from legendary_git.errors import ConfigError, RepositoryError
from legendary_git.git.backend import VARIABLE, open_objects
from legendary_git.git.discovery import find_place
from legendary_git.git.gitcmd import CommandObjects
from legendary_git.git.libgit import LibgitObjects
from legendary_git.git.objects import ObjectFormat
from legendary_git.git.repository import Repository
from tests.git.bench import find
from tests.history import History


def back_end(history: History, choice: str = "") -> type:
    environ = os.environ | {VARIABLE: choice}
    return type(open_objects(find_place(history.root, environ), environ))


def only_git_reads(history: History) -> History:
    """Set an extension that git knows and libgit2 does not, as with every one that is new."""
    history.git("config", "core.repositoryFormatVersion", "1")
    history.git("config", "extensions.noop-v1", "true")
    return history


def test_back_end_is_libgit2_where_it_can_be(history: History) -> None:
    assert back_end(history) is LibgitObjects


def test_back_end_is_git_where_it_is_named(history: History) -> None:
    assert back_end(history, "git") is CommandObjects


def test_back_end_of_an_extension_that_only_git_knows(history: History) -> None:
    head = only_git_reads(history).commit("first", {"a.py": "a"})
    assert back_end(history) is CommandObjects
    assert find(history).head() == head


def test_back_end_of_a_sha256_repository(tmp_path: Path) -> None:
    made = History.start(tmp_path / "sha256", "--object-format=sha256")
    head = made.commit("first", {"a.py": "a"})
    assert back_end(made) is CommandObjects
    assert len(head) == 64
    assert find(made).head() == head
    assert find(made).object_format is ObjectFormat.SHA256


def test_back_end_libgit2_names_what_it_refuses(history: History, tmp_path: Path) -> None:
    made = History.start(tmp_path / "sha256", "--object-format=sha256")
    for refused, named in ((made, "extensions.objectFormat = sha256"), (only_git_reads(history), "extensions.noop-v1")):
        with pytest.raises(RepositoryError) as caught:
            back_end(refused, "libgit2")
        assert named in caught.value.what
        assert caught.value.exit_code == 128


def test_back_end_that_there_is_not(history: History) -> None:
    with pytest.raises(ConfigError) as caught:
        back_end(history, "jgit")
    assert "jgit" in caught.value.what
    assert VARIABLE in caught.value.todo


def test_repository_that_git_refuses_too_is_refused(history: History) -> None:
    history.git("config", "core.repositoryFormatVersion", "1")
    history.git("config", "extensions.newStorage", "1")
    with pytest.raises(RepositoryError) as caught:
        Repository.find(history.root, os.environ | {VARIABLE: "git"})
    assert "newstorage" in caught.value.what.lower()
