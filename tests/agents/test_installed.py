"""Payload by payload through the commands that were installed for each host: the right pushes and no others."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.agents.hosts.test_payloads import CASES, CONTEXT_KEY, PAYLOADS, payload_of
from tests.project import Project, write_command

pytest.importorskip("legendary_git.agents.surface")
pytest.importorskip("legendary_git.agents.guard")

SETTINGS = {
    "claude": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "cursor": ".cursor/hooks.json",
    "gemini": ".gemini/settings.json",
    "copilot": ".github/hooks/legendary-git.json",
    "qwen": ".qwen/settings.json",
    "droid": ".factory/settings.json",
}
TITLE = "WAL does not help when two processes checkpoint"
TRIGGER = "sqlite3.OperationalError: database is locked"
DB = "src/shop/db.py"
SILENT = {"make test", "NotebookEdit", "Write", "write_file", "create"}
SOURCE = PAYLOADS.parent / "repos" / "a-day-with-it" / "02-refactored" / DB


def _is_told(case: str) -> bool:
    """Whether the payload is of the session's beginning, of the file that the memory is about, or of its error.

    After an edit nothing is said here: the file on disk is as it was. Before a compaction nothing can be said.
    """
    happened, payload = CASES[case], json.dumps(payload_of(case))
    is_silent = happened["moment"].value in ("prompt", "after-edit", "compacted")
    return not is_silent and not any(f'"{word}"' in payload for word in SILENT)


_MADE: list[Project] = []


@pytest.fixture
def shop(project: Project, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with one memory, and every host that has hooks."""
    program = write_command(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    if not _MADE:
        first = project.copy(made / "installed")
        first.commit("Connect", {DB: SOURCE.read_text(encoding="utf-8")})
        episode = ("--type", "episode", "--trigger", TRIGGER)
        first.remember(TITLE, f"{DB}::Store.connect", options=episode)
        first.must("agent", "install", *SETTINGS)
        first.commit("Remember, and tell")
        _MADE.append(first)
    copy = _MADE[0].copy(tmp_path / "installed")
    copy.must("rebuild")
    return copy


def hooks_for(project: Project, case: str, payload: dict[str, Any]) -> list[str]:
    """The lines that the host would run for this payload."""
    host, _, rest = case.partition("/")
    entries = json.loads((project.root / SETTINGS[host]).read_text())["hooks"].get(rest.partition("-")[0], [])
    tool = payload.get("tool_name") or payload.get("toolName") or payload.get("trigger") or ""
    fitting = [entry for entry in entries if re.fullmatch(entry.get("matcher", ".*"), tool)]
    handlers = [entry["hooks"][0] if "hooks" in entry else entry for entry in fitting]
    return [handler.get("command") or handler["bash"] for handler in handlers]


INSTALLED = [case for case in CASES if case.partition("/")[0] in SETTINGS]
FIRST = {case.partition("/")[0]: case for case in reversed(INSTALLED)}
"""One of each host, for a second shell; tests/agents/test_hook_line.py runs the line itself in every shell."""


@pytest.mark.parametrize(
    ("case", "shell"),
    [
        *((case, "sh") for case in INSTALLED),
        *((case, "bash") for case in FIRST.values() if shutil.which("bash")),
    ],
)
def test_installed_hooks_push_what_fits_and_nothing_else(shop: Project, case: str, shell: str) -> None:
    host = case.partition("/")[0]
    text = json.dumps(payload_of(case), ensure_ascii=False).replace("/home/ada/shop", str(shop.root))
    told = []
    lines = hooks_for(shop, case, json.loads(text))
    assert lines or CASES[case]["moment"].value != "compacted"
    for line in lines:
        result = subprocess.run(
            [shell, "-c", line], cwd=shop.root, input=text.encode(), capture_output=True, check=False
        )
        assert (result.returncode, result.stderr) == (0, b""), result
        told += [json.loads(result.stdout)] if result.stdout else []
    if not _is_told(case) or case == "copilot/PostToolUse-Read":  # Copilot is not asked for events of that name
        assert told == []
        return
    assert len(told) == 1
    answer = told[0] if host in CONTEXT_KEY else told[0]["hookSpecificOutput"]
    assert TITLE in answer[CONTEXT_KEY.get(host, "additionalContext")]
