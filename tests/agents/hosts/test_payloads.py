"""What each host's payloads are read as, and the shape of each answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.agents.event import Edit, Event, Moment
from legendary_git.agents.hosts import HOSTS, load_host

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

PAYLOADS = Path(__file__).resolve().parents[3] / "fixtures" / "payloads"
DB, RETRY = "/home/ada/shop/src/shop/db.py", "/home/ada/shop/src/shop/retry.py"
BEFORE = '                connection.execute("PRAGMA journal_mode = DELETE")'
AFTER = '                connection.execute("PRAGMA journal_mode = WAL")'
CHANGE = Edit(DB, BEFORE, AFTER)
NEW_FILE = Edit(RETRY, None, "ATTEMPTS = 5\n")
ASKED = "Make the nightly job stop failing with a locked database"
LOCKED = "sqlite3.OperationalError: database is locked"
RUN = "python -m shop.nightly"
PATCHED = (Edit("src/shop/db.py", BEFORE, AFTER), Edit("src/shop/retry.py", None, "ATTEMPTS = 5"))
PATCHES = ("src/shop/db.py", "src/shop/retry.py", "src/shop/old.py")

CASES: dict[str, dict[str, Any]] = {
    "claude/SessionStart": {"moment": Moment.SESSION, "is_new": True},
    "claude/SessionStart-compact": {"moment": Moment.SESSION, "is_new": True},
    "claude/SessionStart-resume": {"moment": Moment.SESSION, "is_new": False},
    "claude/UserPromptSubmit": {"moment": Moment.PROMPT, "prompt": ASKED},
    "claude/PreToolUse-Read": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "claude/PreToolUse-Read-subagent": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "claude/PreToolUse-Edit": {"moment": Moment.BEFORE_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "claude/PreToolUse-Write": {"moment": Moment.BEFORE_EDIT, "paths": (RETRY,), "edits": (NEW_FILE,)},
    "claude/PreToolUse-NotebookEdit": {
        "moment": Moment.BEFORE_EDIT,
        "paths": ("/home/ada/shop/figures.ipynb",),
        "edits": (Edit("/home/ada/shop/figures.ipynb", None, "plot(sales)"),),
    },
    "claude/PostToolUse-Edit": {"moment": Moment.AFTER_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "claude/PostToolUse-Bash": {
        "moment": Moment.AFTER_COMMAND,
        "command": "make test",
        "output": "41 passed in 2.10s",
        "failed": False,
    },
    "claude/PostToolUseFailure-Bash": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "codex/SessionStart": {"moment": Moment.SESSION, "is_new": True},
    "codex/UserPromptSubmit": {"moment": Moment.PROMPT, "prompt": ASKED},
    "codex/PreToolUse-Bash": {"moment": Moment.BEFORE_READ, "paths": ("src/shop/db.py",)},
    "codex/PreToolUse-Bash-subagent": {"moment": Moment.BEFORE_READ, "paths": ("src/shop/db.py",)},
    "codex/PreToolUse-apply_patch": {"moment": Moment.BEFORE_EDIT, "paths": PATCHES, "edits": PATCHED},
    "codex/PostToolUse-apply_patch": {"moment": Moment.AFTER_EDIT, "paths": PATCHES, "edits": PATCHED},
    "codex/PostToolUse-Bash": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": None},
    "cursor/sessionStart": {"moment": Moment.SESSION, "is_new": True},
    "cursor/preCompact": {"moment": Moment.COMPACTED},
    "cursor/postToolUse-Read": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "cursor/postToolUse-Write": {"moment": Moment.AFTER_EDIT, "paths": (RETRY,), "edits": (NEW_FILE,)},
    "cursor/postToolUse-Shell": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "cursor/postToolUseFailure-Shell": {
        "moment": Moment.AFTER_COMMAND,
        "command": "make test",
        "output": "Command timed out after 30s",
        "failed": True,
    },
    "gemini/SessionStart": {"moment": Moment.SESSION, "is_new": True},
    "gemini/BeforeAgent": {"moment": Moment.PROMPT, "prompt": ASKED},
    "gemini/PreCompress": {"moment": Moment.COMPACTED},
    "gemini/AfterTool-read_many_files": {
        "moment": Moment.BEFORE_READ,
        "paths": ("src/shop/db.py", "src/shop/retry.py"),
    },
    "gemini/AfterTool-read_file": {"moment": Moment.BEFORE_READ, "paths": ("src/shop/db.py",)},
    "gemini/AfterTool-replace": {"moment": Moment.AFTER_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "gemini/AfterTool-write_file": {"moment": Moment.AFTER_EDIT, "paths": (RETRY,), "edits": (NEW_FILE,)},
    "gemini/AfterTool-run_shell_command": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "gemini/AfterTool-run_shell_command-passed": {
        "moment": Moment.AFTER_COMMAND,
        "command": "make test",
        "failed": False,
    },
    "copilot/sessionStart": {"moment": Moment.SESSION, "is_new": True},
    "copilot/sessionStart-resume": {"moment": Moment.SESSION, "is_new": False},
    "copilot/postToolUse-view": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "copilot/postToolUse-edit": {"moment": Moment.AFTER_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "copilot/postToolUse-str_replace_editor": {"moment": Moment.AFTER_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "copilot/postToolUse-str_replace_editor-view": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "copilot/postToolUse-apply_patch": {"moment": Moment.AFTER_EDIT, "paths": PATCHES, "edits": PATCHED},
    "copilot/preCompact": {"moment": Moment.COMPACTED},
    "copilot/postToolUse-create": {"moment": Moment.AFTER_EDIT, "paths": (RETRY,), "edits": (NEW_FILE,)},
    "copilot/postToolUse-bash": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "copilot/postToolUseFailure-bash": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "copilot/PostToolUse-Read": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "opencode/session": {"moment": Moment.SESSION, "is_new": True},
    "opencode/tool.execute.after-read": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "opencode/tool.execute.after-edit": {"moment": Moment.AFTER_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "opencode/tool.execute.after-write": {"moment": Moment.AFTER_EDIT, "paths": (RETRY,), "edits": (NEW_FILE,)},
    "opencode/tool.execute.after-bash": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "qwen/SessionStart": {"moment": Moment.SESSION, "is_new": True},
    "qwen/SessionStart-compact": {"moment": Moment.SESSION, "is_new": True},
    "qwen/PostToolUse-read_file": {"moment": Moment.BEFORE_READ, "paths": ("src/shop/db.py",)},
    "qwen/PostToolUse-edit": {"moment": Moment.AFTER_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "qwen/PostToolUse-write_file": {"moment": Moment.AFTER_EDIT, "paths": (RETRY,), "edits": (NEW_FILE,)},
    "qwen/PostToolUse-run_shell_command": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "qwen/PostToolUse-run_shell_command-passed": {
        "moment": Moment.AFTER_COMMAND,
        "command": "make test",
        "failed": False,
    },
    "qwen/PostToolUseFailure-run_shell_command": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": True},
    "droid/SessionStart": {"moment": Moment.SESSION, "is_new": True},
    "droid/UserPromptSubmit": {"moment": Moment.PROMPT, "prompt": ASKED},
    "droid/PostToolUse-Read": {"moment": Moment.BEFORE_READ, "paths": (DB,)},
    "droid/PostToolUse-Edit": {"moment": Moment.AFTER_EDIT, "paths": (DB,), "edits": (CHANGE,)},
    "droid/PostToolUse-Create": {"moment": Moment.AFTER_EDIT, "paths": (RETRY,), "edits": (NEW_FILE,)},
    "droid/PostToolUse-ApplyPatch": {"moment": Moment.AFTER_EDIT, "paths": PATCHES, "edits": PATCHED},
    "droid/PostToolUse-Execute": {"moment": Moment.AFTER_COMMAND, "command": RUN, "failed": None},
}
NOTE = 'a note: "ä" \U0001f980'
CONTEXT_KEY = {"cursor": "additional_context", "copilot": "additionalContext", "opencode": "context"}
"""What the others have within `hookSpecificOutput`, beside the event's name."""


