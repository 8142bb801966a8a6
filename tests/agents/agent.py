"""An agent that works in a repository: each event is a payload on the stdin of a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.project import COMMAND

SURFACE = (*COMMAND, "surface", "--host", "claude")


@dataclass
class Agent:
    """One session of a host that speaks as Claude Code does; `cwd` is the folder that it is in."""

    cwd: Path
    session: str | None = "one"
    env: dict[str, str] = field(default_factory=dict)

    def read(self, path: str | Path) -> str:
        """What is pushed before a file is read."""
        return self.send("PreToolUse", "Read", file_path=str(path))

    def edit(self, path: str | Path, before: str = "", after: str = "") -> str:
        """What is pushed before an edit."""
        return self.send("PreToolUse", "Edit", file_path=str(path), old_string=before, new_string=after)

    def edited(self, path: str | Path, before: str = "", after: str = "") -> str:
        """What is pushed after an edit, which is not made here."""
        return self.send("PostToolUse", "Edit", file_path=str(path), old_string=before, new_string=after)

    def write(self, path: str | Path, content: str) -> str:
        """What is pushed before a whole file is written."""
        return self.send("PreToolUse", "Write", file_path=str(path), content=content)

    def start(self, source: str = "startup") -> str:
        """What is pushed as the session begins, goes on, or was compacted."""
        return self.say({"hook_event_name": "SessionStart", "source": source})

    def ask(self, prompt: str) -> str:
        """What is pushed with a prompt."""
        return self.say({"hook_event_name": "UserPromptSubmit", "prompt": prompt})

    def send(self, event: str, tool: str, **tool_input: Any) -> str:
        return self.say({"hook_event_name": event, "tool_name": tool, "tool_input": tool_input})

    def say(self, payload: Mapping[str, Any]) -> str:
        """The text that comes back; empty where nothing does. It has to be valid in the invoking event's shape."""
        ended = self.start_process(json.dumps(self.fill(payload)).encode())
        out, err = ended
        assert err == b""
        return text_of(out, str(payload["hook_event_name"]))

    def fill(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        common = {"session_id": self.session, "cwd": str(self.cwd), "transcript_path": "/tmp/t.jsonl"}
        return {key: value for key, value in common.items() if value is not None} | dict(payload)

    def start_process(self, stdin: bytes) -> tuple[bytes, bytes]:
        """What the process says on both streams to any bytes; it has to exit with 0."""
        ended = subprocess.run(
            SURFACE, input=stdin, capture_output=True, check=False, env=os.environ | self.env, cwd=self.folder
        )
        assert ended.returncode == 0, ended
        return ended.stdout, ended.stderr

    @property
    def folder(self) -> Path:
        """Where the host runs its hooks: another folder than that of the session, where this one is gone."""
        return self.cwd if self.cwd.is_dir() else Path("/")


def text_of(out: bytes, event: str) -> str:
    """The context of an answer, which is one JSON object on one line, or nothing at all."""
    if not out:
        return ""
    assert out.endswith(b"\n")
    assert out.count(b"\n") == 1
    found = json.loads(out)
    assert list(found) == ["hookSpecificOutput"]
    assert found["hookSpecificOutput"]["hookEventName"] == event
    text = found["hookSpecificOutput"]["additionalContext"]
    assert isinstance(text, str)
    assert text.startswith("<git-memory>\n")
    assert text.endswith("\n</git-memory>")
    return text


def ids(text: str) -> list[str]:
    """The ids of the memories that a text tells, in its order."""
    lines = [line for line in text.splitlines() if line.startswith("[")]
    return [line[line.index("#") + 1 :].split("]")[0] for line in lines]
