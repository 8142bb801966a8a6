"""opencode (opencode.ai/docs/plugins). Its hooks are functions: the plugin that is installed says what they saw.

The payload is therefore our own (legendary_git/agents/texts/opencode.js writes it).
"""

from __future__ import annotations

from legendary_git.agents.event import Edit, Event, Moment, Payload
from legendary_git.agents.fields import field, said, text
from legendary_git.agents.patch import parse_patch

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from collections.abc import Mapping
    from typing import Any


class Opencode:
    """What `tool.execute.after` adds to a tool's output is read by the agent, and so is the system prompt."""

    name = "opencode"

    def read_event(self, payload: Payload) -> Event | None:
        name, tool = text(payload, "event"), text(payload, "tool")
        common: dict[str, Any] = {"host": self.name, "name": name, "session": text(payload, "session") or None}
        common["cwd"] = text(payload, "cwd") or None
        if name == "session":
            return Event(**common, moment=Moment.SESSION, is_new=payload.get("is_new") is True)
        if name != "tool.execute.after":
            return None
        if tool == "bash":
            return _of_command(common, payload)
        if tool in ("apply_patch", "patch"):
            paths, edits = parse_patch(text(payload, "args", "patchText"))
            return Event(**common, moment=Moment.AFTER_EDIT, paths=paths, edits=edits) if paths else None
        path = text(payload, "args", "filePath")
        if tool == "read" and path:
            return Event(**common, moment=Moment.BEFORE_READ, paths=(path,))
        if tool in ("edit", "write", "multiedit") and path:
            return Event(**common, moment=Moment.AFTER_EDIT, paths=(path,), edits=_edits(path, payload))
        return None

    def format_answer(self, event: Event, context: str) -> Mapping[str, Any]:  # noqa: ARG002 - one shape for all
        return {"context": context}


def _edits(path: str, payload: Payload) -> tuple[Edit, ...]:
    several = field(payload, "args", "edits")
    items = several if isinstance(several, list) else [field(payload, "args")]
    found = []
    for item in items:
        if isinstance(item, dict):
            before = item.get("oldString")
            after = text(item, "newString") or text(item, "content")
            found.append(Edit(path, before if isinstance(before, str) else None, after))
    return tuple(found)


def _of_command(common: dict[str, Any], payload: Payload) -> Event:
    exit_code = payload.get("exit")
    return Event(
        **common,
        moment=Moment.AFTER_COMMAND,
        command=text(payload, "args", "command"),
        output=said(payload.get("output")),
        failed=exit_code != 0 if isinstance(exit_code, int) else None,
    )


HOST = Opencode()
