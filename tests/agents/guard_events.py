"""Start `git memory guard` as a host does: a process, a payload on its standard input."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from tests.project import COMMAND, Project


def run_guard(project: Project, payload: dict[str, Any] | bytes, host: str = "claude") -> str:
    """What it puts before the agent. It has to exit with 0, silent or with one JSON object of the event's shape."""
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    done = subprocess.run(
        [*COMMAND, "guard", "--host", host], cwd=project.root, input=data, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    if not done.stdout:
        return ""
    answer = json.loads(done.stdout)
    assert isinstance(payload, dict)
    assert answer["hookSpecificOutput"]["hookEventName"] == payload["hook_event_name"]
    found: str = answer["hookSpecificOutput"]["additionalContext"]
    assert found
    return found


def failure(
    project: Project, output: str, command: str = "make test", session: str = "s1", **more: Any
) -> dict[str, Any]:
    """What Claude Code sends after a command that failed."""
    return {
        "session_id": session,
        "cwd": str(project.root),
        "hook_event_name": "PostToolUseFailure",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "error": output,
        **more,
    }


def success(
    project: Project, output: object, command: str = "make test", session: str = "s1", **more: Any
) -> dict[str, Any]:
    """What Claude Code sends after a command that ended with exit code 0."""
    return {
        "session_id": session,
        "cwd": str(project.root),
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_response": {"stdout": output, "stderr": "", "interrupted": False} if isinstance(output, str) else output,
        **more,
    }
