"""Take a field out of a payload, of which nothing can be relied on."""

from __future__ import annotations

from legendary_git.agents.event import Payload


def field(payload: Payload, *names: str) -> object:
    """What stands under these names, one below the other; None where one of them is missing or is no object."""
    found: object = payload
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def text(payload: Payload, *names: str) -> str:
    """The text that stands there; empty for anything else."""
    found = field(payload, *names)
    return found if isinstance(found, str) else ""


def session_of(payload: Payload, *names: str) -> str | None:
    """The session, by the first of these fields that names one; None where none does.

    What a subagent is told is in its context alone, so where the host names one, that is a session of its own. On the
    main thread of Claude Code and of Codex `agent_id` is absent.
    """
    session = next(filter(None, (text(payload, name) for name in names)), "")
    agent = text(payload, "agent_id") or text(payload, "agentId")
    return (f"{session}\n{agent}" if agent else session) or None


def said(response: object) -> str:
    """What a tool answered, as a text: a text, an object with both streams, or a list of parts of either kind."""
    return "\n".join(_texts(response, 8))


_SPOKEN = ("stdout", "stderr", "output", "text", "content", "llmContent")


def _texts(response: object, depth: int) -> list[str]:
    if isinstance(response, str):
        return [response] if response else []
    if depth == 0 or not isinstance(response, (list, dict)):
        return []
    parts = response if isinstance(response, list) else [response.get(name) for name in _SPOKEN]
    return [found for part in parts for found in _texts(part, depth - 1)]
