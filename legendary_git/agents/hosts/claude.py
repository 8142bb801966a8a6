"""Claude Code (code.claude.com/docs/en/hooks)."""

from __future__ import annotations

from legendary_git.agents.event import Edit, Event, Moment, Payload
from legendary_git.agents.fields import field, said, text
from legendary_git.agents.hosts.claude_kin import ClaudeKin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_READS = frozenset({"Read", "NotebookRead"})
_EDITS = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit"})
_COMMANDS = frozenset({"Bash", "PowerShell"})


class Claude(ClaudeKin):
    """PostToolUse comes where a tool succeeded, PostToolUseFailure, with a top-level `error`, where it did not."""

    name = "claude"

    def read_tool(self, common: dict[str, Any], payload: Payload) -> Event | None:
        name, tool = text(payload, "hook_event_name"), text(payload, "tool_name")
        if tool in _COMMANDS and name in ("PostToolUse", "PostToolUseFailure"):
            return _of_command(common, payload, failed=name == "PostToolUseFailure")
        if tool in _READS | _EDITS:
            return _of_file(common, payload, name, is_edit=tool in _EDITS)
        return None


def _of_file(common: dict[str, Any], payload: Payload, name: str, *, is_edit: bool) -> Event | None:
    path = text(payload, "tool_input", "file_path") or text(payload, "tool_input", "notebook_path")
    moment = {"PreToolUse": Moment.BEFORE_EDIT if is_edit else Moment.BEFORE_READ}.get(name)
    if name == "PostToolUse" and is_edit:
        moment = Moment.AFTER_EDIT
    if moment is None or not path:
        return None
    before = field(payload, "tool_response", "originalFile")
    return Event(
        **common,
        moment=moment,
        paths=(path,),
        edits=tuple(_edits(path, payload)) if is_edit else (),
        before=before if isinstance(before, str) else None,
    )


def _edits(path: str, payload: Payload) -> list[Edit]:
    several = field(payload, "tool_input", "edits")
    items = several if isinstance(several, list) else [field(payload, "tool_input")]
    found = []
    for item in items:
        if isinstance(item, dict):
            before = item.get("old_string")
            after = text(item, "new_string") or text(item, "content") or text(item, "new_source")
            found.append(Edit(path, before if isinstance(before, str) else None, after))
    return found


def _of_command(common: dict[str, Any], payload: Payload, *, failed: bool) -> Event:
    parts = [text(payload, "error")] if failed else []
    parts.append(said(payload.get("tool_response")))
    output = "\n".join(filter(None, parts))
    command = text(payload, "tool_input", "command")
    # Of a command that was stopped nobody knows how it would have ended.
    ended = None if payload.get("is_interrupt") is True else failed
    return Event(**common, moment=Moment.AFTER_COMMAND, command=command, output=output, failed=ended)


HOST = Claude()
