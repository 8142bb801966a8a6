"""A file that a grammar has read."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from legendary_git.domain.parsed import Fingerprinted
from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.definitions import Definition, find_definitions
from legendary_git.parsing.grammar import Grammar
from legendary_git.parsing.masks import Masked, start_with_masked
from legendary_git.parsing.plain import line_tokens
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import END, NEXT
from legendary_git.parsing.twins import name_symbols
from legendary_git.parsing.walk import walk_tokens
from legendary_git.parsing.windows import cut_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node, Tree


class TreeFile(Fingerprinted):
    """A `ParsedFile` with a grammar. Symbols and tokens are worked out when they are asked for."""

    def __init__(
        self, source: Source, grammar: Grammar, tree: Tree, masked: Masked = (), shown: Source | None = None
    ) -> None:
        """`shown` is the source as it stands in the file, where something in it is passed over."""
        self._source = source
        self._shown = source if shown is None else shown
        self._grammar = grammar
        self._tree = tree
        self._masked = masked

    @property
    def language(self) -> str | None:
        return self._grammar.language.name

    @property
    def grammar(self) -> str | None:
        return self._grammar.identity

    @property
    def has_errors(self) -> bool:
        return self._tree.root_node.has_error

    @property
    def line_count(self) -> int:
        return self._source.line_count

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        return name_symbols(self.definitions, self._grammar, self._source)

    def whole(self) -> Region:
        return self._source.whole()

    def range(self, lines: LineRange) -> Region | None:
        return self._source.range(lines)

    def text(self, region: Region) -> bytes:
        return self._shown.text(region)

    def tokens(self, region: Region) -> tuple[Token, ...]:
        read = self._symbol_tokens if region.is_symbol else self._lines_tokens
        tokens = read(region.spans[0])
        for span in region.spans[1:]:
            tokens += [Token(TokenKind.LAYOUT, NEXT, span.lines.first), *read(span)]
        if any(token.kind is not TokenKind.LAYOUT for token in tokens):
            return tuple(tokens)
        # Nothing but comments: somebody chose them all the same, so they count as prose does.
        return tuple(token for span in region.spans for token in line_tokens(self._source, span.lines))

    def is_damaged(self, region: Region) -> bool:
        return any(self._touches(error, span) for span in region.spans for error in self._nearest_errors(span))

    @property
    def parsed_by(self) -> Grammar:
        return self._grammar

    @cached_property
    def definitions(self) -> list[Definition]:
        found = find_definitions(self._tree.root_node, self._grammar)
        pending = list(found) if self._masked else []
        while pending:
            definition = pending.pop()
            definition.masked_start = start_with_masked(definition.start_byte, self._masked, self._source.data)
            pending.extend(definition.inner)
        return found

    @cached_property
    def _by_bounds(self) -> dict[tuple[int, int], Definition]:
        found: dict[tuple[int, int], Definition] = {}
        pending = list(self.definitions)
        while pending:
            definition = pending.pop()
            end = self._source.text_end(definition.start_byte, definition.end_byte)
            found[definition.start_byte, end] = definition
            pending.extend(definition.inner)
        return found

    @cached_property
    def _errors(self) -> list[tuple[int, int]]:
        """Where each error begins and ends; of errors inside one another, the outermost."""
        errors: list[tuple[int, int]] = []
        pending = [self._tree.root_node]
        while pending:
            node = pending.pop()
            if node.is_error or node.is_missing:
                errors.append((node.start_byte, node.end_byte))
            elif node.has_error:
                pending.extend(node.children)
        return sorted(errors)

    def _nearest_errors(self, span: Span) -> list[tuple[int, int]]:
        """The last error that begins before a span does, and the first after: between others and it lie these."""
        after = bisect_left(self._errors, (span.start, span.start))
        return self._errors[max(after - 1, 0) : after + 1]

    def _symbol_tokens(self, span: Span) -> list[Token]:
        definition = self._by_bounds[span.start, span.end]
        around = (*definition.circumstances, *definition.shared)
        shared = (token for node in around for token in self._node_tokens(node))
        tokens = [Token(TokenKind.LEAF, line, span.lines.first) for line in definition.directives]
        tokens += [token._replace(line=span.lines.first) for token in shared]
        tokens += [token for node in definition.nodes for token in self._part_tokens(definition, node)]
        end = tokens[-1].line if tokens else span.lines.first
        return cut_tokens([*tokens, Token(TokenKind.LAYOUT, END, end)], span.lines)

    def _lines_tokens(self, span: Span) -> list[Token]:
        is_whole = span == self.whole().spans[0]
        window = None if is_whole else span.lines
        return cut_tokens(walk_tokens(self._tree.root_node, self._grammar, self._source, window), span.lines)

    def _part_tokens(self, definition: Definition, node: Node) -> list[Token]:
        tokens = self._node_tokens(node)
        if tokens and definition.ends_with_parts:  # only the node would tell apart what stands side by side in it
            tokens.append(Token(TokenKind.LAYOUT, NEXT, tokens[-1].line))
        return tokens

    def _node_tokens(self, node: Node) -> list[Token]:
        """What a node says; where blocks of text stand side by side, with its end, as in the text around it."""
        start = start_with_masked(node.start_byte, self._masked, self._source.data)
        tokens = walk_tokens(node, self._grammar, self._source, start=start)
        if tokens and "headings" in self._grammar.language.symbols:
            tokens.append(Token(TokenKind.LAYOUT, END, tokens[-1].line))
        return tokens

    def _touches(self, error: tuple[int, int], span: Span) -> bool:
        """Whether an error lies in a span, or nothing but white space is between them."""
        low, high = max(error[0], span.start), min(error[1], span.end)
        return low <= high or not self._source.data[high:low].strip()
