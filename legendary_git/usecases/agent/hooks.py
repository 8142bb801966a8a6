"""The hooks of ours that a host is given: what stands under which of its events."""

from __future__ import annotations

from typing import Any

from legendary_git.usecases.agent.host import AgentHost, HookEvent, Shape
from legendary_git.usecases.agent.line import MARK, hook_line

HOOKS = "hooks"
_SECONDS = 10
_COMMANDS = ("command", "bash", "powershell")


def wanted_hooks(host: AgentHost, *, with_prompt: bool) -> dict[str, list[Any]]:
    """What is to stand under each event. The prompt is listened to only where somebody wants to hear of it."""
    wanted: dict[str, list[Any]] = {}
    for event in host.events:
        if with_prompt or not event.is_prompt:
            wanted.setdefault(event.name, []).append(_entry(host, event))
    return wanted


def settings_of(host: AgentHost, wanted: dict[str, list[Any]]) -> dict[str, Any]:
    """All that stands in settings that have nothing else."""
    return {**({"version": 1} if host.has_version else {}), HOOKS: wanted}


def is_ours(value: Any) -> bool:
    """Whether it is one of our handlers, of whatever version."""
    return isinstance(value, dict) and any(
        isinstance(value.get(name), str) and MARK in value[name] for name in _COMMANDS
    )


def _entry(host: AgentHost, event: HookEvent) -> dict[str, Any]:
    line = hook_line(event.verb, host.name, project=host.project_variable, keys=event.keys, any_shell=host.any_shell)
    matcher = {} if event.matcher is None else {"matcher": event.matcher}
    if host.shape is Shape.FLAT:
        return {"command": line, **matcher, "timeout": _SECONDS}
    if host.shape is Shape.FLAT_BASH:
        return {"type": "command", **matcher, "bash": line, "timeoutSec": _SECONDS}
    handler: dict[str, Any] = {"type": "command", "command": line, "timeout": _SECONDS}
    if host.shape is Shape.GROUPS_IN_MS:
        handler = {"name": f"legendary-{event.verb}", **handler, "timeout": _SECONDS * 1000}
    return {**matcher, HOOKS: [handler]}
