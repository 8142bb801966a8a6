"""The hooks of ours in the text of a host's settings: putting them in, finding them, taking them out."""

from __future__ import annotations

from typing import Any

from legendary_git.store.json_edits import JsonStyle, Step, around, fill, find_node, insert_first, remove
from legendary_git.store.json_fold import Folded, fold
from legendary_git.store.json_node import JsonNode
from legendary_git.store.json_text import is_blank, parse_settings
from legendary_git.usecases.agent.hooks import HOOKS, is_ours, settings_of
from legendary_git.usecases.agent.host import AgentHost
from legendary_git.usecases.agent.line import MARK


def new_settings(host: AgentHost, wanted: dict[str, list[Any]]) -> str:
    """The whole text of a settings file that has nothing else."""
    return JsonStyle("  ", "\n").write(settings_of(host, wanted), 0) + "\n"


def with_hooks(text: str, host: AgentHost, wanted: dict[str, list[Any]]) -> str:
    """The text with exactly these hooks of ours; the same text where it has them already.

    Raises JsonFault for a text that is no JSON, and NotThere where something else stands where hooks belong.
    """
    _refuse_others(text, wanted)
    if found_hooks(text) == wanted:
        return text
    folded = _folded(text)
    clean = _without_hooks(folded.text)
    if clean is None:
        return new_settings(host, wanted)
    if is_blank(clean):
        return fill(clean, settings_of(host, wanted))
    for name in reversed(wanted):
        for entry in reversed(wanted[name]):
            clean = _put(clean, name, entry)
    return folded.unfold(clean)


def without_hooks(text: str) -> str | None:
    """The text as it was before; None where it was made for our hooks. Raises JsonFault."""
    folded = _folded(text)
    left = _without_hooks(folded.text)
    return None if left is None else folded.unfold(left)


def _without_hooks(text: str) -> str | None:
    left = text
    while (path := _find_ours(parse_settings(left))) is not None:
        was_after_version = parse_settings(left).keys == ("version", HOOKS)
        shorter = remove(left, path)
        if shorter is None or (was_after_version and parse_settings(shorter).keys == ("version",)):
            return around(left)
        left = shorter
    return left


def _folded(text: str) -> Folded:
    """Aside stands what is not hooks, and in these what has nothing of ours."""
    root = parse_settings(text)
    lists = [events for key, events, _ in root.members if key == HOOKS]
    entries = [one for events in lists for one in events.items if one.is_array]
    return fold(
        text,
        [
            (root, lambda member: member[0] == HOOKS),
            *((events, lambda member: member[1].is_array) for events in lists),
            *((one, lambda member: MARK in text[member[2] : member[1].end]) for one in entries),
        ],
    )


def has_hooks(text: str) -> bool:
    """Whether any of ours is there. Raises JsonFault."""
    return _find_ours(parse_settings(text)) is not None


class NotThere(ValueError):
    """Something else stands where hooks belong. `line` counts from 1."""

    def __init__(self, text: str, node: JsonNode, what: str) -> None:
        super().__init__(what)
        self.line = text.count("\n", 0, node.start) + 1
        self.what = what


def _refuse_others(text: str, wanted: dict[str, list[Any]]) -> None:
    root = parse_settings(text)
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
    root = parse_settings(text)
    if find_node(root, [HOOKS]) is None:
        return insert_first(text, [], {event: [entry]}, key=HOOKS)
    if find_node(root, [HOOKS, event]) is None:
        return insert_first(text, [HOOKS], [entry], key=event)
    return insert_first(text, [HOOKS, event], entry)


def _find_ours(root: JsonNode) -> list[Step] | None:
    """The first entry of ours, with the whole group where it has no other; a handler in it otherwise.

    The first, because they were put in from the last to the first, and what was there before is told by the last.
    """
    hooks = find_node(root, [HOOKS])
    for event, entries in zip(hooks.keys, hooks.items, strict=True) if hooks is not None and hooks.is_object else ():
        for place, entry in enumerate(entries.items if entries.is_array else ()):
            whole: list[Step] = [HOOKS, event, place]
            if is_ours(entry.value):
                return whole
            handlers = entry.value.get(HOOKS) if isinstance(entry.value, dict) else None
            ours = [at for at, one in enumerate(handlers) if is_ours(one)] if isinstance(handlers, list) else []
            if ours and isinstance(handlers, list):
                return whole if len(ours) == len(handlers) else [*whole, HOOKS, ours[0]]
    return None


def found_hooks(text: str) -> dict[str, list[Any]]:
    """What is there of ours under each event; whole groups, with what others have added. Raises JsonFault."""
    root = parse_settings(text)
    hooks = root.value.get(HOOKS) if isinstance(root.value, dict) else None
    found: dict[str, list[Any]] = {}
    for event, entries in hooks.items() if isinstance(hooks, dict) else ():
        for entry in entries if isinstance(entries, list) else ():
            handlers = entry.get(HOOKS) if isinstance(entry, dict) else None
            if is_ours(entry) or any(map(is_ours, handlers if isinstance(handlers, list) else ())):
                found.setdefault(event, []).append(entry)
    return found
