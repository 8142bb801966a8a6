"""Dockerfiles, instruction by instruction; `FROM` begins a stage.

Source of the rules: Dockerfile reference, "Format", "Parser directives", "Here-documents".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.domain.patterns import compile_late
from legendary_git.parsing.own.line import Line
from legendary_git.parsing.own.node import OwnNode, OwnTree, Text

_DIRECTIVE = compile_late(rb"#[ \t]*(?:syntax|escape|check)[ \t]*=", re.IGNORECASE)
_ESCAPE = compile_late(rb"#[ \t]*escape[ \t]*=[ \t]*`", re.IGNORECASE)
_FROM = compile_late(
    rb"[ \t]*FROM\b(?:[ \t]+--\S+)*[ \t]+(?P<image>\S+)(?:[ \t]+AS[ \t]+(?P<name>\S+))?", re.IGNORECASE
)
_ARGUMENT = compile_late(rb"[ \t]*(?:ARG|ENV)[ \t]+(?P<name>[A-Za-z_]\w*)", re.IGNORECASE)
_PAIR = compile_late(rb"\"(?:[^\"\\]|\\.)*\"|'[^']*'|(?<!\S)(?P<name>[A-Za-z_]\w*)=")
_HERE = compile_late(rb"<<(-?)([\"']?)([A-Za-z_]\w*)\2")


def parse_dockerfile(data: bytes) -> OwnTree:
    """The tree of a Dockerfile: its instructions and comments, one after the other."""
    text = Text(data)
    return OwnTree(OwnNode("dockerfile", text, 0, len(data), _Reader(text).nodes()))


class _Reader:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.data = text.data
        self.continued = b"\\"
        self.at = 0

    def directives(self) -> Iterator[OwnNode]:
        """What the first lines order: after anything else, an empty line even, they would be comments."""
        while _DIRECTIVE.match(self.data, self.at) is not None:
            line = self.line()
            if _ESCAPE.match(line.text) is not None:
                self.continued = b"`"
            yield OwnNode("instruction", self.text, line.start, line.end, [self.leaf(line)])

    def leaf(self, line: Line) -> OwnNode:
        return OwnNode("line", self.text, line.start, line.end)

    def nodes(self) -> list[OwnNode]:
        nodes = list(self.directives())
        while self.at < len(self.data):
            line = self.line()
            said = line.text.strip()
            if said.startswith(b"#"):
                nodes.append(OwnNode("comment", self.text, line.start, line.end))
            elif said:
                nodes.append(self.instruction(line))
        return nodes

    def line(self) -> Line:
        end = self.data.find(b"\n", self.at)
        end = len(self.data) if end < 0 else end
        line = Line(self.at, end, self.data[self.at : end])
        self.at = end + 1
        return line

    def instruction(self, line: Line) -> OwnNode:
        parts = self.parts(line)
        found = _FROM.match(line.text)
        node = OwnNode("instruction" if found is None else "from", self.text, line.start, parts[-1].end_byte, parts)
        if found is not None:
            node.defines = "stage"
            node.names = [self.name(line.start, found, "name" if found["name"] is not None else "image")]
        elif (found := _ARGUMENT.match(line.text)) is not None:
            node.defines = "variable"
            pairs = [pair for pair in _PAIR.finditer(node.text) if pair["name"] is not None]
            node.names = [self.name(node.start_byte, pair, "name") for pair in pairs or [found]]
        return node

    def name(self, start: int, found: re.Match[bytes], group: str) -> OwnNode:
        return OwnNode("name", self.text, start + found.start(group), start + found.end(group))

    def parts(self, line: Line) -> list[OwnNode]:
        """The lines of one instruction, comments among them, and the documents that follow it."""
        parts = [OwnNode("line", self.text, line.start, line.end)]
        documents = _HERE.findall(line.text)
        while line.text.rstrip().endswith(self.continued) or not line.text.strip() or line.text.lstrip()[:1] == b"#":
            if self.at >= len(self.data):
                break
            line = self.line()
            is_comment = line.text.lstrip()[:1] == b"#"
            parts.append(OwnNode("comment" if is_comment else "line", self.text, line.start, line.end))
            documents += [] if is_comment else _HERE.findall(line.text)
        for dash, _, mark in documents:
            parts.append(self.document(bool(dash), mark))
        return parts

    def document(self, is_indented: bool, mark: bytes) -> OwnNode:
        start = end = min(self.at, len(self.data))
        while self.at < len(self.data):
            line = self.line()
            end = line.end
            if (line.text.lstrip(b"\t") if is_indented else line.text) == mark:
                break
        return OwnNode("document", self.text, start, end)
