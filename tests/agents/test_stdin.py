"""Whatever stands on standard input, the hook ends by itself, with 0 and nothing that is no answer."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest

from legendary_git.agents.json_text import format_json, parse_json
from tests.agents.agent import SURFACE, Agent, ids, text_of
from tests.project import Shop

READ: dict[str, Any] = {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "src/pay.py"}}


@pytest.fixture
def agent(shop: Shop) -> Agent:
    return Agent(shop.root)


@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"\0",
        b"{",
        b"[]",
        b"null",
        b"17",
        b'"text"',
        b"not json",
        b"\xff\xfe{}",
        b"{}",
        b'{"tool_input": 3}',
        b"[" * 200_000,
        b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": ["src/pay.py"]}}',
        b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "src/\\u0000pay.py"}}',
        b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "\\ud800"}}',
        b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "/dev/zero"}}',
        b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "."}}',
        b'{"hook_event_name": {}, "tool_name": [], "cwd": 1, "session_id": {}}',
    ],
    ids=range(18),
)
def test_stdin_that_says_nothing_useful_gets_no_answer(agent: Agent, stdin: bytes) -> None:
    assert agent.start_process(stdin) == (b"", b"")


def test_stdin_may_be_closed(shop: Shop) -> None:
    ended = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *SURFACE], cwd=shop.root, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_stdin_that_never_ends_is_not_waited_for(shop: Shop) -> None:
    with subprocess.Popen(SURFACE, cwd=shop.root, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.read() == b""  # ends, though nobody has closed its stdin
        assert running.wait() == 0


def test_stdin_that_is_huge_is_not_read_to_its_end(agent: Agent) -> None:
    payload = json.dumps(agent.fill(READ) | {"more": "x" * (33 * 1024 * 1024)}).encode()
    assert agent.start_process(payload) == (b"", b"")


def test_stdin_that_is_large_is_read(shop: Shop, agent: Agent) -> None:
    payload = json.dumps(agent.fill(READ) | {"more": "x" * (8 * 1024 * 1024)}).encode()
    assert ids(text_of(agent.start_process(payload)[0], "PreToolUse")) == [shop.cents]


def test_payload_with_unknown_fields_is_read(shop: Shop, agent: Agent) -> None:
    assert ids(agent.say(READ | {"new": {"deep": [1, None]}, "tool_use_id": "x", "permission_mode": "plan"})) == [
        shop.cents
    ]


@pytest.mark.parametrize("tool", ["Write", "MultiEdit", "NotebookEdit"])
def test_other_tools_that_edit_are_known(shop: Shop, agent: Agent, tool: str) -> None:
    key = "notebook_path" if tool == "NotebookEdit" else "file_path"
    edits = {"edits": [{"old_string": "total = amount * 100", "new_string": "x"}, 7]} if tool == "MultiEdit" else {}
    assert ids(agent.send("PreToolUse", tool, **{key: "src/pay.py"}, **edits)) == [shop.cents]


def test_answer_that_nobody_reads_is_no_failure(shop: Shop, agent: Agent) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(SURFACE, cwd=shop.root, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE) as one:
        os.close(writing)
        _, err = one.communicate(json.dumps(agent.fill(READ)).encode())
    assert (one.returncode, err) == (0, b"")


def test_failure_is_one_line_and_a_log(shop: Shop, agent: Agent) -> None:
    broken = shop.root.parent / "broken"
    (broken / "sitecustomize").mkdir(parents=True)
    code = "import legendary_git.agents.surface as s\ndef f(*a): raise ValueError('src/pay.py')\ns.surface = f\n"
    (broken / "sitecustomize" / "__init__.py").write_text(code)
    env = {"PYTHONPATH": f"{os.environ['PYTHONPATH']}{os.pathsep}{broken}"}
    out, err = Agent(shop.root, env=env).start_process(json.dumps(agent.fill(READ)).encode())
    assert out == b""
    assert err.startswith(b"legendary: a hook for the agent failed (details in ")
    assert err.count(b"\n") == 1


@pytest.mark.parametrize(
    "value", [{}, [], {"a": ["é\u2028\U0001f600\ud800", 1, None, True, False, 1.5, -0.0, {"b": {}}]}, "x", 10**30]
)
def test_json_is_read_and_written_as_the_standard_module_does(value: object) -> None:
    assert format_json(value) == json.dumps(value)
    assert parse_json(f"\ufeff {json.dumps(value)}\n".encode()) == value


@pytest.mark.parametrize("data", [b"", b"{", b"{} {}", b"\xff", b"[1,]", b"nul", b"{'a': 1}", b'{"a" 1}'])
def test_json_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        parse_json(data)
