"""Text between tags: only the white space that is shown counts."""

from __future__ import annotations

from collections.abc import Mapping

from legendary_git.domain.annotations import Any
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import NODE, RESUME, TOKEN, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = compile_late(rb"( *)([^ ]+)")
_BLANK = compile_late(rb"""\{\s*(?:" "|' ')\s*\}""")


class MarkupReader:
    """Turns elements into steps. `table` is the language's `[tokens]`; its `markup_text` tells what is text."""

    def __init__(self, source: Source, table: Mapping[str, Any]) -> None:
        self.source = source
        self.texts = table.get("markup_text", ())

    def steps(self, node: Node) -> list[Step]:
        """The steps of an element: its tags and what stands between them, text by its words."""
        opening, *rest = node.children
        steps: list[Step] = [(NODE, opening, 0)]
        text = _Text(self.source)
        done = opening.end_byte
        for child in rest:
            if child.type in self.texts:
                continue
            text.add(done, child.start_byte)
            if _BLANK.fullmatch(child.text or b""):
                text.pending += b" "
            else:
                steps += [*text.take(child), (RESUME, child.start_byte, 0), (NODE, child, 0)]
            done = child.end_byte
        return steps


class _Text:
    """Text up to the next tag or expression; `{" "}` is part of it. Source of the rule: JSX, as compilers read it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.pending = b""
        """White space that counts, before the next word."""
        self.steps: list[Step] = []

    def add(self, start: int, end: int) -> None:
        lines = self.source.data[start:end].replace(b"\t", b" ").split(b"\n")
        first = self.source.line_at(start)
        joins = False
        for number, line in enumerate(lines):
            shown = line if number == 0 else line.lstrip(b" ")
            shown = shown if number == len(lines) - 1 else shown.rstrip(b" ")
            if shown:
                self.pending += b" " if joins else b""
                self._add_words(shown, first + number)
                joins = True

    def _add_words(self, line: bytes, number: int) -> None:
        for found in _WORD.finditer(line):
            self._say(self.pending + found[0], number)
            self.pending = b""
        self.pending += line[len(line.rstrip(b" ")) :]

    def take(self, before: Node) -> list[Step]:
        """The steps of the text up to a node, after which it is empty again."""
        if self.pending:
            self._say(self.pending, self.source.line_of_row(before.start_point[0]))
        steps, self.steps, self.pending = self.steps, [], b""
        return steps

    def _say(self, text: bytes, line: int) -> None:
        self.steps.append((TOKEN, Token(TokenKind.STRING, text, line), 0))
