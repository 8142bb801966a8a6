"""Sessions as real hosts ran them: each payload that one put on a hook, through the hooks that are installed for it.

That of Cursor is made up of payloads in the form that is documented.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from legendary_git.agents.event import Moment
from legendary_git.agents.hosts import load_host
from tests.agents.hosts.test_payloads import AFTER, BEFORE, CONTEXT_KEY, PAYLOADS
from tests.agents.test_opencode_plugin import DRIVER
from tests.project import Project, write_command

SETTINGS = {
    "claude": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "cursor": ".cursor/hooks.json",
    "gemini": ".gemini/settings.json",
    "copilot": ".github/hooks/legendary-git.json",
    "qwen": ".qwen/settings.json",
}
DB, RETRY, NIGHTLY = "src/shop/db.py", "src/shop/retry.py", "src/shop/nightly.py"
JOURNAL = "The journal stays in DELETE mode"
UNMAILED = "Orders that are unmailed are read in one piece"
TWICE = "The nightly job locks the database when it runs twice"
TRIGGER = "sqlite3.OperationalError: database is locked"
SOURCE = PAYLOADS.parent / "repos" / "a-day-with-it" / "02-refactored" / DB
JOB = """\
import sqlite3


def main():
    raise sqlite3.OperationalError("database is locked")


if __name__ == "__main__":
    main()
