"""Makefiles, line by line: rules with their recipes, variables, `define`, and conditionals around any of them.

Source of the rules: GNU make manual, "What Makefiles Contain" and "Parsing a Makefile". Recipes are the shell's, so
every character of them counts; so do those of a variable's value, where make keeps what stands between its words.
"""

from __future__ import annotations

import re

from legendary_git.domain.patterns import compile_late
from legendary_git.parsing.own.line import Line, logical_lines
from legendary_git.parsing.own.node import OwnNode, OwnTree, Text

_COMMENT = compile_late(rb"[ ]*#")
_CONDITION = compile_late(rb"[ ]*(?:else[ \t]+)?(?:ifeq|ifneq|ifdef|ifndef)\b")
_ELSE = compile_late(rb"[ ]*else\b")
_ENDIF = compile_late(rb"[ ]*endif\b")
_DEFINE = compile_late(
    rb"[ ]*(?:(?:override|export|private)[ \t]+)*define[ \t]+(?P<name>[^ \t:?+!=]+)[ \t]*(?:[:?+!]*=)?[ \t]*(?:#.*)?\Z"
)
_ENDEF = compile_late(rb"[ ]*endef\b")
_VARIABLE = compile_late(
    rb"[ ]*(?:(?:override|export|private)[ \t]+)*(?P<name>(?:[^\s:#=?+!$]|\$[({][^()}]*[)}]|[?+!](?!=))+)"
    rb"[ \t]*(?P<operator>:{0,3}=|\?=|\+=|!=)"
)
_NAME = compile_late(rb"(?:\$\([^()]*(?:\([^()]*\)[^()]*)*\)|\$\{[^{}]*\}|\\.|[^\s\\$])+|\$.?")
_DEEPEST = 100
"""Conditionals in one another."""
_SPECIAL = compile_late(rb"\.[A-Z_]+")
_DIRECTIVE = compile_late(rb"[ ]*(?:-?include|sinclude|-?load|vpath|export|unexport|undefine|endif|endef|else)\b")


def parse_make(data: bytes) -> OwnTree:
    """The tree of a makefile; it never has errors, since a line that is nothing else is a directive."""
    text = Text(data)
    return OwnTree(OwnNode("makefile", text, 0, len(data), _Parser(text).block(nested=False)))


class _Parser:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.lines = list(logical_lines(text.data))
        self.at = 0
        self.depth = 0

    def block(self, *, nested: bool) -> list[OwnNode]:
        """What stands up to the end of the file, or of this branch of a conditional."""
        nodes: list[OwnNode] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if nested and (_ELSE.match(line.text) or _ENDIF.match(line.text)):
                break
            if not line.text.strip():
                self.at += 1
            else:
                nodes.append(self.statement(line))
        return nodes

    def statement(self, line: Line) -> OwnNode:
        if line.text.startswith(b"\t"):
            return self.leaf("recipe_line")
        if _COMMENT.match(line.text):
            return self.leaf("comment")
        if _CONDITION.match(line.text):
            return self.conditional() if self.depth < _DEEPEST else self.leaf("ERROR")
        if (found := _DEFINE.match(line.text)) is not None:
            return self.define(line, found)
        if (found := _VARIABLE.match(line.text)) is not None:
            return self.variable(line, found)
        colon = None if _DIRECTIVE.match(line.text) else _colon(line.text)
        return self.leaf("directive") if colon is None else self.rule(line, colon)

    def leaf(self, node_type: str) -> OwnNode:
        line = self.lines[self.at]
        self.at += 1
        return self.node(node_type, line.start, line.end)

    def node(self, node_type: str, start: int, end: int, children: list[OwnNode] | None = None) -> OwnNode:
        return OwnNode(node_type, self.text, start, end, children or [])

    def conditional(self) -> OwnNode:
        start = self.lines[self.at].start
        self.depth += 1
        branches = [self.branch("if_branch")]
        while self.at < len(self.lines) and _ELSE.match(self.lines[self.at].text):
            branches.append(self.branch("else_branch"))
        end = (
            self.leaf("directive")
            if self.at < len(self.lines)
            else self.node("MISSING", len(self.text.data), len(self.text.data))
        )
        return self.node("conditional", start, end.end_byte, [*branches, end])

    def branch(self, node_type: str) -> OwnNode:
        head = self.leaf("directive")
        body = self.block(nested=True)
        end = body[-1].end_byte if body else head.end_byte
        return self.node(node_type, head.start_byte, end, [head, *body])

    def define(self, line: Line, found: re.Match[bytes]) -> OwnNode:
        self.at += 1
        depth, end = 1, len(self.text.data)
        while self.at < len(self.lines) and depth:
            inner = self.lines[self.at]
            depth += bool(_DEFINE.match(inner.text)) - bool(_ENDEF.match(inner.text))
            end = inner.end
            self.at += 1
        node = self.node("define", line.start, end)
        node.defines = "variable"
        node.names = [self.word("name", line, found.span("name"))]
        return node

    def variable(self, line: Line, found: re.Match[bytes]) -> OwnNode:
        node = self.leaf("variable")
        node.defines = "variable"
        node.names = [self.word("name", line, found.span("name"))]
        return node

    def rule(self, line: Line, colon: int) -> OwnNode:
        """A rule and its recipe: the lines that a tab begins, with conditionals around some of them."""
        head = self.leaf("rule_head")
        parts = [head]
        while self.goes_on():
            parts.extend(self.recipe_part())
        node = self.node("rule", head.start_byte, parts[-1].end_byte, parts)
        if _VARIABLE.match(line.text[colon:].lstrip(b":")) is None:  # else it gives the target a variable
            targets = [self.word("target", line, found.span()) for found in _NAME.finditer(line.text[:colon])]
            node.names = [one for one in targets if not _SPECIAL.fullmatch(one.text)]
        node.defines = "target" if node.names else None
        return node

    def recipe_part(self) -> list[OwnNode]:
        """The next line of a recipe, with the comments before it, or the next conditional."""
        parts: list[OwnNode] = []
        while True:
            text = self.lines[self.at].text
            if not text.strip():
                self.at += 1
            elif _COMMENT.match(text):
                parts.append(self.leaf("comment"))
            else:
                return [
                    *parts,
                    self.leaf("recipe_line") if text.startswith(b"\t") else self.statement(self.lines[self.at]),
                ]

    def goes_on(self) -> bool:
        """Whether a recipe line, or a conditional that holds recipe lines before anything else, comes next."""
        is_conditional = False
        for line in self.lines[self.at :]:
            if not line.text.strip() or _COMMENT.match(line.text):
                continue
            if line.text.startswith(b"\t"):
                return True
            if not (_CONDITION.match(line.text) or (is_conditional and _ELSE.match(line.text))):
                return False
            is_conditional = True
        return False

    def word(self, node_type: str, line: Line, span: tuple[int, int]) -> OwnNode:
        return self.node(node_type, line.start + span[0], line.start + span[1])


def _colon(text: bytes) -> int | None:
    """Where the colon that makes a rule stands: outside of any reference."""
    depth = 0
    for place, byte in enumerate(text):
        if byte in b"({":
            depth += 1
        elif byte in b")}":
            depth -= 1
        elif byte in b"#=" and depth <= 0:
            return None
        elif byte == 0x3A and depth <= 0:
            return place
    return None
