"""Files of settings: INI with its sections, Java properties, `.env`.

Source of the rules: Python's configparser (indented lines go on), Java's Properties.load (a backslash goes on).
"""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late
from legendary_git.parsing.own.line import logical_lines
from legendary_git.parsing.own.node import OwnNode, OwnTree, Text

_HEADING = compile_late(rb"[ \t]*\[(?P<name>[^\]\n]+)\]")
_INI_SETTING = compile_late(rb"[ \t]*(?P<name>[^=:\n]*?[^=:\s])[ \t]*(?:[=:]|\Z)")
_COMMENT = compile_late(rb"[ \t]*[#;]")
_PROPERTY = compile_late(rb"[ \t]*(?:export[ \t]+)?(?P<name>(?:\\.|[^\\=:\s])+)")
_PROPERTY_COMMENT = compile_late(rb"[ \t]*[#!]")
_CONTINUED = rb"(?<!\\)(?:\\\\)*\\\n"


def parse_ini(data: bytes) -> OwnTree:
    """The tree of an INI file: sections, and in them settings, which lines that are indented deeper go on with."""
    text = Text(data)
    top: list[OwnNode] = []
    section: list[OwnNode] | None = None
    for node in _ini_nodes(text):
        if node.type == "heading":
            _close(text, top, section)
            section = [node]
        else:
            (top if section is None else section).append(node)
    _close(text, top, section)
    return OwnTree(OwnNode("file", text, 0, len(data), top))


def _close(text: Text, top: list[OwnNode], section: list[OwnNode] | None) -> None:
    if section is None:
        return
    last = max(place for place, node in enumerate(section) if node.type != "comment")
    node = OwnNode("section", text, section[0].start_byte, section[last].end_byte, section[: last + 1])
    node.defines, node.names = "section", section[0].names
    top.extend([node, *section[last + 1 :]])


def _ini_nodes(text: Text) -> list[OwnNode]:
    nodes: list[OwnNode] = []
    for line in logical_lines(text.data, rb"(?!)"):
        said = line.text.strip()
        if not said:
            continue
        if _COMMENT.match(line.text):
            nodes.append(OwnNode("comment", text, line.start, line.end))
        elif (found := _HEADING.match(line.text)) is not None:
            nodes.append(_named("heading", text, line.start, line.end, found))
        elif line.text[:1] in b" \t" and nodes and nodes[-1].type == "setting":
            nodes[-1].end_byte = line.end
        elif (found := _INI_SETTING.match(line.text)) is not None:
            node = _named("setting", text, line.start, line.end, found)
            node.defines = "setting"
            nodes.append(node)
        else:
            nodes.append(OwnNode("setting", text, line.start, line.end))
    return nodes


def parse_properties(data: bytes) -> OwnTree:
    """The tree of a file of properties or of an environment: its settings, one after the other."""
    text = Text(data)
    nodes: list[OwnNode] = []
    for line in logical_lines(data, _CONTINUED):
        if not line.text.strip():
            continue
        if _PROPERTY_COMMENT.match(line.text):
            end = data.find(b"\n", line.start)
            nodes.append(OwnNode("comment", text, line.start, len(data) if end < 0 else end))
            continue
        found = _PROPERTY.match(line.text)
        node = OwnNode("setting", text, line.start, line.end)
        if found is not None:
            node = _named("setting", text, line.start, line.end, found)
            node.defines = "setting"
        nodes.append(node)
    return OwnTree(OwnNode("file", text, 0, len(data), nodes))


def _named(node_type: str, text: Text, start: int, end: int, found: re.Match[bytes]) -> OwnNode:
    node = OwnNode(node_type, text, start, end)
    node.names = [OwnNode("name", text, start + found.start("name"), start + found.end("name"))]
    return node
