"""Claude Code's plugin in a folder: what was edited there stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_agent import files_of
from tests.project import Project

EDITED = {
    "commands/recall.md": lambda text: text + "mine\n",
    "skills/legendary-git/SKILL.md": lambda text: text + "mine\n",
    "hooks/hooks.json": lambda text: text.replace("{", '{"mine": 1, ', 1),
    ".claude-plugin/plugin.json": lambda text: text.replace("{", '{"author": {"name": "Ada"},', 1),
    "legendary-git.seals": lambda text: text + "mine\n",
}


def install(project: Project, folder: Path, *more: str) -> list[str]:
    return project.must("agent", "install", "claude", "--plugin", str(folder), *more).lines


@pytest.mark.parametrize("name", EDITED)
def test_plugin_file_that_was_edited_is_its_editors(project: Project, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "plugin"
    install(project, folder)
    path = folder / name
    path.write_text(EDITED[name](path.read_text()))
    before = files_of(folder)
    for _ in range(2):
        lines = install(project, folder)
        assert f"kept, because it was edited: {name}" in lines
        assert [line for line in lines if not line.startswith("unchanged: ")] == [
            f"kept, because it was edited: {name}"
        ]
        assert files_of(folder) == before


def test_plugin_file_of_another_version_is_renewed_but_not_one_that_was_edited(
    project: Project, tmp_path: Path
) -> None:
    folder = tmp_path / "plugin"
    project.git("config", "legendary.promptRecall", "true")
    install(project, folder)
    skill = folder / "skills/legendary-git/SKILL.md"
    skill.write_text("mine\n")
    project.git("config", "--unset", "legendary.promptRecall")
    assert "updated: hooks/hooks.json" in install(project, folder)
    assert "UserPromptSubmit" not in json.loads((folder / "hooks/hooks.json").read_text())["hooks"]
    assert skill.read_text() == "mine\n"
    assert not any(line.startswith("updated: ") for line in install(project, folder))


def test_plugin_that_git_wrote_with_crlf_is_still_ours(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "plugin"
    install(project, folder)
    for path in folder.rglob("*.*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert {line.partition(":")[0] for line in install(project, folder)} == {"unchanged"}


def test_plugin_is_printed_and_not_written(project: Project, tmp_path: Path) -> None:
    lines = install(project, tmp_path / "plugin", "--print")
    assert not (tmp_path / "plugin").exists()
    assert "# hooks/hooks.json" in lines
    assert '      "name": "legendary-git",'.strip() in [line.strip() for line in lines]


@pytest.mark.parametrize("option", ["--user", "--mcp"])
def test_plugin_is_nobodys_settings(project: Project, tmp_path: Path, option: str) -> None:
    answer = project.memory("agent", "install", "claude", option, "--plugin", str(tmp_path / "plugin"))
    assert answer.code == 2
    assert not (tmp_path / "plugin").exists()
