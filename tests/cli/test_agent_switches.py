"""`agent status` where the host's own settings switch its hooks off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.test_agent import put
from tests.cli.test_agent_files import KINDS
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


BROKEN = [
    ("claude", ".claude/settings.local.json", '{"disableAllHooks": true', ':1: this is not JSON: a "," or'),
    ("claude", ".claude/settings.local.json", "\n{,", ":2: this is not JSON: a key"),
    ("codex", ".codex/config.toml", "[features\nhooks = true\n", ":1: this is not TOML: "),
    ("copilot", ".github/copilot/settings.json", "]", ":1: this is not JSON: a value"),
    ("droid", ".factory/settings.local.json", "{", ":1: this is not JSON: a key"),
]


@pytest.mark.parametrize(("host", "name", "text", "what"), BROKEN)
def test_settings_that_the_host_cannot_read_are_told_with_what_to_do(
    project: Project, host: str, name: str, text: str, what: str
) -> None:
    project.must("agent", "install", host)
    path = put(project, name, text)
    lines = lines_of_status(project, host, code=1)
    assert lines[0].startswith(f"wrong: {host} ")
    (fault,) = (line for line in lines if " this is not " in line)
    assert fault.startswith(f"  {path}{what}")
    assert lines[-1] == "  cure: mend that, and look again"
    row = project.memory("agent", "status", host, "--json").json["agents"][0]
    assert (row["well"], row["faults"]) == (False, [fault.strip()])


@pytest.mark.parametrize("kind", ["a FIFO", "a folder", "a device"])
def test_settings_that_are_no_file_are_not_opened(project: Project, kind: str) -> None:
    project.must("agent", "install", "claude")
    path = project.root / ".claude/settings.local.json"
    KINDS[kind](path)
    lines = lines_of_status(project, "claude", code=1)
    assert f"  {path} is {kind} and no file" in lines
    assert lines[-1] == "  cure: mend that, and look again"


def test_broken_settings_of_the_user_are_told_where_the_project_has_hooks(project: Project) -> None:
    path = Path.home() / ".codex/config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("=\n")
    lines_of_status(project, "codex", code=0)
    project.must("agent", "install", "codex")
    assert any(line.startswith(f"  {path}:1: this is not TOML") for line in lines_of_status(project, "codex", code=1))


def test_settings_without_anything_are_not_broken(project: Project) -> None:
    put(project, ".claude/settings.local.json", "")
    project.must("agent", "install", "claude")
    assert lines_of_status(project, "claude", code=0)[0] == "ok: claude (Claude Code)"


def test_settings_that_were_ours_and_are_broken_are_no_absence(project: Project) -> None:
    project.must("agent", "install", "cursor")
    path = put(project, ".cursor/hooks.json", "{")
    lines = lines_of_status(project, "cursor", code=1)
    assert lines[0] == "broken: cursor (Cursor)"
    assert lines[1].startswith(f"  {path}:1: this is not JSON")
    assert lines[2] == "  cure: mend that, and look again"
