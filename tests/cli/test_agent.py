"""`git memory agent install|status|uninstall`, on settings as people have them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from tests.project import Project, write_command

SETTINGS = {
    "claude": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "cursor": ".cursor/hooks.json",
    "gemini": ".gemini/settings.json",
    "copilot": ".github/hooks/legendary-git.json",
    "qwen": ".qwen/settings.json",
    "droid": ".factory/settings.json",
}
SKILL = ".agents/skills/legendary-git/SKILL.md"
MARK = ": legendary-git;"
THEIRS = """\
{
  // what we agreed on
  "model": "opus", /* for now */
  "hooks": {
    "PostToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./audit.sh" }] }, // ours
    ],
    "Stop": []
  },
}"""
ODD = {
    "theirs": THEIRS,
    "empty object": "{}",
    "empty object on two lines": "{\n}\n",
    "no hooks": '{"a":1}\n',
    "empty hooks": '{\n  "hooks": {}\n}\n',
    "empty events": '{"hooks": {"SessionStart": [], "postToolUse": [ ], "AfterTool": [\n]}}',
    "tabs": '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
    "crlf": THEIRS.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + THEIRS + "\n",
    "version": '{\n  "version": 1\n}\n',
    "version and hooks": '{\n  "version": 1,\n  "hooks": {\n    "stop": [{"command": "./a.sh"}]\n  }\n}\n',
    "nothing": "",
    "blank": " \n\n",
    "a line end": "\n",
    "only comments": "// none yet\n/* at\n all */\n",
    "only an open comment": "\ufeff  // none yet",
    "not ascii": '{"name": "Zoë 🦀"}',
}


@pytest.fixture(autouse=True)
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = write_command(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def put(project: Project, name: str, text: str) -> Path:
    path = project.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("host", AGENT_HOSTS)
def test_install_then_uninstall_leaves_nothing(project: Project, host: str) -> None:
    before = files_of(project.root)
    project.must("agent", "install", host)
    first = files_of(project.root)
    assert first != before
    assert all(line.startswith("unchanged: ") for line in project.must("agent", "install", host).lines)
    assert files_of(project.root) == first
    project.must("agent", "uninstall", host)
    assert files_of(project.root) == before
    assert not (project.root / ".agents").exists()


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("host", SETTINGS)
def test_settings_of_others_stay_to_the_byte(project: Project, host: str, odd: str) -> None:
    path = put(project, SETTINGS[host], ODD[odd])
    project.must("agent", "install", host)
    installed = path.read_bytes()
    assert MARK.encode() in installed
    assert b"./audit.sh" not in ODD[odd].encode() or b"// what we agreed on" in installed
    project.must("agent", "install", host)
    assert path.read_bytes() == installed
    project.must("agent", "uninstall", host)
    assert path.read_bytes() == ODD[odd].encode()


@pytest.mark.parametrize("host", SETTINGS)
def test_settings_that_we_made_are_json_with_a_timeout_and_no_path_of_ours(project: Project, host: str) -> None:
    project.must("agent", "install", host)
    text = (project.root / SETTINGS[host]).read_text()
    assert str(project.root) not in text
    assert str(Path.home()) not in text
    events = json.loads(text)["hooks"]
    for entries in events.values():
        for entry in entries:
            handler = entry["hooks"][0] if "hooks" in entry else entry
            assert handler.get("timeout", handler.get("timeoutSec")) in (10, 10_000)
            assert f"--host {host};" in handler.get("command", handler.get("bash"))


def test_claude_is_told_at_these_events(project: Project) -> None:
    project.must("agent", "install", "claude")
    events = json.loads((project.root / SETTINGS["claude"]).read_text())["hooks"]
    assert {name: [entry.get("matcher") for entry in entries] for name, entries in events.items()} == {
        "SessionStart": [None],
        "PreToolUse": ["Read|Edit|Write|MultiEdit|NotebookEdit"],
        "PostToolUse": ["Edit|Write|MultiEdit|NotebookEdit", "Bash"],
        "PostToolUseFailure": ["Bash"],
    }


def test_prompt_is_listened_to_where_that_is_set_and_stays_for_others(project: Project) -> None:
    project.git("config", "legendary.promptRecall", "true")
    project.must("agent", "install", "claude")
    path = project.root / SETTINGS["claude"]
    installed = path.read_bytes()
    assert "UserPromptSubmit" in json.loads(installed)["hooks"]
    project.git("config", "--unset", "legendary.promptRecall")
    project.must("agent", "install", "claude")
    assert path.read_bytes() == installed
    assert project.memory("agent", "status", "claude").code == 0


def test_prompt_is_listened_to_by_a_user_who_sets_it_for_all(project: Project, tmp_path: Path) -> None:
    project.git("config", "--global", "legendary.promptRecall", "yes")
    outside = tmp_path / "outside"
    outside.mkdir()
    project.must("agent", "install", "--user", "claude", folder=outside)
    assert "UserPromptSubmit" in json.loads((Path.home() / SETTINGS["claude"]).read_text())["hooks"]


def test_hook_that_others_added_to_ours_stays(project: Project) -> None:
    project.must("agent", "install", "claude")
    path = project.root / SETTINGS["claude"]
    settings = json.loads(path.read_text())
    settings["hooks"]["PreToolUse"][0]["hooks"].append({"type": "command", "command": "./mine.sh"})
    path.write_text(json.dumps(settings, indent=2))
    project.must("agent", "uninstall", "claude")
    left = json.loads(path.read_text())
    assert left == {
        "hooks": {
            "PreToolUse": [
                {
                    "matcher": "Read|Edit|Write|MultiEdit|NotebookEdit",
                    "hooks": [{"type": "command", "command": "./mine.sh"}],
                }
            ]
        }
    }


def test_line_of_another_version_is_renewed(project: Project) -> None:
    path = put(project, SETTINGS["claude"], THEIRS)
    project.must("agent", "install", "claude")
    current = path.read_text()
    path.write_text(current.replace('"timeout": 10', '"timeout": 5').replace("git-memory surface", "git-memory show"))
    status = project.memory("agent", "status", "claude")
    assert status.code == 1
    assert f"  {SETTINGS['claude']}: of another version" in status.lines
    assert project.must("agent", "install", "claude").lines[0] == f"updated: {SETTINGS['claude']}"
    assert path.read_text() == current


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("}", 1, "this is not JSON: a value is expected here"),
        ('{\n  "a": 1\n  "b": 2\n}\n', 3, 'this is not JSON: a "," or the closing bracket is expected here'),
        ('{\n  "hooks": []\n}\n', 2, '"hooks" has to be an object'),
        ('{\n  "hooks": {\n    "SessionStart": {}\n  }\n}\n', 3, '"SessionStart" has to be a list'),
        ("[]\n", 1, "an object is expected here"),
    ],
)
def test_malformed_settings_are_refused_untouched(project: Project, text: str, line: int, what: str) -> None:
    path = put(project, SETTINGS["claude"], text)
    before = files_of(project.root)
    answer = project.memory("agent", "install", "claude")
    assert answer.code == 1
    assert answer.err.splitlines() == [
        f"error: {path}:{line}: {what}",
        "hint: mend that line; nothing was changed",
    ]
    assert files_of(project.root) == before


def test_settings_that_are_not_utf8_are_refused_untouched(project: Project) -> None:
    path = put(project, SETTINGS["claude"], "")
    path.write_bytes(b'{\n"a": "\xff"}')
    answer = project.memory("agent", "install", "claude")
    assert (answer.code, answer.err.splitlines()[0]) == (1, f"error: {path}:2: this is not UTF-8")
    assert path.read_bytes() == b'{\n"a": "\xff"}'


def test_settings_that_are_a_link_are_written_where_it_leads(project: Project, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "claude.json"
    target.parent.mkdir()
    target.write_text(THEIRS)
    target.chmod(0o600)
    path = project.root / SETTINGS["claude"]
    path.parent.mkdir()
    path.symlink_to(target)
    project.must("agent", "install", "claude")
    assert path.is_symlink()
    assert MARK in target.read_text()
    assert target.stat().st_mode & 0o777 == 0o600
    project.must("agent", "uninstall", "claude")
    assert path.is_symlink()
    assert target.read_text() == THEIRS


def test_skill_that_was_edited_is_its_editors(project: Project) -> None:
    project.must("agent", "install", "codex")
    path = project.root / SKILL
    path.write_text(path.read_text().replace("# Memories", "# Our memories"))
    edited = path.read_bytes()
    assert project.must("agent", "install", "codex").lines[-1] == f"kept, because it was edited: {SKILL}"
    assert project.must("agent", "status", "codex").lines[-1] == f"  {SKILL}: edited"
    assert project.must("agent", "uninstall", "codex").lines[-1] == f"kept, because it was edited: {SKILL}"
    assert path.read_bytes() == edited


def test_skill_that_git_wrote_with_crlf_is_still_ours(project: Project) -> None:
    project.must("agent", "install", "codex")
    path = project.root / SKILL
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert project.must("agent", "install", "codex").lines[-1] == f"unchanged: {SKILL}"
    assert project.must("agent", "uninstall", "codex").lines[-1] == f"removed: {SKILL}"


def test_skill_of_somebody_else_is_left_alone(project: Project) -> None:
    path = put(project, SKILL, "---\nname: legendary-git\n---\nMine.\n")
    project.must("agent", "install", "codex")
    assert path.read_text().endswith("Mine.\n")
    project.must("agent", "uninstall", "codex")
    assert path.read_text().endswith("Mine.\n")


def test_skill_that_two_agents_read_stays_until_the_second_is_gone(project: Project) -> None:
    project.must("agent", "install", "codex", "gemini")
    assert project.must("agent", "uninstall", "codex").lines[-1] == f"kept for another agent: {SKILL}"
    assert (project.root / SKILL).exists()
    project.must("agent", "uninstall", "gemini")
    assert not (project.root / SKILL).exists()


@pytest.mark.parametrize("text", ["# Rules\n", "# Rules", "# Rules\r\n\r\n- a\r\n", "", "\n\n"])
def test_block_in_agents_md_comes_out_as_it_went_in(project: Project, text: str) -> None:
    path = put(project, "AGENTS.md", text)
    project.must("agent", "install", "other")
    assert path.read_bytes().startswith(text.encode())
    project.must("agent", "install", "other")
    assert path.read_bytes().count(b"legendary-git: begin") == 1
    project.must("agent", "uninstall", "other")
    assert path.read_bytes() == text.encode()


def test_half_a_block_is_refused(project: Project) -> None:
    path = put(project, "AGENTS.md", "# Rules\n<!-- legendary-git: begin -->\n")
    answer = project.memory("agent", "install", "other")
    assert answer.code == 1
    assert answer.err.startswith(f"error: {path}:2: ")


@pytest.mark.parametrize("host", AGENT_HOSTS)
def test_user_install_writes_nothing_into_the_project(project: Project, host: str) -> None:
    before, home = files_of(project.root), files_of(Path.home())
    project.must("agent", "install", "--user", host)
    assert files_of(project.root) == before
    assert files_of(Path.home()) != home
    project.must("agent", "uninstall", "--user", host)
    assert files_of(Path.home()) == home


def test_user_install_goes_where_the_user_keeps_his_settings(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    project.must("agent", "install", "--user", "claude", "codex")
    assert (tmp_path / "claude" / "settings.json").exists()
    assert (tmp_path / "claude" / "skills" / "legendary-git" / "SKILL.md").exists()
    assert (tmp_path / "codex" / "hooks.json").exists()
    assert (Path.home() / SKILL).exists()


def test_print_writes_nothing(project: Project) -> None:
    before = files_of(project.root)
    answer = project.must("agent", "install", "--print", "claude", "windsurf")
    assert f"# {SETTINGS['claude']}" in answer.lines
    assert "# .windsurf/rules/legendary-git.md" in answer.lines
    assert MARK in answer.out
    assert files_of(project.root) == before


def test_status_tells_of_every_agent(project: Project) -> None:
    project.must("agent", "install", "codex")
    answer = project.must("agent", "status")
    assert "ok: codex (Codex)" in answer.lines
    assert "not installed: gemini (Gemini CLI)" in answer.lines
    found = {row["agent"]: row for row in project.must("agent", "status", "--json").json["agents"]}
    assert set(found) == set(AGENT_HOSTS)
    assert (found["codex"]["installed"], found["codex"]["well"]) == (True, True)
    assert (found["gemini"]["installed"], found["gemini"]["well"]) == (False, None)


def test_status_where_git_memory_is_not_on_path_is_wrong(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.must("agent", "install", "codex")
    monkeypatch.setenv("PATH", os.environ["PATH"].partition(os.pathsep)[2])
    if subprocess.run(["sh", "-c", "command -v git-memory"], capture_output=True, check=False).returncode == 0:
        pytest.skip("git-memory is installed on this machine")
    answer = project.memory("agent", "status", "codex")
    assert answer.code == 1
    assert answer.lines[-1] == "  git-memory is not on PATH: its hooks say nothing"


@pytest.mark.parametrize("words", [("install",), ("uninstall",), ("install", "codex", "--plugin", "there")])
def test_words_that_mean_nothing_are_a_usage_error(project: Project, words: tuple[str, ...]) -> None:
    assert project.memory("agent", *words).code == 2


def test_agent_that_is_none_is_refused(project: Project) -> None:
    answer = project.memory("agent", "install", "clippy")
    assert answer.code == 1
    assert answer.err.splitlines()[0] == "error: no agent is called clippy"


def test_plugin_has_its_manifest_hooks_skill_and_commands(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "plugin"
    project.must("agent", "install", "claude", "--plugin", str(folder))
    assert set(files_of(folder)) == {
        ".claude-plugin/plugin.json",
        "hooks/hooks.json",
        "skills/legendary-git/SKILL.md",
        "commands/remember.md",
        "commands/recall.md",
        "commands/memory-review.md",
        "legendary-git.seals",
    }
    assert json.loads((folder / ".claude-plugin/plugin.json").read_text())["name"] == "legendary-git"
    assert "PostToolUseFailure" in json.loads((folder / "hooks/hooks.json").read_text())["hooks"]
    again = project.must("agent", "install", "claude", "--plugin", str(folder))
    assert {line.partition(":")[0] for line in again.lines} == {"unchanged"}


def test_plugin_is_not_written_among_other_files(project: Project) -> None:
    before = files_of(project.root)
    answer = project.memory("agent", "install", "claude", "--plugin", str(project.root))
    assert answer.code == 1
    assert files_of(project.root) == before