"""
NOTHING, BRIEF, PROMPT, FILE, EDIT, ERROR, JOB_FILE = "", "brief", "prompt", "file", "edit", "error", "the job's file"
SAID = {
    BRIEF: ("git memory recall WORDS", {JOURNAL, UNMAILED, TWICE}),
    PROMPT: ("(verified against current code)", {JOURNAL}),
    FILE: ("(verified against current code)", {JOURNAL, UNMAILED}),
    EDIT: ("[stale by changes that are not committed", {JOURNAL}),
    ERROR: (f"on `{TRIGGER}`", {TWICE}),
    JOB_FILE: ("(verified against current code)", {TWICE}),
}
"""By what a push is known, whatever it says around that, and which memories it tells."""

CASES = {
    # Read, Edit before and after, Write before and after, a command that fails, one that shows a log with the error.
    "claude/session": [BRIEF, FILE, NOTHING, EDIT, NOTHING, NOTHING, ERROR, NOTHING],
    **{f"{host}/session-prompt": [BRIEF, PROMPT] for host in ("claude", "codex", "gemini")},
    # The same file by the session, then by an agent that it starts.
    "claude/session-subagent": [BRIEF, FILE, FILE, JOB_FILE, ERROR],
    # Taken up again with a note gone stale, compacted, taken up again: all is new then.
    "claude/session+session-compacted": [
        *(BRIEF, FILE, NOTHING, EDIT, NOTHING, NOTHING, ERROR, NOTHING),
        *(BRIEF, BRIEF, NOTHING, FILE, NOTHING, NOTHING),
    ],
    # `sed -n` before and after, apply_patch before and after, a command that fails, `cat`.
    "codex/session": [BRIEF, FILE, NOTHING, NOTHING, EDIT, NOTHING, ERROR, NOTHING, NOTHING],
    # A command that goes on after its tool has answered: its output comes with PostToolUse as it ends.
    "codex/session-long-command": [BRIEF, NOTHING, ERROR],
    "codex/session+session-resumed": [BRIEF, FILE, NOTHING, NOTHING, EDIT, NOTHING, ERROR, NOTHING, NOTHING, BRIEF],
    # Read, Write twice, a command that fails twice, `cat`, a command without end, all forgotten, the first one again.
    "cursor/session-documented": [BRIEF, FILE, EDIT, NOTHING, ERROR, NOTHING, NOTHING, NOTHING, NOTHING, ERROR],
    # PreCompress comes before each request, and nothing is forgotten by that: the last but one reads the file again.
    "gemini/session": [
        *(BRIEF, NOTHING, FILE, NOTHING, EDIT, NOTHING, NOTHING, NOTHING, ERROR, NOTHING, NOTHING, NOTHING),
        *(NOTHING, NOTHING),
    ],
    "copilot/session": [BRIEF, FILE, EDIT, NOTHING, ERROR, NOTHING],
    "copilot/session-patch": [BRIEF, FILE, EDIT, ERROR],
    "qwen/session": [BRIEF, FILE, EDIT, NOTHING, ERROR, NOTHING],
    # What opencode gave a plugin of ours: the system prompt, read, edit, write, bash twice.
    "opencode/session": [BRIEF, FILE, EDIT, NOTHING, ERROR, NOTHING],
}


def lines_of(case: str, root: Path) -> list[dict[str, Any]]:
    """Each line has the event for which a hook ran, and what stood on its standard input; the shop is at `root`."""
    host, _, names = case.partition("/")
    paths = [PAYLOADS / host / f"{name}.jsonl" for name in names.split("+")]
    text = "".join(path.read_text(encoding="utf-8") for path in paths).replace("/home/ada/shop", str(root))
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def shop(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The shop in which the sessions were recorded, with every host."""
    program = write_command(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    text = SOURCE.read_text(encoding="utf-8").replace(
        "'PRAGMA journal_mode = DELETE'", '"PRAGMA journal_mode = DELETE"'
    )
    assert BEFORE in text
    project.commit("Connect", {DB: text, NIGHTLY: JOB})
    project.remember("WAL does not work on a network share.", f"{DB}::Store.connect", options=("--title", JOURNAL))
    project.remember("The printer takes forty letters.", f"{DB}::Store.unmailed", options=("--title", UNMAILED))
    episode = ("--title", TWICE, "--type", "episode", "--trigger", TRIGGER)
    project.remember("A lock file helped.", f"{NIGHTLY}::main", options=episode)
    project.git("config", "legendary.promptRecall", "true")
    project.must("agent", "install", *SETTINGS, "opencode")
    project.commit("Remember, and tell")
    return project


def push(project: Project, host: str, event: str, payload: dict[str, Any]) -> str:
    """What the hooks that the host would run for it put before the agent."""
    entries = json.loads((project.root / SETTINGS[host]).read_text(encoding="utf-8"))["hooks"].get(event, [])
    subject = payload.get("tool_name") or payload.get("toolName") or payload.get("trigger") or ""
    fitting = [entry for entry in entries if re.fullmatch(entry.get("matcher", ".*"), subject)]
    said = []
    for handler in [entry["hooks"][0] if "hooks" in entry else entry for entry in fitting]:
        line = handler.get("command") or handler["bash"]
        text = json.dumps(payload, ensure_ascii=False)
        result = subprocess.run(
            ["sh", "-c", line], cwd=project.root, input=text.encode(), capture_output=True, check=False
        )
        assert (result.returncode, result.stderr) == (0, b""), result
        said += [context_of(host, event, json.loads(result.stdout))] if result.stdout else []
    assert len(said) <= 1
    return "".join(said)


def context_of(host: str, event: str, answer: dict[str, Any]) -> str:
    if host in CONTEXT_KEY:
        assert list(answer) == [CONTEXT_KEY[host]]
        return str(answer[CONTEXT_KEY[host]])
    assert list(answer) == ["hookSpecificOutput"]
    found = answer["hookSpecificOutput"]
    assert found["hookEventName"] == event
    return str(found["additionalContext"])


def kind_of(text: str) -> str:
    """Which of the pushes it is; all that it tells has to be that push's."""
    if not text:
        return NOTHING
    told = {title for title in (JOURNAL, UNMAILED, TWICE) if title in text}
    return next(kind for kind, (sign, titles) in SAID.items() if sign in text and titles == told)


def push_by_plugin(project: Project, folder: Path, line: dict[str, Any]) -> str:
    """What opencode's plugin adds to what it is given."""
    installed = project.root / ".opencode/plugins/legendary-git.js"
    (folder / "plugin.mjs").write_text(installed.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "driver.mjs").write_text(DRIVER, encoding="utf-8")
    call = {**line, "directory": str(project.root)}
    words = ["node", str(folder / "driver.mjs"), json.dumps(call)]
    result = subprocess.run(words, cwd=project.root, capture_output=True, check=True)
    assert result.stderr == b""
    given, made = line["output"], json.loads(result.stdout)
    if "system" in given:
        assert made["system"][: len(given["system"])] == given["system"]
        return "".join(made["system"][len(given["system"]) :])
    assert made | {"output": given["output"]} == given
    assert made["output"].startswith(given["output"])
    return str(made["output"].removeprefix(given["output"]))


def do_what_was_done(project: Project, host: str, payload: dict[str, Any]) -> None:
    """The edit of which a payload says that it was made."""
    found = load_host(host)
    event = found.read_event(payload) if found is not None else None
    if event is None or event.moment is not Moment.AFTER_EDIT:
        return
    paths = {str((project.root / path).relative_to(project.root)) for path in event.paths}
    assert paths <= {DB, RETRY}
    if DB in paths:
        text = (project.root / DB).read_text(encoding="utf-8")
        project.write({DB: text.replace(BEFORE, AFTER)})
    if RETRY in paths:
        project.write({RETRY: "ATTEMPTS = 5\n"})


@pytest.mark.parametrize("case", [case for case in CASES if not case.startswith("opencode/")])
def test_recorded_session_is_told_what_fits_and_nothing_else(shop: Project, case: str) -> None:
    host = case.partition("/")[0]
    told = []
    for line in lines_of(case, shop.root):
        do_what_was_done(shop, host, line["payload"])
        told.append(kind_of(push(shop, host, line["event"], line["payload"])))
    assert told == CASES[case]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
def test_recorded_session_of_opencode_is_told_what_fits_and_nothing_else(shop: Project, tmp_path: Path) -> None:
    told = []
    for line in lines_of("opencode/session", shop.root):
        do_what_was_done(shop, "opencode", {"event": line["hook"], **line["input"]})
        told.append(kind_of(push_by_plugin(shop, tmp_path, line)))
    assert told == CASES["opencode/session"]


ENDS = {"claude": (True, False), "codex": (None, None), **dict.fromkeys(("gemini", "copilot", "qwen"), (True, False))}
"""Whether the job and the `cat` that shows its log failed; Codex tells of no command how it ended."""


@pytest.mark.parametrize("host", ENDS)
def test_recorded_command_ended_as_the_host_says(host: str) -> None:
    found = load_host(host)
    assert found is not None
    events = [found.read_event(line["payload"]) for line in lines_of(f"{host}/session", Path("/home/ada/shop"))]
    commands = [event for event in events if event is not None and event.moment is Moment.AFTER_COMMAND]
    ended = {event.command: event.failed for event in commands}
    assert (ended["python -m shop.nightly"], ended["cat nightly.log"]) == ENDS[host]


def test_recorded_sessions_are_all_tested() -> None:
    tested = {
        f"{host}/{name}" for host, _, names in (case.partition("/") for case in CASES) for name in names.split("+")
    }
    recorded = {path.relative_to(PAYLOADS).with_suffix("").as_posix() for path in PAYLOADS.rglob("*.jsonl")}
    assert tested == recorded
