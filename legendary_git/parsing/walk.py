"""The token walk: a part of a tree to normalised tokens, without recursion, so that no nesting can break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legendary_git.domain.region import LineRange
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.flow import tag_of
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.literals import canonical_number
from legendary_git.parsing.obeyed import find_order
from legendary_git.parsing.rules import NodeRule
from legendary_git.parsing.shape import expand
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import (
    CLOSE,
    DOCSTRING,
    DROP,
    IGNORE,
    NODE,
    OPEN,
    RESUME,
    SKIPPED,
    TOKEN,
    VERBATIM,
    Step,
)
from legendary_git.parsing.strings import StringReader

if TYPE_CHECKING:
    from tree_sitter import Node


def walk_tokens(root: Node, grammar: Grammar, source: Source, window: LineRange | None = None) -> list[Token]:
    """The tokens of a node and all below it; with a window, without those of nodes that lie outside of its lines."""
    return _Walk(grammar, source, window).run(root)


class _Walk:
    """One walk: the steps still to do, the tokens so far, and up to where the text is accounted for."""

    def __init__(self, grammar: Grammar, source: Source, window: LineRange | None) -> None:
        self.grammar = grammar
        self.rules = grammar.rules
        self.spellings = grammar.spellings
        self.source = source
        self.window = window
        self.strings = StringReader(source, grammar.language.strings, grammar.rules)
        self.tokens: list[Token] = []
        self.steps: list[Step] = []
        self.opening: list[bytes] = []
        self.line = 1
        self.done = 0

    def run(self, root: Node) -> list[Token]:
        self.done = root.start_byte
        self.line = self._line(root)
        self.steps.append((NODE, root, 0))
        while self.steps:
            act, what, flags = self.steps.pop()
            if act == NODE:
                self._visit(what, flags)
            elif act == OPEN:
                self.opening.append(what)
            elif act == CLOSE:
                self._close(what)
            elif act == RESUME:
                self.done = what
            elif act == DROP:
                self._drop(what)
            elif act == IGNORE:
                self._ignore(what)
            else:
                self._emit(what)
        self._settle(self.line)
        return self.tokens

    def _visit(self, node: Node, flags: int) -> None:
        if self.window is not None and self._is_outside(node, self.window):
            self._skip(node)
            return
        rule = self.rules.get(node.kind_id)
        if rule is None:
            if children := node.children:
                flags &= VERBATIM
                self.steps.extend([(NODE, child, flags) for child in reversed(children)])
            else:
                self._leaf(node, self._text(node))
        elif rule.ignored:
            self._ignore(node)
        elif rule.number:
            self._leaf(node, canonical_number(self._text(node)))
        elif rule.literal or rule.joined:
            self._literal(node, rule, docstring=bool(flags & DOCSTRING))
        elif rule.flow and tag_of(node) in rule.raw:
            self._raw_element(node)
        elif rule.prose:
            self._prose(node)
        elif not node.child_count:
            self._leaf(node, self._text(node).lower() if rule.caseless else self._text(node))
        else:
            self.steps.extend(reversed(expand(node, rule, flags, self.rules)))

    def _raw_element(self, node: Node) -> None:
        """Its opening tag, and all else as it stands."""
        tag, *rest = node.children
        end = rest[-1].start_byte if rest and rest[-1].type == "end_tag" else node.end_byte
        content = Token(TokenKind.STRING, b"?" + self.source.data[tag.end_byte : end], self._line(node))
        self.steps += [(RESUME, node.end_byte, 0), (TOKEN, content, 0), (NODE, tag, 0)]

    def _literal(self, node: Node, rule: NodeRule, *, docstring: bool) -> None:
        self._account(node)
        if self.window is None or self._is_inside(node, self.window):
            steps = self.strings.steps(node, docstring=docstring)
        elif rule.joined:
            steps = [(NODE, part, 0) for part in self.strings.parts(node)]
        else:
            steps = self.strings.cut(node, self.window, docstring=docstring)
        if not steps or steps[0][0] != NODE:
            self.done = node.end_byte
        self.steps.extend(reversed(steps))

    def _leaf(self, node: Node, text: bytes) -> None:
        if text.isspace():  # the end of a line, where a grammar gives it a node of its own
            self._drop(node)
            return
        self._account(node)
        self._emit(Token(TokenKind.LEAF, self.spellings.get(text, text), self._line(node)))
        self.done = node.end_byte

    def _prose(self, node: Node) -> None:
        """Text for people: its words, wherever its lines are broken."""
        self._account(node)
        first = self._line(node)
        for offset, line in enumerate(self._text(node).split(b"\n")):
            for word in line.split():
                self._emit(Token(TokenKind.STRING, word, first + offset))
        self.done = node.end_byte

    def _emit(self, token: Token) -> None:
        self._settle(token.line)
        self.tokens.append(token)
        self.line = token.line

    def _close(self, text: bytes) -> None:
        self._settle(self.line)
        self.tokens.append(Token(TokenKind.LAYOUT, text, self.line))

    def _settle(self, line: int) -> None:
        """Give the layout that was opened its place: the line of what comes next."""
        if self.opening:
            self.tokens.extend(Token(TokenKind.LAYOUT, text, line) for text in self.opening)
            self.opening.clear()

    def _drop(self, node: Node) -> None:
        self._account(node)
        self.line = self._line(node)
        self._settle(self.line)
        self.done = node.end_byte

    def _ignore(self, node: Node) -> None:
        self._account(node)
        if (order := find_order(node, self.grammar)) is not None:
            self._emit(Token(TokenKind.COMMENT, order, self._line(node)))
        self.done = node.end_byte

    def _skip(self, node: Node) -> None:
        rule = self.rules.get(node.kind_id)
        if rule is None or not rule.ignored:
            self._settle(self._line(node))
            self.line = self.source.line_of_row(node.end_point[0])
            self.tokens.append(Token(TokenKind.LAYOUT, SKIPPED, self.line))
        self.done = node.end_byte

    def _account(self, node: Node) -> None:
        """Text that no node covers counts too, lest an edit there go unseen: grammars skip what they cannot read."""
        if node.start_byte > self.done:
            gap = self.source.data[self.done : node.start_byte]
            if not gap.isspace() and (missed := gap.replace(b"\\\n", b"").strip()):
                self._emit(Token(TokenKind.LEAF, missed, self._line(node)))

    def _is_outside(self, node: Node, window: LineRange) -> bool:
        return self._line(node) > window.last or self.source.line_of_row(node.end_point[0]) < window.first

    def _is_inside(self, node: Node, window: LineRange) -> bool:
        return self._line(node) >= window.first and self.source.line_of_row(node.end_point[0]) <= window.last

    def _line(self, node: Node) -> int:
        return self.source.line_of_row(node.start_point[0])

    def _text(self, node: Node) -> bytes:
        return self.source.data[node.start_byte : node.end_byte]
