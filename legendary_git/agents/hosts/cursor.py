"""Cursor (cursor.com/docs/hooks)."""

from __future__ import annotations

from legendary_git.agents.event import Edit, Event, Moment, Payload
from legendary_git.agents.fields import field, said, session_of, text

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from collections.abc import Mapping
    from typing import Any

_MOST_JSON = 8 * 1024 * 1024


class Cursor:
    """Text is put before the agent by sessionStart and postToolUse; preToolUse and prompts take none.

    A subagent is a conversation of its own.
    """

    name = "cursor"

    def read_event(self, payload: Payload) -> Event | None:
        name, tool = text(payload, "hook_event_name"), text(payload, "tool_name")
        session = session_of(payload, "conversation_id", "session_id")
        common: dict[str, Any] = {"host": self.name, "name": name, "session": session, "cwd": _cwd(payload)}
        if name == "sessionStart":
            return Event(**common, moment=Moment.SESSION, is_new=True)
        if name == "preCompact":
            return Event(**common, moment=Moment.COMPACTED)
        if tool == "Shell" and name in ("postToolUse", "postToolUseFailure"):
            return _of_command(common, payload, failed=name == "postToolUseFailure")
        names = ("file_path", "path", "target_file")
        path = next(filter(None, (text(payload, "tool_input", one) for one in names)), "")
        if name != "postToolUse" or not path:
            return None
        if tool in ("Read", "ReadFile"):
            return Event(**common, moment=Moment.BEFORE_READ, paths=(path,))
        if tool in ("Write", "Edit", "StrReplace"):
            return Event(**common, moment=Moment.AFTER_EDIT, paths=(path,), edits=(_edit(path, payload),))
        return None

    def format_answer(self, event: Event, context: str) -> Mapping[str, Any]:  # noqa: ARG002 - one shape for all
        return {"additional_context": context}


def _cwd(payload: Payload) -> str | None:
    """The folder of the tool call, or else the first of the workspace."""
    roots = payload.get("workspace_roots")
    first = roots[0] if isinstance(roots, list) and roots else None
    return text(payload, "cwd") or (first if isinstance(first, str) else None) or None


def _edit(path: str, payload: Payload) -> Edit:
    before = field(payload, "tool_input", "old_string")
    after = text(payload, "tool_input", "new_string") or text(payload, "tool_input", "content")
    return Edit(path, before if isinstance(before, str) else None, after)


def _of_command(common: dict[str, Any], payload: Payload, *, failed: bool) -> Event:
    result = _parsed(payload.get("tool_output"))
    exit_code = result.get("exitCode") if isinstance(result, dict) else None
    output = "\n".join(filter(None, (text(payload, "error_message"), said(result))))
    if isinstance(exit_code, int) and exit_code != 0:
        failed = True
    command = text(payload, "tool_input", "command")
    return Event(**common, moment=Moment.AFTER_COMMAND, command=command, output=output, failed=failed)


def _parsed(output: object) -> object:
    """`tool_output` is a JSON object that is written as a text."""
    if isinstance(output, str) and output.startswith("{") and len(output) <= _MOST_JSON:
        import json

        try:
            return json.loads(output)
        except (ValueError, RecursionError):
            return output
    return output


HOST = Cursor()
