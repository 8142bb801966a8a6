"""Gemini CLI (geminicli.com/docs/hooks/reference)."""

from __future__ import annotations

from legendary_git.agents.event import Edit, Event, Moment, Payload
from legendary_git.agents.fields import field, said, text
from legendary_git.agents.hosts.claude_kin import ClaudeKin

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from typing import Any

_EXIT = "Exit Code: "
_HOOK_CONTEXT = "<hook_context>"
_HOOK_CONTEXT_END = "</hook_context>"
_MOST_PATHS = 20
_PATTERN = frozenset("*?[]{}")
_TAIL = 2_000
"""How much of a command's output is looked through for its exit code, from the end, in characters."""


class Gemini(ClaudeKin):
    """BeforeTool cannot put text before the agent, AfterTool can: a file's memories come with the file's text.

    What was made of Gemini CLI calls some things otherwise; `failure` is an event of its own for a tool that failed.
    """

    def __init__(
        self, name: str, *, prompt: str, after: str, failure: str = "", edits: tuple[str, ...], new: frozenset[str]
    ) -> None:
        self.name = name
        self.prompt = prompt
        self._after = after
        self._failure = failure
        self._edits = edits
        self.new = new

    def read_event(self, payload: Payload) -> Event | None:
        event = super().read_event(payload)
        if event is not None and event.prompt.startswith(_HOOK_CONTEXT):
            event.prompt = event.prompt.partition(_HOOK_CONTEXT_END)[2].lstrip()  # what our own hook said before
        return event

    def read_tool(self, common: dict[str, Any], payload: Payload) -> Event | None:
        name, tool = text(payload, "hook_event_name"), text(payload, "tool_name")
        if name == "PreCompress":  # with `auto` it comes before every request, nearly all of which compress nothing
            is_sure = text(payload, "trigger") == "manual"
            return Event(**common, moment=Moment.COMPACTED) if is_sure else None
        if tool == "run_shell_command" and name and name in (self._after, self._failure):
            return _of_command(common, payload, is_failure=name == self._failure)
        if tool == "read_many_files" and name == self._after:
            paths = _plain_paths(payload)
            return Event(**common, moment=Moment.BEFORE_READ, paths=paths) if paths else None
        path = text(payload, "tool_input", "file_path") or text(payload, "tool_input", "absolute_path")
        if name != self._after or not path:
            return None
        if tool == "read_file":
            return Event(**common, moment=Moment.BEFORE_READ, paths=(path,))
        if tool in self._edits:
            return Event(**common, moment=Moment.AFTER_EDIT, paths=(path,), edits=(_edit(path, payload),))
        return None


def _plain_paths(payload: Payload) -> tuple[str, ...]:
    """The files among what is to be read; which ones a pattern means is not looked up."""
    asked = field(payload, "tool_input", "include") or field(payload, "tool_input", "paths")
    found = asked[:_MOST_PATHS] if isinstance(asked, list) else []
    return tuple(one for one in found if isinstance(one, str) and one and not _PATTERN & set(one))


def _edit(path: str, payload: Payload) -> Edit:
    before = field(payload, "tool_input", "old_string")
    after = text(payload, "tool_input", "new_string") or text(payload, "tool_input", "content")
    return Edit(path, before if isinstance(before, str) else None, after)


def _of_command(common: dict[str, Any], payload: Payload, *, is_failure: bool) -> Event:
    output = said(field(payload, "tool_response", "llmContent"))
    error = text(payload, "error") if is_failure else text(payload, "tool_response", "error", "message")
    exits = [line for line in output[-_TAIL:].splitlines() if line.startswith(_EXIT)]
    failed: bool | None = is_failure or bool(error) or (bool(exits) and exits[-1].removeprefix(_EXIT).strip() != "0")
    if is_failure and payload.get("is_interrupt") is True:
        failed = None  # of a command that was stopped nobody knows how it would have ended
    return Event(
        **common,
        moment=Moment.AFTER_COMMAND,
        command=text(payload, "tool_input", "command"),
        output="\n".join(filter(None, (error, output))),
        failed=failed,
    )


HOST = Gemini(
    "gemini",
    prompt="BeforeAgent",
    after="AfterTool",
    edits=("replace", "write_file"),
    new=frozenset({"startup", "clear"}),
)
