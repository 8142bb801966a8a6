"""The hooks of ours in a host's settings: what they are, putting them into the text, finding them, taking them out."""

from __future__ import annotations

from typing import Any

from legendary_git.store.json_edits import JsonStyle, Step, find_node, insert_first, remove
from legendary_git.store.json_text import JsonNode, parse_json
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


def new_settings(host: AgentHost, wanted: dict[str, list[Any]]) -> str:
    """The whole text of a settings file that has nothing else."""
    value = {"version": 1} if host.has_version else {}
    return JsonStyle("  ", "\n").write({**value, HOOKS: wanted}, 0) + "\n"


def with_hooks(text: str, host: AgentHost, wanted: dict[str, list[Any]]) -> str:
    """The text with exactly these hooks of ours; the same text where it has them already.

    Raises JsonFault for a text that is no JSON, and NotThere where something else stands where hooks belong.
    """
    _refuse_others(text, wanted)
    if found_hooks(text) == wanted:
        return text
    clean = without_hooks(text)
    if clean is None:
        return new_settings(host, wanted)
    for name in reversed(wanted):
        for entry in reversed(wanted[name]):
            clean = _put(clean, name, entry)
    return clean


def without_hooks(text: str) -> str | None:
    """The text as it was before; None where it was made for our hooks. Raises JsonFault."""
    left = text
    while (path := _find_ours(parse_json(left))) is not None:
        was_after_version = parse_json(left).keys == ("version", HOOKS)
        shorter = remove(left, path)
        if shorter is None or (was_after_version and parse_json(shorter).keys == ("version",)):
            return None
        left = shorter
    return left


def has_hooks(text: str) -> bool:
    """Whether any of ours is there. Raises JsonFault."""
    return _find_ours(parse_json(text)) is not None


class NotThere(ValueError):
    """Something else stands where hooks belong. `line` counts from 1."""

    def __init__(self, text: str, node: JsonNode, what: str) -> None:
        super().__init__(what)
        self.line = text.count("\n", 0, node.start) + 1
        self.what = what


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


def _refuse_others(text: str, wanted: dict[str, list[Any]]) -> None:
    root = parse_json(text)
    hooks = find_node(root, [HOOKS])
    if not root.is_object:
        raise NotThere(text, root, "an object is expected here")
    if hooks is not None and not hooks.is_object:
        raise NotThere(text, hooks, f'"{HOOKS}" has to be an object')
    for event in wanted:
        entries = find_node(root, [HOOKS, event])
        if entries is not None and not entries.is_array:
            raise NotThere(text, entries, f'"{event}" has to be a list')


def _put(text: str, event: str, entry: Any) -> str:
    root = parse_json(text)
    if find_node(root, [HOOKS]) is None:
        return insert_first(text, [], {event: [entry]}, key=HOOKS)
    if find_node(root, [HOOKS, event]) is None:
        return insert_first(text, [HOOKS], [entry], key=event)
    return insert_first(text, [HOOKS, event], entry)


def _is_ours(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(value.get(name), str) and MARK in value[name] for name in _COMMANDS
    )


def _find_ours(root: JsonNode) -> list[Step] | None:
    """The first entry of ours, with the whole group where it has no other; a handler in it otherwise.

    The first, because they were put in from the last to the first, and what was there before is told by the last.
    """
    hooks = find_node(root, [HOOKS])
    for event, entries in zip(hooks.keys, hooks.items, strict=True) if hooks is not None and hooks.is_object else ():
        for place, entry in enumerate(entries.items if entries.is_array else ()):
            whole: list[Step] = [HOOKS, event, place]
            if _is_ours(entry.value):
                return whole
            handlers = entry.value.get(HOOKS) if isinstance(entry.value, dict) else None
            ours = [at for at, one in enumerate(handlers) if _is_ours(one)] if isinstance(handlers, list) else []
            if ours and isinstance(handlers, list):
                return whole if len(ours) == len(handlers) else [*whole, HOOKS, ours[0]]
    return None


def found_hooks(text: str) -> dict[str, list[Any]]:
    """What is there of ours under each event; whole groups, with what others have added. Raises JsonFault."""
    root = parse_json(text)
    hooks = root.value.get(HOOKS) if isinstance(root.value, dict) else None
    found: dict[str, list[Any]] = {}
    for event, entries in hooks.items() if isinstance(hooks, dict) else ():
        for entry in entries if isinstance(entries, list) else ():
            handlers = entry.get(HOOKS) if isinstance(entry, dict) else None
            if _is_ours(entry) or any(map(_is_ours, handlers if isinstance(handlers, list) else ())):
                found.setdefault(event, []).append(entry)
    return found
