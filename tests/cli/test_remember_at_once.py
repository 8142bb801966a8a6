"""Several processes remember at the same time: neither a second file nor a second truth comes of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

import pytest

from tests.project import CHECKOUT, COMMAND, Project


def remember_at_once(project: Project, texts: Sequence[str]) -> list[int]:
    environ = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    children = [
        subprocess.Popen(
            [*COMMAND, "remember", text, "--anchor", "src/pay.py"],
            cwd=project.root,
            env=environ,
            stdout=subprocess.DEVNULL,
        )
        for text in texts
    ]
    return [child.wait() for child in children]


def test_one_text_said_at_once_is_one_memory(project: Project) -> None:
    assert remember_at_once(project, ["The cache lives for 30 seconds"] * 4) == [0] * 4
    assert len(list((project.root / ".legendary/memories").glob("*.md"))) == 1


@pytest.mark.parametrize("count", [2, 4])
def test_contradictions_said_at_once_are_marked(project: Project, count: int) -> None:
    codes = remember_at_once(project, [f"The cache lives for {10 * n} seconds" for n in range(1, count + 1)])
    assert codes == [0] * count
    found = project.must("list", "--json").json["memories"]
    assert [one["status"] for one in found] == ["conflicted"] * count
