"""Settings as no reader expects them: no files, shared with others, read-only, broken, large."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.kinds import settings_file
from tests.cli.test_agent import MARK, SETTINGS, files_of, put
from tests.project import Project, write_command


@pytest.fixture(autouse=True)
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = write_command(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def bind(path: Path) -> None:
    os.chdir(path.parent)  # the path of a socket has to be short
    socket.socket(socket.AF_UNIX).bind(path.name)


KINDS: dict[str, Callable[[Path], object]] = {
    "a FIFO": os.mkfifo,
    "a folder": Path.mkdir,
    "a socket": bind,
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_settings_that_are_no_file_are_refused_at_once(
    project: Project, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(project.root)
    path = project.root / SETTINGS["claude"]
    path.parent.mkdir()
    KINDS[kind](path)
    for verb in ("install", "uninstall"):
        answer = project.memory("agent", verb, "claude")
        assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {path} is {kind} and no file")
    status = project.memory("agent", "status", "claude", "codex")
    assert status.code == 1
    assert f"  {path} is {kind} and no file" in status.lines
    assert "not installed: codex (Codex)" in status.lines


def test_file_that_is_broken_hides_no_other_agent(project: Project) -> None:
    project.must("agent", "install", "claude")
    path = put(project, SETTINGS["cursor"], "{")
    answer = project.memory("agent", "status")
    assert answer.code == 1
    assert "ok: claude (Claude Code)" in answer.lines
    at = answer.lines.index("broken: cursor (Cursor)")
    assert answer.lines[at + 1].startswith(f"  {path}:1: this is not JSON")
    assert answer.lines[at + 2] == "  cure: mend that, and look again"
    found = {row["agent"]: row for row in project.memory("agent", "status", "--json").json["agents"]}
    assert len(found["cursor"]["faults"]) == 1
    assert (found["cursor"]["installed"], found["codex"]["installed"]) == (None, False)
    assert found["claude"]["faults"] == []


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_nothing_is_done_for_one_agent_where_that_of_another_fails(project: Project, verb: str) -> None:
    if verb == "uninstall":
        project.must("agent", "install", "claude")
    put(project, SETTINGS["cursor"], "{")
    before = files_of(project.root)
    answer = project.memory("agent", verb, "claude", "cursor")
    assert answer.code == 1
    assert answer.out == ""
    assert answer.err.splitlines()[-1] == "hint: mend that line; nothing was changed"
    assert files_of(project.root) == before


def test_failure_to_write_says_what_was_written_and_what_was_not(project: Project) -> None:
    (project.root / ".agents").write_text("")  # where the folder of the skill would be
    answer = project.memory("agent", "install", "codex")
    assert answer.code == 1
    assert f"  written: {project.root / SETTINGS['codex']}" in answer.err.splitlines()
    assert f"  not done: {project.root / '.agents/skills/legendary-git/SKILL.md'}" in answer.err.splitlines()


def test_two_agents_with_one_file_are_installed_at_once(project: Project) -> None:
    project.must("agent", "install", "other", "zed")
    assert (project.root / "AGENTS.md").read_text().count("legendary-git: begin") == 1
    project.must("agent", "uninstall", "other", "zed")
    assert not (project.root / "AGENTS.md").exists()


def test_read_only_settings_are_refused(project: Project) -> None:
    path = put(project, SETTINGS["claude"], "{}")
    path.chmod(0o444)
    answer = project.memory("agent", "install", "claude")
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {path} is read-only")
    assert files_of(project.root / ".claude") == {"settings.json": b"{}"}


def test_settings_with_two_names_keep_both(project: Project, tmp_path: Path) -> None:
    path = put(project, SETTINGS["claude"], "{}")
    other = tmp_path / "same.json"
    other.hardlink_to(path)
    project.must("agent", "install", "claude")
    assert MARK in other.read_text()
    assert other.samefile(path)
    project.must("agent", "uninstall", "claude")
    assert other.read_text() == "{}"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes files of others")
def test_settings_of_somebody_else_stay_his(project: Project) -> None:
    path = put(project, SETTINGS["claude"], "{}")
    path.chmod(0o640)
    os.chown(path, 65534, 65534)
    project.must("agent", "install", "claude")
    found = path.stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (65534, 65534, 0o640)


def test_dangling_link_leaves_nothing_at_its_other_end(project: Project, tmp_path: Path) -> None:
    path = project.root / SETTINGS["claude"]
    path.parent.mkdir()
    path.symlink_to(tmp_path / "nowhere" / "deep" / "claude.json")
    project.must("agent", "install", "claude")
    assert (tmp_path / "nowhere" / "deep" / "claude.json").is_file()
    project.must("agent", "uninstall", "claude")
    assert path.is_symlink()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOME", ""),
        ("HOME", None),
        ("HOME", "rel/x"),
        ("CLAUDE_CONFIG_DIR", "rel"),
        ("CODEX_HOME", "."),
        ("COPILOT_HOME", "rel"),
        ("XDG_CONFIG_HOME", "rel"),
    ],
)
@pytest.mark.parametrize("verb", ["install", "uninstall", "status"])
def test_user_whose_folder_is_not_known_is_refused(
    project: Project, monkeypatch: pytest.MonkeyPatch, verb: str, name: str, value: str | None
) -> None:
    monkeypatch.delenv(name, raising=False)
    if value is not None:
        monkeypatch.setenv(name, value)
    before = files_of(project.root)
    answer = project.memory("agent", verb, "--user", "claude")
    assert answer.code == 1
    assert answer.err.startswith(f"error: {name} is ")
    assert f"hint: set {name} to " in answer.err
    assert files_of(project.root) == before


def test_what_is_the_users_is_shown_in_full(project: Project) -> None:
    path = Path.home() / SETTINGS["claude"]
    assert project.must("agent", "install", "--user", "claude").lines[0] == f"written: {path}"
    assert f"  {path}: current" in project.must("agent", "status", "--user", "claude").lines
    assert project.must("agent", "uninstall", "--user", "claude").lines[0] == f"removed: {path}"


LARGE: dict[str, object] = {
    "one list": {"permissions": {"allow": [f"Bash(npm run {number})" for number in range(60_000)]}},
    "many keys": {f"key{number}": number for number in range(60_000)},
    "many hooks": {"hooks": {"PreToolUse": [{"hooks": [{"command": f"./{number}.sh"}]} for number in range(20_000)]}},
}


@pytest.mark.parametrize("name", LARGE)
def test_large_settings_are_edited_in_short(name: str) -> None:
    text = json.dumps(LARGE[name], indent=2).replace("[", "[ // all\n", 1)
    file = settings_file(Path("settings.json"), AGENT_HOSTS["claude"], with_prompt=False)
    installed = file.put(text)
    assert installed.count(MARK) == 5
    assert json.dumps(LARGE[name], indent=2).splitlines()[-3] in installed
    assert file.put(installed) == installed
    assert file.take(installed) == text


def test_settings_without_end_are_refused(project: Project) -> None:
    path = put(project, SETTINGS["claude"], "")
    os.truncate(path, 30_000_000)
    answer = project.memory("agent", "install", "claude")
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {path} is larger than 16 MB")
