"""`git memory agent install` and the MCP server: who gets it, where, and what becomes of the file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from legendary_git.usecases.agent.host import alternatives
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from tests.cli.test_agent import ODD, files_of, on_path, put
from tests.project import Project

__all__ = ["on_path"]

IN_PROJECT = {name: alternatives(host.project.server)[-1] for name, host in AGENT_HOSTS.items() if host.project.server}
OF_USER = {name: alternatives(host.user.server)[-1] for name, host in AGENT_HOSTS.items() if host.user.server}
WITHOUT_HOOKS = [name for name, host in AGENT_HOSTS.items() if not host.is_told]
WITH_HOOKS = [name for name, host in AGENT_HOSTS.items() if host.is_told]
JSON_HOSTS = [name for name in IN_PROJECT if not AGENT_HOSTS[name].server.is_toml]


def server_in(path: Path, host: str) -> Any:
    """What stands under our name; None where nothing does."""
    if not path.exists():
        return None
    found: Any = (tomllib if path.suffix == ".toml" else json).loads(path.read_text())
    for key in (*AGENT_HOSTS[host].server.keys, "legendary-git"):
        found = found.get(key, {})
    return found or None


@pytest.mark.parametrize("host", IN_PROJECT)
def test_server_of_the_project_comes_and_goes(project: Project, host: str) -> None:
    before = files_of(project.root)
    project.must("agent", "install", host, "--mcp")
    first = files_of(project.root)
    assert server_in(project.root / IN_PROJECT[host], host) == AGENT_HOSTS[host].server.entry
    assert str(project.root).encode() not in first[IN_PROJECT[host]]
    again = project.must("agent", "install", host, "--mcp")
    assert {line.partition(":")[0] for line in again.lines} == {"unchanged"}
    assert files_of(project.root) == first
    assert project.memory("agent", "status", host).code == 0
    project.must("agent", "uninstall", host)
    assert files_of(project.root) == before


@pytest.mark.parametrize("host", OF_USER)
def test_server_of_the_user_comes_and_goes(project: Project, host: str) -> None:
    home = files_of(Path.home())
    project.must("agent", "install", host, "--mcp", "--user")
    assert server_in(Path.home() / OF_USER[host], host) == AGENT_HOSTS[host].server.entry
    project.must("agent", "uninstall", host, "--user")
    assert files_of(Path.home()) == home


@pytest.mark.parametrize("host", WITHOUT_HOOKS)
def test_without_hooks_the_server_comes_without_being_asked_for(project: Project, host: str) -> None:
    answer = project.must("agent", "install", host)
    by_hand = AGENT_HOSTS[host].project.by_hand
    if by_hand:
        assert f"hint: to add the MCP server: {by_hand}" in answer.err.splitlines()
    else:
        assert server_in(project.root / IN_PROJECT[host], host) == AGENT_HOSTS[host].server.entry


@pytest.mark.parametrize("host", WITH_HOOKS)
def test_with_hooks_the_server_comes_when_asked_for_and_stays(project: Project, host: str) -> None:
    path = project.root / IN_PROJECT[host]
    project.must("agent", "install", host)
    assert server_in(path, host) is None
    without = files_of(project.root)
    project.must("agent", "install", host, "--mcp")
    asked = files_of(project.root)
    assert server_in(path, host) == AGENT_HOSTS[host].server.entry
    project.must("agent", "install", host)
    assert files_of(project.root) == asked
    assert f"  {IN_PROJECT[host]}: current" in project.must("agent", "status", host).lines
    project.must("agent", "uninstall", host)
    project.must("agent", "install", host)
    assert files_of(project.root) == without


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("host", JSON_HOSTS)
def test_configuration_of_others_stays_to_the_byte(project: Project, host: str, odd: str) -> None:
    path = put(project, IN_PROJECT[host], ODD[odd])
    project.must("agent", "install", host, "--mcp")
    assert b'"legendary-git": {' in path.read_bytes()
    project.must("agent", "install", host, "--mcp")
    project.must("agent", "uninstall", host)
    assert path.read_bytes() == ODD[odd].encode()


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("host", ["gemini", "qwen"])
def test_hooks_and_server_in_one_file_go_in_any_order(project: Project, host: str, odd: str) -> None:
    path = put(project, IN_PROJECT[host], ODD[odd])
    project.must("agent", "install", host, "--mcp")
    both = path.read_bytes()
    project.must("agent", "uninstall", host)
    project.must("agent", "install", host)
    project.must("agent", "install", host, "--mcp")
    assert path.read_bytes() == both
    older = both.replace(b"git-memory surface", b"git-memory show")
    path.write_bytes(older)
    assert project.memory("agent", "status", host).code == 1
    project.must("agent", "install", host)
    assert path.read_bytes() == both
    project.must("agent", "uninstall", host)
    assert path.read_bytes() == ODD[odd].encode()


@pytest.mark.parametrize("host", IN_PROJECT)
def test_malformed_configuration_is_refused_untouched(project: Project, host: str) -> None:
    kind = "TOML" if IN_PROJECT[host].endswith(".toml") else "JSON"
    path = put(project, IN_PROJECT[host], "{\n" if kind == "JSON" else "a = 1\nb =\n")
    before = files_of(project.root)
    answer = project.memory("agent", "install", host, "--mcp")
    assert answer.code == 1
    assert answer.err.startswith(f"error: {path}:2: this is not {kind}: ")
    assert answer.err.splitlines()[1] == "hint: mend that line; nothing was changed"
    assert files_of(project.root) == before


@pytest.mark.parametrize("host", ["claude", "codex", "cursor"])
def test_malformed_configuration_that_is_not_asked_for_is_no_hindrance(project: Project, host: str) -> None:
    path = put(project, IN_PROJECT[host], "{ = \n")
    before = files_of(project.root)
    project.must("agent", "install", host)
    # Codex keeps in that file what switches its hooks off, too.
    assert project.memory("agent", "status", host).code == (1 if host == "codex" else 0)
    project.must("agent", "uninstall", host)
    assert files_of(project.root) == before
    path.write_text('{ = "legendary-git"\n')
    assert project.memory("agent", "uninstall", host).err.startswith(f"error: {path}:1: this is not ")


def test_server_that_was_edited_is_its_editors(project: Project) -> None:
    project.must("agent", "install", "vscode")
    path = project.root / ".vscode/mcp.json"
    path.write_text(path.read_text().replace('"git-memory"', '"/opt/bin/git-memory"'))
    edited = path.read_bytes()
    assert "kept, because it was edited: .vscode/mcp.json" in project.must("agent", "install", "vscode").lines
    assert "  .vscode/mcp.json: edited" in project.must("agent", "status", "vscode").lines
    assert "kept, because it was edited: .vscode/mcp.json" in project.must("agent", "uninstall", "vscode").lines
    assert path.read_bytes() == edited


def test_server_goes_into_the_configuration_that_is_there(project: Project) -> None:
    path = put(project, "opencode.jsonc", "{\n  // ours\n}\n")
    project.must("agent", "install", "opencode", "--mcp")
    assert not (project.root / "opencode.json").exists()
    assert b'"mcp"' in path.read_bytes()
    project.must("agent", "uninstall", "opencode")
    assert path.read_text() == "{\n  // ours\n}\n"


def test_server_is_found_again_where_another_configuration_was_made_since(project: Project) -> None:
    project.must("agent", "install", "kilo")
    put(project, "kilo.jsonc", "{}")
    assert "unchanged: .kilo/kilo.json" in project.must("agent", "install", "kilo").lines
    assert "removed: .kilo/kilo.json" in project.must("agent", "uninstall", "kilo").lines
    assert not (project.root / ".kilo").exists()


def test_rules_go_into_the_text_that_the_host_reads(project: Project) -> None:
    path = put(project, ".rules", "# Ours\n")
    project.must("agent", "install", "zed")
    assert not (project.root / "AGENTS.md").exists()
    assert path.read_text().startswith("# Ours\n\n<!-- legendary-git: begin -->\n")
    project.must("agent", "uninstall", "zed")
    assert path.read_text() == "# Ours\n"


@pytest.mark.parametrize(
    ("host", "rule", "head"),
    [
        ("windsurf", ".windsurf/rules/legendary-git.md", "trigger: always_on"),
        ("vscode", ".github/instructions/legendary-git.instructions.md", 'applyTo: "**"'),
        ("kiro", ".kiro/steering/legendary-git.md", "inclusion: always"),
        ("antigravity", ".agents/rules/legendary-git.md", "trigger: always_on"),
        ("continue", ".continue/rules/legendary-git.md", "name: legendary-git"),
    ],
)
def test_rule_of_our_own_is_read_always(project: Project, host: str, rule: str, head: str) -> None:
    project.must("agent", "install", host)
    assert (project.root / rule).read_text().splitlines()[:2] == ["---", head]


def test_hooks_go_where_droid_reads_them(project: Project) -> None:
    path = put(project, ".factory/hooks.json", "{}\n")
    project.must("agent", "install", "droid")
    assert not (project.root / ".factory/settings.json").exists()
    assert "PostToolUse" in json.loads(path.read_text())["hooks"]
    project.must("agent", "uninstall", "droid")
    assert path.read_text() == "{}\n"


@pytest.mark.parametrize("order", [("zed", "roo"), ("roo", "zed"), ("other", "amp"), ("amp", "other")])
def test_rules_that_two_agents_read_stay_until_the_second_is_gone(project: Project, order: tuple[str, str]) -> None:
    before = files_of(project.root)
    project.must("agent", "install", *order)
    assert "kept for another agent: AGENTS.md" in project.must("agent", "uninstall", order[0]).lines
    assert (project.root / "AGENTS.md").exists()
    assert "removed: AGENTS.md" in project.must("agent", "uninstall", order[1]).lines
    assert files_of(project.root) == before


def test_agents_that_explain_every_file_leave_nothing_behind(project: Project) -> None:
    """All that `other` has is there because of Zed and Claude Code, and nobody asked for `other`."""
    before = files_of(project.root)
    project.must("agent", "install", "claude", "zed", "--mcp")
    assert "not installed: other (any agent that reads AGENTS.md)" in project.must("agent", "status").lines
    project.must("agent", "uninstall", "claude", "zed")
    assert files_of(project.root) == before


def test_print_has_the_server_where_it_would_be_written(project: Project) -> None:
    before = files_of(project.root)
    asked = project.must("agent", "install", "--print", "--mcp", "codex", "zed").lines
    assert "[mcp_servers.legendary-git]" in asked
    assert "# .zed/settings.json" in asked
    assert "# .codex/config.toml" not in project.must("agent", "install", "--print", "codex").lines
    assert files_of(project.root) == before


def test_hint_says_how_the_user_adds_it_where_no_file_is_written(project: Project) -> None:
    wanted = "hint: to add the MCP server: claude mcp add --scope user legendary-git -- git-memory mcp"
    assert wanted in project.must("agent", "install", "claude", "--user", "--mcp").err.splitlines()
    assert wanted not in project.must("agent", "install", "claude", "--user").err.splitlines()


def test_without_git_memory_on_path_the_server_is_wrong(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.must("agent", "install", "kiro")
    monkeypatch.setenv("PATH", os.environ["PATH"].partition(os.pathsep)[2])
    if subprocess.run(["sh", "-c", "command -v git-memory"], capture_output=True, check=False).returncode == 0:
        pytest.skip("git-memory is installed on this machine")
    answer = project.memory("agent", "status", "kiro")
    assert (answer.code, answer.lines[-1]) == (1, "  git-memory is not on PATH: its server does not start")


@pytest.mark.parametrize("missing", ["mcp", "mcp_types"])
def test_without_the_extra_it_is_written_and_the_cure_is_told(
    project: Project, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    cure = "pip install 'legendary-git[mcp]'"
    installed = project.must("agent", "install", "kiro")
    assert f"hint: the MCP server needs an extra: {cure}" in installed.err.splitlines()
    assert server_in(project.root / IN_PROJECT["kiro"], "kiro") == AGENT_HOSTS["kiro"].server.entry
    shown = project.memory("agent", "status", "kiro")
    assert (shown.code, shown.lines[-1]) == (1, f"  the server does not start: {cure}")
    assert project.must("agent", "install", "codex").err.splitlines() == [f"hint: {AGENT_HOSTS['codex'].hint}"]
    assert project.memory("agent", "status", "codex").code == 0
