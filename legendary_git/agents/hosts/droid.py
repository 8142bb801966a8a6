"""Factory Droid (docs.factory.ai/reference/hooks-reference)."""

from __future__ import annotations

from legendary_git.agents.event import Edit, Event, Moment, Payload
from legendary_git.agents.fields import field, said, session_of, text
from legendary_git.agents.patch import parse_patch

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from collections.abc import Mapping
    from typing import Any

_EDITS = frozenset({"Edit", "Create", "Write"})
_BEFORE, _AFTER = ("old_str", "old_string"), ("new_str", "new_string", "content")
_PATCH = ("input", "patch", "command")
_NEW = frozenset({"startup", "clear", "compact"})


class Droid:
    """PreToolUse takes no text for the agent, PostToolUse does: a file's memories come with the file's text."""

    name = "droid"

    def read_event(self, payload: Payload) -> Event | None:
        name, tool = text(payload, "hook_event_name"), text(payload, "tool_name")
        common: dict[str, Any] = {"host": self.name, "name": name, "session": session_of(payload, "session_id")}
        common["cwd"] = text(payload, "cwd") or None
        if name == "SessionStart":
            return Event(**common, moment=Moment.SESSION, is_new=text(payload, "source") in _NEW)
        if name == "UserPromptSubmit":
            return Event(**common, moment=Moment.PROMPT, prompt=text(payload, "prompt"))
        if name != "PostToolUse":
            return None
        if tool in ("Execute", "Bash"):
            command, output = text(payload, "tool_input", "command"), said(payload.get("tool_response"))
            return Event(**common, moment=Moment.AFTER_COMMAND, command=command, output=output)
        return _of_file(common, payload, tool)

    def format_answer(self, event: Event, context: str) -> Mapping[str, Any]:
        return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": context}}


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
