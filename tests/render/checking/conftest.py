"""The prepared repositories, made once and only read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import Project
from tests.render.checking.every_rule import PARSE, EveryRule, prepare

_MADE: dict[str, Project] = {}


@pytest.fixture
def every_rule(made: Path) -> EveryRule:
    """The repository with a case of every rule."""
    if "every_rule" not in _MADE:
        _MADE["every_rule"] = prepare(made / "every-rule")
    known = _MADE["every_rule"]
    assert isinstance(known, EveryRule)
    return known


@pytest.fixture
def nothing_verified(made: Path) -> Project:
    """A repository in which no anchor can be judged."""
    if "nothing_verified" not in _MADE:
        project = Project.start(made / "nothing-verified")
        project.write({"src/parse.py": PARSE})
        memory_id = project.remember("Cells are cut at semicolons", "src/parse.py::parse")
        path = project.path_of(memory_id)
        path.write_text(path.read_text().replace(memory_id, "mem-00000001"))
        path.rename(path.with_name("mem-00000001.md"))
        project.commit("Begin")
        project.commit("Break it", {"src/parse.py": PARSE.replace('(";")', '(";"')})
        _MADE["nothing_verified"] = project
    return _MADE["nothing_verified"]
