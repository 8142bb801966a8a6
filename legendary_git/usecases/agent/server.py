"""The MCP server of ours in a host's configuration: putting it there, finding it, taking it out.

What stands under our name and is not as we write it is somebody's own, and stays.
"""

from __future__ import annotations

import json
from typing import Any

from legendary_git.store.json_edits import JsonStyle, around, find_node, insert_first, remove
from legendary_git.store.json_node import JsonNode
from legendary_git.store.json_text import parse_settings
from legendary_git.store.marked_block import HASH_MARKS, find_block, with_block, without_block
from legendary_git.store.toml_text import parse_toml
from legendary_git.usecases.agent.hooks_text import NotThere
from legendary_git.usecases.agent.host import ServerForm

NAME = "legendary-git"


def with_server(text: str | None, form: ServerForm) -> str:
    """The text with our server; the same text where one of our name is there. None is a file that is not there.

    Raises JsonFault or TomlFault for a text that is none, NotThere where something else stands where servers belong.
    """
    if form.is_toml:
        return _with_table(text, form)
    if text is None:
        return JsonStyle("  ", "\n").write(_nested(form.keys, {NAME: dict(form.entry)}), 0) + "\n"
    if has_server(text, form):
        return text
    there = _containers(text, form)
    *_, key = path = (*form.keys, NAME)
    if there < len(form.keys):
        key = path[there]
    value = _nested(path[there + 1 :], dict(form.entry))
    return insert_first(text, path[:there], value, key=key)


def without_server(text: str, form: ServerForm) -> str | None:
    """The text as it was before; None where it was made for our server. Raises JsonFault or TomlFault."""
    if form.is_toml:
        return without_block(text, HASH_MARKS) if _is_our_table(text, form) else text
    path = [*form.keys, NAME]
    node = find_node(parse_settings(text), path)
    if node is None or node.value != form.entry:
        return text
    left = remove(text, path)
    return around(text) if left is None else left


def has_server(text: str, form: ServerForm) -> bool:
    """Whether a server of our name is there. Raises JsonFault or TomlFault."""
    if form.is_toml:
        return _find_table(parse_toml(text), form) is not None
    return find_node(parse_settings(text), [*form.keys, NAME]) is not None


def _nested(keys: tuple[str, ...], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _containers(text: str, form: ServerForm) -> int:
    """How many of the objects below each other are there."""
    root = parse_settings(text)
    for there in range(len(form.keys) + 1):
        node = find_node(root, form.keys[:there])
        if node is None:
            return there - 1
        _refuse_others(text, node, form.keys[:there])
    return len(form.keys)


def _refuse_others(text: str, node: JsonNode, keys: tuple[str, ...]) -> None:
    if not node.is_object:
        raise NotThere(text, node, f'"{keys[-1]}" has to be an object' if keys else "an object is expected here")


def _with_table(text: str | None, form: ServerForm) -> str:
    if text is not None and has_server(text, form):
        return text
    made = with_block(text, _table(form), HASH_MARKS)
    parse_toml(made)  # a table at the end would not fit where the one above it is written within a line
    return made


def _table(form: ServerForm) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in form.entry.items()]
    return "\n".join([f"[{'.'.join((*form.keys, NAME))}]", *lines])


def _is_our_table(text: str, form: ServerForm) -> bool:
    """Whether it stands between our marks as we write it, and says no more: what follows the marks may belong to it."""
    found, place = _find_table(parse_toml(text), form), find_block(text, HASH_MARKS)
    if found != form.entry or place is None:
        return False
    return text[slice(*place)].split() == with_block(None, _table(form), HASH_MARKS).split()


def _find_table(root: dict[str, Any], form: ServerForm) -> object:
    found: object = root
    for key in (*form.keys, NAME):
        found = found.get(key) if isinstance(found, dict) else None
    return found
