"""Every test that may touch objects runs on each back end, and once more where ids have 64 digits."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE

_BACK_ENDS = {
    "libgit2": {VARIABLE: "libgit2"},
    "git": {VARIABLE: "git"},
    # No choice is named: that libgit2 refuses it has to be found out.
    "sha256": {VARIABLE: "", "GIT_DEFAULT_HASH": "sha256"},
}

_WITHOUT_OBJECTS = frozenset(
    {
        "test_environment",
        "test_exclude",
        "test_hook_files",
        "test_hook_managers",
        "test_real_hook_managers",
        "test_shell_hooks",
        "test_back_end",
        "test_cat_file",
    }
)
"""Modules about folders, scripts and processes, and those that choose for themselves."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] not in _WITHOUT_OBJECTS:
        metafunc.parametrize("backend", _BACK_ENDS, indirect=True)


@pytest.fixture(autouse=True)
def backend(request: pytest.FixtureRequest, sealed_environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the back end through which the test reads every repository that it makes; empty: as a user does."""
    name: str = getattr(request, "param", "")
    for variable, value in _BACK_ENDS.get(name, {}).items():
        monkeypatch.setenv(variable, value)
    return name
