"""GitHub Copilot, on the command line and in the cloud (docs.github.com/en/copilot/reference/hooks-reference)."""

from __future__ import annotations

from legendary_git.agents.event import Edit, Event, Moment, Payload
from legendary_git.agents.fields import field, said, session_of, text
from legendary_git.agents.patch import parse_patch

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from collections.abc import Mapping
    from typing import Any

_READS = frozenset({"view", "Read"})
_EDITS = frozenset({"edit", "create", "str_replace_editor", "Edit", "Write"})
_PATCHES = ("input", "patch", "patchText", "command")
_COMMANDS = frozenset({"bash", "powershell", "Bash"})
_PATHS = ("path", "file_path", "filePath")
_BEFORE, _AFTER = ("old_str", "old_string"), ("new_str", "new_string", "file_text", "content")
_EXIT = " with exit code "
"""In the line that ends a text: `<shellId: 0 completed with exit code 1>`, once `<exited with exit code 1>`."""
_TAIL = 500
_MOST_JSON = 8 * 1024 * 1024


class Copilot:
    """Events in camelCase do not say their name: which one it is shows in the fields that it has.

    Text is put before the agent by sessionStart, postToolUse and postToolUseFailure; preToolUse takes none.
    """

    name = "copilot"

    def read_event(self, payload: Payload) -> Event | None:
        tool = _either(payload, "toolName", "tool_name")
        name = text(payload, "hook_event_name") or _name_of(payload, tool)
        common: dict[str, Any] = {"host": self.name, "name": name}
        common["session"] = session_of(payload, "sessionId", "session_id")
        common["cwd"] = text(payload, "cwd") or None
        if name in ("sessionStart", "SessionStart"):
            return Event(**common, moment=Moment.SESSION, is_new=text(payload, "source") != "resume")
        if name in ("preCompact", "PreCompact"):
            return Event(**common, moment=Moment.COMPACTED)
        if tool in _COMMANDS:
            return _of_command(common, payload, name)
        return _of_file(common, payload, name, tool)

    def format_answer(self, event: Event, context: str) -> Mapping[str, Any]:  # noqa: ARG002 - one shape for all
        return {"additionalContext": context}


def _of_file(common: dict[str, Any], payload: Payload, name: str, tool: str) -> Event | None:
    if name not in ("postToolUse", "PostToolUse"):
        return None
    arguments = _arguments(payload)
    path = _first(arguments, _PATHS)
    if path and (tool in _READS or _first(arguments, ("command",)) == "view"):
        return Event(**common, moment=Moment.BEFORE_READ, paths=(path,))
    if path and tool in _EDITS:
        before = next((arguments[key] for key in _BEFORE if isinstance(arguments.get(key), str)), None)
        edit = Edit(path, before, _first(arguments, _AFTER))
        return Event(**common, moment=Moment.AFTER_EDIT, paths=(path,), edits=(edit,))
    if tool in ("apply_patch", "Edit"):
        paths, edits = parse_patch(_first(arguments, _PATCHES))
        return Event(**common, moment=Moment.AFTER_EDIT, paths=paths, edits=edits) if paths else None
    return None


def _name_of(payload: Payload, tool: str) -> str:
    if not tool:
        if "trigger" in payload and "customInstructions" in payload:
            return "preCompact"
        return "sessionStart" if "source" in payload else ""
    if "error" in payload:
        return "postToolUseFailure"
    return "postToolUse" if "toolResult" in payload else "preToolUse"


def _arguments(payload: Payload) -> dict[str, Any]:
    """What the tool is called with: an object, which some versions write as a text; a patch may be a text itself."""
    found = payload.get("toolArgs", payload.get("tool_input"))
    if isinstance(found, str) and len(found) <= _MOST_JSON:
        import json

        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            return {"patch": found}
        if isinstance(found, str):
            return {"patch": found}
    return found if isinstance(found, dict) else {}


def _of_command(common: dict[str, Any], payload: Payload, name: str) -> Event | None:
    command = _first(_arguments(payload), ("command",))
    if name in ("postToolUseFailure", "PostToolUseFailure"):
        error = said(payload.get("error"))
        return Event(**common, moment=Moment.AFTER_COMMAND, command=command, output=error, failed=True)
    if name not in ("postToolUse", "PostToolUse"):
        return None
    output = said(
        field(payload, "toolResult", "textResultForLlm") or field(payload, "tool_result", "text_result_for_llm")
    )
    _, found, code = output[-_TAIL:].rpartition(_EXIT)
    failed = not code.startswith("0") if found else None
    return Event(**common, moment=Moment.AFTER_COMMAND, command=command, output=output, failed=failed)


def _either(payload: Payload, camel: str, snake: str) -> str:
    return text(payload, camel) or text(payload, snake)


def _first(arguments: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next(filter(None, (text(arguments, name) for name in names)), "")


HOST = Copilot()