def payload_of(case: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAYLOADS / f"{case}.json").read_text(encoding="utf-8"))
    return found


def read(case: str) -> Event:
    host = load_host(case.partition("/")[0])
    assert host is not None
    event = host.read_event(payload_of(case))
    assert event is not None
    return event


@pytest.mark.parametrize("case", CASES)
def test_payload_is_read_as_what_happened(case: str) -> None:
    event = read(case)
    for name, value in CASES[case].items():
        assert getattr(event, name) == value, name
    assert event.cwd == "/home/ada/shop"
    assert event.session


@pytest.mark.parametrize("case", [case for case in CASES if CASES[case].get("command") == RUN])
def test_payload_of_a_failure_has_the_error_line(case: str) -> None:
    assert LOCKED in read(case).output.splitlines()


def test_payloads_are_all_tested() -> None:
    assert {path.relative_to(PAYLOADS).with_suffix("").as_posix() for path in PAYLOADS.rglob("*.json")} == set(CASES)


@pytest.mark.parametrize("case", CASES)
def test_answer_has_the_shape_of_its_event(case: str) -> None:
    event = read(case)
    host = load_host(event.host)
    assert host is not None
    answer = host.format_answer(event, NOTE)
    if event.host in CONTEXT_KEY:
        assert answer == {CONTEXT_KEY[event.host]: NOTE}
    else:
        assert answer == {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": NOTE}}


@pytest.mark.parametrize("name", HOSTS)
def test_host_is_called_as_its_module(name: str) -> None:
    host = load_host(name)
    assert host is not None
    assert host.name == name


def test_host_that_is_none_is_not_imported() -> None:
    assert load_host("../claude") is None
    assert load_host("event") is None


@pytest.mark.parametrize("case", ["claude/PreToolUse-Read", "codex/PreToolUse-Bash"])
def test_subagent_is_a_session_of_its_own(case: str) -> None:
    main, subagent = read(case), read(f"{case}-subagent")
    assert main.session != subagent.session
    host = load_host(main.host)
    assert host is not None
    other = host.read_event(payload_of(f"{case}-subagent") | {"agent_id": "another"})
    assert other is not None
    assert len({main.session, subagent.session, other.session}) == 3


@pytest.mark.parametrize("arguments", [{"input": None}, {"patch": None}, None])
def test_patch_of_copilot_is_read_wherever_it_stands(arguments: dict[str, Any] | None) -> None:
    payload = payload_of("copilot/postToolUse-apply_patch")
    patch = payload["toolArgs"]
    payload["toolArgs"] = json.dumps(patch) if arguments is None else dict.fromkeys(arguments, patch)
    host = load_host("copilot")
    assert host is not None
    event = host.read_event(payload)
    assert event is not None
    assert (event.paths, event.edits) == (PATCHES, PATCHED)


def test_prompt_is_what_was_asked_without_what_hooks_said_before() -> None:
    host = load_host("gemini")
    assert host is not None
    payload = payload_of("gemini/BeforeAgent")
    context = f"<hook_context>&lt;git-memory&gt;\n{NOTE}\n&lt;/git-memory&gt;</hook_context>\n\n"
    event = host.read_event(payload | {"prompt": context + ASKED})
    assert event is not None
    assert event.prompt == ASKED


def test_many_files_are_bounded() -> None:
    host = load_host("gemini")
    assert host is not None
    payload = payload_of("gemini/AfterTool-read_many_files")
    event = host.read_event(payload | {"tool_input": {"include": [f"{n}.py" for n in range(1_000)]}})
    assert event is not None
    assert len(event.paths) == 20
    assert host.read_event(payload | {"tool_input": {"include": ["**/*.py"]}}) is None


@pytest.mark.parametrize(
    ("host", "payload"),
    [
        ("claude", {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "cat a.py"}}),
        ("claude", {"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": {"file_path": "a.py"}}),
        ("claude", {"hook_event_name": "Stop"}),
        ("codex", {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "make test"}}),
        ("cursor", {"hook_event_name": "preToolUse", "tool_name": "Read", "tool_input": {"file_path": "a.py"}}),
        ("gemini", {"hook_event_name": "BeforeTool", "tool_name": "read_file", "tool_input": {"file_path": "a"}}),
        ("copilot", {"toolName": "view", "toolArgs": {"path": "a.py"}}),
        ("copilot", {"prompt": "hello"}),
        ("opencode", {"event": "session.idle"}),
        ("qwen", {"hook_event_name": "PreToolUse", "tool_name": "read_file", "tool_input": {"file_path": "a"}}),
        ("qwen", {"hook_event_name": "UserPromptSubmit", "prompt": "what a tool answered"}),
        ("qwen", {"tool_name": "run_shell_command", "tool_input": {"command": "make"}}),
        ("gemini", {"hook_event_name": "PreCompress", "trigger": "auto"}),
        ("gemini", {"tool_name": "run_shell_command", "tool_input": {"command": "make"}}),
        ("droid", {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "a.py"}}),
        ("droid", {"hook_event_name": "PostToolUse", "tool_name": "Glob", "tool_input": {"patterns": ["*.py"]}}),
    ],
)
def test_event_that_is_nothing_to_us_is_none(host: str, payload: dict[str, Any]) -> None:
    found = load_host(host)
    assert found is not None
    assert found.read_event(payload) is None


