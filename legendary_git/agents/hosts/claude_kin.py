"""What Claude Code and the hosts that took its events over have in common."""

from __future__ import annotations

from legendary_git.agents.event import Event, Moment, Payload
from legendary_git.agents.fields import session_of, text

TYPE_CHECKING = False
if TYPE_CHECKING:  # every tool call loads this: what only types need costs more than the rest
    from collections.abc import Mapping
    from typing import Any


class ClaudeKin:
    """A host whose payloads name their event, tool, session and folder as Claude Code's do, and that is answered alike.

    `prompt` is its event for prompts, empty where those are not listened to; `new` are the sources of a session that
    has nothing in mind yet.
    """

    name = ""
    prompt = "UserPromptSubmit"
    new = frozenset({"startup", "clear", "compact"})

    def read_event(self, payload: Payload) -> Event | None:
        name = text(payload, "hook_event_name")
        common: dict[str, Any] = {"host": self.name, "name": name, "session": session_of(payload, "session_id")}
        common["cwd"] = text(payload, "cwd") or None
        if name == "SessionStart":
            return Event(**common, moment=Moment.SESSION, is_new=text(payload, "source") in self.new)
        if name and name == self.prompt:
            return Event(**common, moment=Moment.PROMPT, prompt=text(payload, "prompt"))
        return self.read_tool(common, payload)

    def read_tool(self, common: dict[str, Any], payload: Payload) -> Event | None:
        """The event of a tool, or any other that is the host's own; `common` is what stands in all of them."""
        raise NotImplementedError

    def format_answer(self, event: Event, context: str) -> Mapping[str, Any]:
        return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": context}}
