"""Codex (developers.openai.com/codex/hooks; codex-rs/hooks/schema/generated in github.com/openai/codex)."""

from __future__ import annotations

from legendary_git.agents.event import Event, Moment, Payload
from legendary_git.agents.fields import field, said, text
from legendary_git.agents.hosts.claude_kin import ClaudeKin
from legendary_git.agents.patch import parse_patch
from legendary_git.agents.shell_reads import find_read_paths

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from typing import Any

_EDITS = frozenset({"apply_patch", "Edit", "Write"})
_COMMANDS = frozenset({"Bash", "shell", "exec_command"})


class Codex(ClaudeKin):
    """Reads files with commands. PostToolUse gives a command's output as a text, without its exit code."""

    name = "codex"

    def read_tool(self, common: dict[str, Any], payload: Payload) -> Event | None:
        name, tool = text(payload, "hook_event_name"), text(payload, "tool_name")
        if name in ("PreToolUse", "PostToolUse") and tool in _EDITS:
            return _of_patch(common, payload, is_after=name == "PostToolUse")
        if name == "PreToolUse" and tool in _COMMANDS:
            return _of_reading(common, payload)
        if name == "PostToolUse" and tool in _COMMANDS:
            command, output = _command(payload), said(payload.get("tool_response"))
            return Event(**common, moment=Moment.AFTER_COMMAND, command=command, output=output)
        return None


def _of_patch(common: dict[str, Any], payload: Payload, *, is_after: bool) -> Event | None:
    patch = next(filter(None, (text(payload, "tool_input", key) for key in ("command", "patch", "input"))), "")
    paths, edits = parse_patch(patch)
    moment = Moment.AFTER_EDIT if is_after else Moment.BEFORE_EDIT
    return Event(**common, moment=moment, paths=paths, edits=edits) if paths else None


def _of_reading(common: dict[str, Any], payload: Payload) -> Event | None:
    paths = find_read_paths(_command(payload))
    return Event(**common, moment=Moment.BEFORE_READ, paths=paths) if paths else None


def _command(payload: Payload) -> str:
    """A text, or as some versions write it the words of `bash -lc`, of which what follows the option is the text."""
    command = field(payload, "tool_input", "command")
    if not isinstance(command, list):
        return text(payload, "tool_input", "command")
    words = [word for word in command if isinstance(word, str)]
    return words[2] if len(words) == 3 and words[1] in ("-lc", "-c") else " ".join(words)


HOST = Codex()
