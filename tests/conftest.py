"""Every test is sealed: no configuration, home, locale, clock setting or editor of the machine reaches it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest

from legendary_git.usecases.rebuild import rebuild
from legendary_git.usecases.workspace import open_workspace
from tests.history import History
from tests.project import CHECKOUT, NOW, PAY, STORE, Project, Shop

_KEPT = frozenset(
    {"PATH", "TMPDIR", "SYSTEMROOT", "PYTHONHASHSEED", "COVERAGE_PROCESS_START"}
    | {"LEGENDARY_GIT_BACKEND"}  # the whole suite can be run on either back end
)
_GIT_CONFIG = """\
[user]
\tname = Ada
\temail = ada@example.org
[init]
\tdefaultBranch = main
[commit]
\tgpgSign = false
[gc]
\tauto = 0
[advice]
\tdetachedHead = false
"""


_NUMBERS = count()


def _new_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """As `factory.mktemp`, which for each test looks through thousands of folders for a number that is free."""
    folder = factory.getbasetemp() / f"{next(_NUMBERS)}-{name}"
    folder.mkdir(mode=stat.S_IRWXU)
    return folder


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the test's own, named after it."""
    return _new_folder(tmp_path_factory, re.sub(r"\W", "_", request.node.name)[:30])


@pytest.fixture(autouse=True)
def sealed_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A HOME of the test's own, git configured from it alone, fixed identity, dates and locale."""
    home = _new_folder(tmp_path_factory, "home")
    for name in list(os.environ):
        if name not in _KEPT and not name.startswith("PYTEST"):
            monkeypatch.delenv(name)
    (home / ".gitconfig").write_text(_GIT_CONFIG, encoding="utf-8")
    sealed = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_STATE_HOME": str(home / ".local" / "state"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_EDITOR": "true",
        "EDITOR": "true",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "NO_COLOR": "1",
        "COLUMNS": "120",
    }
    for name, value in sealed.items():
        monkeypatch.setenv(name, value)
    yield home
    for folder, _, _ in os.walk(home):
        Path(folder).chmod(stat.S_IRWXU)


@pytest.fixture
def history(tmp_path: Path) -> History:
    """An empty repository on branch `main`, to be filled commit by commit."""
    return History.start(tmp_path / "repo")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stands still, and the code under test for child processes; what a test does to PATH ends with it."""
    monkeypatch.setenv("PATH", os.environ["PATH"])
    monkeypatch.setenv("LEGENDARY_NOW", NOW)
    monkeypatch.setenv("PYTHONPATH", str(CHECKOUT))


_MADE: dict[str, Project] = {}
"""Copied for each test: a copy costs a tenth of what making one does."""


@pytest.fixture
def made(clock: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what `_MADE` keeps."""
    return tmp_path_factory.getbasetemp() / "made"


@pytest.fixture
def project(made: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Project:
    """A small shop in its second commit: `git memory init` has been run, the hooks are installed, nothing is dirty."""
    return _copy(_project(made), tmp_path, request)


@pytest.fixture
def shop(made: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Shop:
    """The project with two memories."""
    if "shop" not in _MADE:
        _MADE["shop"] = Shop.fill(_project(made).copy(made / "shop"))
    known = _MADE["shop"]
    assert isinstance(known, Shop)
    return _copy(known, tmp_path, request)


_Made = TypeVar("_Made", bound=Project)


def _copy(made: _Made, folder: Path, request: pytest.FixtureRequest) -> _Made:
    """A copy with an index of its own, as its owner would have had one by now."""
    copy = made.copy(folder / "shop")
    if request.node.get_closest_marker("unhooked") and not request.node.get_closest_marker("hooked"):
        copy.run_no_hooks()
    ws = open_workspace(copy.root)
    rebuild(ws)
    ws.index.close()
    return copy


def _project(made: Path) -> Project:
    if "project" not in _MADE:
        first = Project.start(made / "project")
        for sample in (first.root / ".git" / "hooks").glob("*.sample"):
            sample.unlink()  # they would be copied thousands of times
        first.commit("Sell", {"src/pay.py": PAY, "src/store.py": STORE, "README": "A shop.\n"})
        first.must("init")
        first.commit("Start to remember")
        _MADE["project"] = first
    return _MADE["project"]