def _mangled(value: Any, replacement: Any, at: int) -> Any:
    """`value` with its `at`th part, counted from the outside in, replaced."""
    parts = [0]

    def walk(one: Any) -> Any:
        parts[0] += 1
        if parts[0] - 1 == at:
            return replacement
        if isinstance(one, dict):
            return {key: walk(item) for key, item in one.items()}
        return [walk(item) for item in one] if isinstance(one, list) else one

    return walk(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)


@CALM
@given(case=st.sampled_from(sorted(CASES)), replacement=JSON, at=st.integers(1, 25))
def test_payload_with_any_part_of_another_type_never_raises(case: str, replacement: Any, at: int) -> None:
    host = load_host(case.partition("/")[0])
    assert host is not None
    event = host.read_event(_mangled(payload_of(case), replacement, at))
    assert event is None or json.dumps(host.format_answer(event, NOTE))


@CALM
@given(host=st.sampled_from(HOSTS), payload=st.dictionaries(st.text(max_size=12), JSON, max_size=6))
def test_arbitrary_json_never_raises(host: str, payload: dict[str, Any]) -> None:
    found = load_host(host)
    assert found is not None
    found.read_event(payload)


@pytest.mark.parametrize("command", [["bash", "-lc", "cat src/a.py"], ["cat", "src/a.py"]])
def test_codex_gives_a_command_as_words_too(command: list[str]) -> None:
    payload = {"hook_event_name": "PreToolUse", "tool_name": "shell", "tool_input": {"command": command}}
    host = load_host("codex")
    assert host is not None
    event = host.read_event(payload)
    assert event is not None
    assert event.paths == ("src/a.py",)
    ran = host.read_event({**payload, "hook_event_name": "PostToolUse", "tool_response": "out"})
    assert ran is not None
    assert ran.command == "cat src/a.py"


def test_cursor_calls_its_reading_tool_by_two_names() -> None:
    payload = {"hook_event_name": "postToolUse", "tool_name": "ReadFile", "tool_input": {"path": "/a.py"}}
    host = load_host("cursor")
    assert host is not None
    event = host.read_event(payload)
    assert event is not None
    assert (event.moment, event.paths) == (Moment.BEFORE_READ, ("/a.py",))
