"""`agent status` where the host's own settings switch its hooks off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.test_agent import put
from tests.project import Project, write_command

OFF = [
    ("claude", ".claude/settings.local.json", '{"disableAllHooks": true}', "disableAllHooks"),
    ("codex", ".codex/config.toml", "[features]\nhooks = false\n", "features.hooks"),
    ("codex", ".codex/config.toml", "[features]\ncodex_hooks = false\n", "features.codex_hooks"),
    ("copilot", ".github/copilot/settings.json", '{"disableAllHooks": true}', "disableAllHooks"),
    ("gemini", ".gemini/settings.json", '{"hooksConfig": {"enabled": false}}', "hooksConfig.enabled"),
    ("gemini", ".gemini/settings.json", '{"hooksConfig": {"disabled": ["legendary-guard"]}}', "hooksConfig.disabled"),
    ("qwen", ".qwen/settings.json", '{"disableAllHooks": true, /* for now */}', "disableAllHooks"),
    ("droid", ".factory/settings.json", '{"hooksDisabled": true}', "hooksDisabled"),
]
USERS = [case for case in OFF if case[1] not in (".claude/settings.local.json", ".github/copilot/settings.json")]


@pytest.fixture(autouse=True)
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = write_command(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def lines_of_status(project: Project, host: str, *, code: int) -> list[str]:
    answer = project.memory("agent", "status", host)
    assert answer.code == code, answer.out
    return answer.lines


@pytest.mark.parametrize(("host", "name", "text", "key"), OFF)
def test_hooks_that_the_project_switches_off_are_told(
    project: Project, host: str, name: str, text: str, key: str
) -> None:
    path = put(project, name, text)
    project.must("agent", "install", host)
    assert f"  its hooks are switched off: {key} in {path}" in lines_of_status(project, host, code=1)
    row = project.memory("agent", "status", host, "--json").json["agents"][0]
    assert row["switched_off"] == {"path": str(path), "key": key}
    assert row["well"] is False


@pytest.mark.parametrize(("host", "name", "text", "key"), USERS)
def test_hooks_that_the_user_switches_off_are_told(project: Project, host: str, name: str, text: str, key: str) -> None:
    path = Path.home() / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    project.must("agent", "install", host)
    assert f"  its hooks are switched off: {key} in {path}" in lines_of_status(project, host, code=1)


def test_copilots_own_file_can_switch_its_hooks_off(project: Project) -> None:
    path = put(project, ".github/hooks/legendary-git.json", '{"version": 1, "disableAllHooks": true}')
    project.must("agent", "install", "copilot")
    assert f"  its hooks are switched off: disableAllHooks in {path}" in lines_of_status(project, "copilot", code=1)


def test_what_is_nearer_decides(project: Project) -> None:
    put(project, ".claude/settings.json", '{"disableAllHooks": true}')
    put(project, ".claude/settings.local.json", '{"disableAllHooks": false}')
    project.must("agent", "install", "claude")
    assert lines_of_status(project, "claude", code=0)[0] == "ok: claude (Claude Code)"


def test_switch_in_a_broken_file_says_nothing(project: Project) -> None:
    put(project, ".claude/settings.local.json", '{"disableAllHooks": true')
    project.must("agent", "install", "claude")
    lines_of_status(project, "claude", code=0)
