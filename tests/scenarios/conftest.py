"""Scenarios that are played on each back end say so: `pytestmark = pytest.mark.usefixtures("back_end")`."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendary_git.git.backend import VARIABLE


@pytest.fixture(params=["libgit2", "git"])
def back_end(request: pytest.FixtureRequest, sealed_environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The back end that reads every repository of the test, also in hooks."""
    name: str = request.param
    monkeypatch.setenv(VARIABLE, name)
    return name
