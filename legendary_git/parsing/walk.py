"""The token walk: a part of a tree to normalised tokens, without recursion, so that no nesting can break it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from legendary_git.domain.region import LineRange
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.flow import tag_of
from legendary_git.parsing.gaps import ends_blank
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.lexemes import read_data, read_prose, read_signed, read_words
from legendary_git.parsing.line_ends import read_line_ends
from legendary_git.parsing.literals import canonical_number
from legendary_git.parsing.markup import MarkupReader
from legendary_git.parsing.obeyed import find_order
from legendary_git.parsing.rules import NodeRule
from legendary_git.parsing.shape import expand
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import (
    BLANK,
    CLOSE,
    DOCSTRING,
    DROP,
    END,
    GROUP,
    IGNORE,
    KEY,
    LEXED,
    NODE,
    OPEN,
    RESUME,
    SKIPPED,
    TOKEN,
    VERBATIM,
    Step,
    wrap,
)
from legendary_git.parsing.strings import StringReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node


def walk_tokens(
    root: Node, grammar: Grammar, source: Source, window: LineRange | None = None, *, start: int | None = None
) -> list[Token]:
    """The tokens of a node and all below it; with a window, without those of nodes that lie outside of its lines.

    `start` is the byte from which on text counts that no node covers; by default the node's own first.
    """
    first = 0 if root.parent is None else root.start_byte
    return _Walk(grammar, source, window).run(root, first if start is None else start)


class _Walk:
    """One walk: the steps still to do, the tokens so far, and up to where the text is accounted for."""

    def __init__(self, grammar: Grammar, source: Source, window: LineRange | None) -> None:
        self.grammar = grammar
        self.rules = grammar.rules
        self.spellings = grammar.spellings
        self.separators = {text.encode() for text in grammar.language.tokens.get("separators", ())}
        self.source = source
        self.window = window
        self.strings = StringReader(source, grammar.language.strings, grammar.rules)
        self.line_ends = read_line_ends(grammar.language.tokens.get("line_ends"))
        self.markup = MarkupReader(source, grammar.language.tokens)
        self.tokens: list[Token] = []
        self.steps: list[Step] = []
        self.opening: list[bytes] = []
        self.line = 1
        self.done = 0
        self.directive_end: int | None = None

    def run(self, root: Node, start: int) -> list[Token]:
        self.done = start
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
        if ends_blank(root, self.rules):
            self._close(BLANK)
        self._account_to(len(self.source.data) if root.parent is None else root.end_byte)
        self._settle(self.line)
        if self.directive_end is not None:
            self._end_directive()
        return self.tokens

    def _visit(self, node: Node, flags: int) -> None:
        rule = self.rules.get(node.kind_id)
        is_end = rule is not None and rule.code_end
        if self.window is not None and not is_end and self._is_outside(node, self.window):
            self._skip(node)
            return
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
            self._literal(node, rule, flags)
        elif not self._is_special(node, rule):
            self.steps.extend(reversed(expand(node, rule, flags, self.rules)))

    def _is_special(self, node: Node, rule: NodeRule) -> bool:
        """Whether a node is of those that are not walked through by their children; then it has been read."""
        if rule.flow and tag_of(node) in rule.raw:
            self._raw_element(node)
        elif (read := self._reader(rule)) is not None:
            read(node)
        elif rule.markup:
            self.steps.extend(reversed(wrap(self.markup.steps(node), GROUP)))
        elif not node.child_count:
            text = self._text(node).lower() if rule.caseless else self._text(node)
            self._leaf(node, text.strip() if rule.trimmed else text)
        else:
            return False
        return True

    def _raw_element(self, node: Node) -> None:
        """Its opening tag, and all else as it stands."""
        tag, *rest = node.children
        end = rest[-1].start_byte if rest and rest[-1].type == "end_tag" else node.end_byte
        content = Token(TokenKind.STRING, b"?" + self.source.data[tag.end_byte : end], self._line(node))
        self.steps += [(RESUME, node.end_byte, 0), (TOKEN, content, 0), (NODE, tag, 0)]

    def _reader(self, rule: NodeRule) -> Callable[[Node], None] | None:
        """What reads a leaf that says more than one word."""
        if rule.signed or rule.prose:
            return partial(self._read, reader=read_signed if rule.signed else read_prose)
        if rule.directive:
            return self._directive
        if rule.code_end:
            return self._end_code
        return self._lexed if rule.lexed else None

    def _literal(self, node: Node, rule: NodeRule, flags: int) -> None:
        self._account(node)
        self._end_statement(node)
        docstring = bool(flags & DOCSTRING)
        if flags & KEY and (name := self.strings.name(node)) is not None:
            steps: list[Step] = [(TOKEN, Token(TokenKind.LEAF, name, self._line(node)), 0)]
        elif self.window is None or self._is_inside(node, self.window):
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
        self._end_statement(node)
        if self.line_ends is None or text != b";":
            self._emit(Token(TokenKind.LEAF, self.spellings.get(text, text), self._line(node)))
        self.done = node.end_byte

    def _read(self, node: Node, reader: Callable[[bytes, int], Iterable[Token]]) -> None:
        self._account(node)
        for token in reader(self._text(node), self._line(node)):
            self._emit(token)
        self.done = node.end_byte

    def _end_code(self, node: Node) -> None:
        """After this leaf nothing is code, whatever the grammar sees in it."""
        self._leaf(node, self._text(node))
        self.steps = [step for step in self.steps if step[0] in (OPEN, CLOSE)]
        for token in read_data(self.source.data[node.end_byte :], self._line(node)):
            self._emit(token)
        self.done = len(self.source.data)

    def _directive(self, node: Node) -> None:
        """What begins a line that its end ends, however far its sign stands from its word: `#  define`."""
        self._leaf(node, b"".join(self._text(node).split()))
        self.directive_end = self.source.joined_line_end(node.end_byte)

    def _end_directive(self) -> None:
        self.directive_end = None
        self.tokens.append(Token(TokenKind.LAYOUT, END, self.line))

    def _end_statement(self, node: Node) -> None:
        if self.line_ends is not None and self.line_ends.is_end_before(node, self._text(node)):
            self.tokens.append(Token(TokenKind.LAYOUT, END, self.line))

    def _lexed(self, node: Node) -> None:
        """Text that the grammar leaves whole, such as a macro's body: its words, and where it begins and ends."""
        self._account(node)
        self.opening.append(LEXED[0])
        self._words(self._text(node), self._line(node))
        self._close(LEXED[1])
        self.done = node.end_byte

    def _words(self, text: bytes, line: int) -> None:
        for token in read_words(text, line, self.grammar.lexemes) if self.grammar.lexemes is not None else ():
            self._emit(token)

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
        self._end_statement(node)
        self.line = self._line(node)
        self._settle(self.line)
        self.done = node.end_byte

    def _ignore(self, node: Node) -> None:
        self._account(node)
        if (order := find_order(node, self.grammar)) is not None:
            if self.line_ends is not None and self.line_ends.is_end_before_comment(node):
                self.tokens.append(Token(TokenKind.LAYOUT, END, self.line))
            self._order(Token(TokenKind.COMMENT, order, self._line(node)))
        self.done = node.end_byte

    def _order(self, token: Token) -> None:
        """An order stands before the groups that begin at it: formatters move it over parentheses that do not count."""
        if all(text == GROUP[0] for text in self.opening):
            self.tokens.append(token)
            self.line = token.line
        else:
            self._emit(token)

    def _skip(self, node: Node) -> None:
        self._account(node)
        rule = self.rules.get(node.kind_id)
        if rule is None or not rule.ignored:
            self._settle(self._line(node))
            self.line = self.source.line_of_row(node.end_point[0])
            self.tokens.append(Token(TokenKind.LAYOUT, SKIPPED, self.line))
            if self.line_ends is not None:
                self.line_ends.skip(node)
        self.done = node.end_byte

    def _account(self, node: Node) -> None:
        """Text that no node covers counts too, lest an edit there go unseen: grammars skip what they cannot read."""
        if self.directive_end is not None and node.start_byte >= self.directive_end:
            self._end_directive()
        self._account_to(node.start_byte)

    def _account_to(self, byte: int) -> None:
        gap = self.source.data[self.done : byte]
        if not gap or gap.isspace() or gap.strip() in self.separators:
            return
        line = self.source.line_at(self.done)
        if self.grammar.lexemes is not None:
            self._words(gap, line)
        elif missed := gap.replace(b"\\\n", b"").strip():
            self._emit(Token(TokenKind.LEAF, missed, line + gap[: len(gap) - len(gap.lstrip())].count(b"\n")))

    def _is_outside(self, node: Node, window: LineRange) -> bool:
        return self._line(node) > window.last or self.source.line_of_row(node.end_point[0]) < window.first

    def _is_inside(self, node: Node, window: LineRange) -> bool:
        return self._line(node) >= window.first and self.source.line_of_row(node.end_point[0]) <= window.last

    def _line(self, node: Node) -> int:
        return self.source.line_of_row(node.start_point[0])

    def _text(self, node: Node) -> bytes:
        return self.source.data[node.start_byte : node.end_byte]
