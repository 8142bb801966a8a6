"""Factory Droid (docs.factory.ai/reference/hooks-reference)."""

from __future__ import annotations

from legendary_git.agents.event import Edit, Event, Moment, Payload
from legendary_git.agents.fields import field, said, text
from legendary_git.agents.hosts.claude_kin import ClaudeKin
from legendary_git.agents.patch import parse_patch

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from typing import Any

_EDITS = frozenset({"Edit", "Create", "Write"})
_BEFORE, _AFTER = ("old_str", "old_string"), ("new_str", "new_string", "content")
_PATCH = ("input", "patch", "command")


class Droid(ClaudeKin):
    """PreToolUse takes no text for the agent, PostToolUse does: a file's memories come with the file's text."""

    name = "droid"

    def read_tool(self, common: dict[str, Any], payload: Payload) -> Event | None:
        name, tool = text(payload, "hook_event_name"), text(payload, "tool_name")
        if name != "PostToolUse":
            return None
        if tool in ("Execute", "Bash"):
            command, output = text(payload, "tool_input", "command"), said(payload.get("tool_response"))
            return Event(**common, moment=Moment.AFTER_COMMAND, command=command, output=output)
        return _of_file(common, payload, tool)


def _of_file(common: dict[str, Any], payload: Payload, tool: str) -> Event | None:
    asked = field(payload, "tool_input")
    if tool == "ApplyPatch":
        paths, edits = parse_patch(_first(asked, _PATCH) or "")
        return Event(**common, moment=Moment.AFTER_EDIT, paths=paths, edits=edits) if paths else None
    path = text(payload, "tool_input", "file_path")
    if tool == "Read" and path:
        return Event(**common, moment=Moment.BEFORE_READ, paths=(path,))
    if tool in _EDITS and path:
        edit = Edit(path, _first(asked, _BEFORE), _first(asked, _AFTER) or "")
        return Event(**common, moment=Moment.AFTER_EDIT, paths=(path,), edits=(edit,))
    return None


def _first(asked: object, names: tuple[str, ...]) -> str | None:
    """The first text that stands under one of these names."""
    found = [asked.get(name) for name in names] if isinstance(asked, dict) else []
    return next((one for one in found if isinstance(one, str)), None)


HOST = Droid()
