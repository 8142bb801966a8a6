"""Files that hold scripts of another language: symbols are those of the scripts, all else counts as its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from legendary_git.domain.parsed import Fingerprinted, Unreadable
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import LineRange, Region, Span, Symbol
from legendary_git.domain.token import Token, TokenKind
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason
from legendary_git.parsing.grammar import Grammar, load_grammar, parse_with
from legendary_git.parsing.language import Language
from legendary_git.parsing.limits import refuse_tree
from legendary_git.parsing.plain import line_tokens
from legendary_git.parsing.source import Source
from legendary_git.parsing.steps import NEXT
from legendary_git.parsing.tree import TreeFile
from legendary_git.parsing.twins import name_symbols

SCRIPT_LIMIT = 20
"""Scripts of one file: each is parsed with as many blanks before it as there is text. People write two."""

_VALUE = rb"""(?:"[^"]*"|'[^']*'|[^\s"'>]+)"""
_ATTRIBUTE = compile_late(rb"""([^\s"'>/=]+)(?:\s*=\s*(%s))?""" % _VALUE)
_OPENING = compile_late(rb"<!--|<(script|style)", re.IGNORECASE)
_ATTRIBUTES = compile_late(rb"""((?:\s+[^\s"'>/=]+(?:\s*=\s*%s)?)*+)\s*+(>?)""" % _VALUE)
_CLOSING = {tag: compile_late(rb"</%s\s*>" % tag, re.IGNORECASE) for tag in (b"script", b"style")}
_TEXT = compile_late(rb"[^\n]")


@dataclass(frozen=True, slots=True)
class _Script:
    """One script: the bytes of its content and what a grammar makes of them, at their place in the file."""

    start: int
    end: int
    lines: LineRange
    tree: TreeFile

    def holds(self, span: Span) -> bool:
        return self.start <= span.start and span.end <= self.end

    def overlaps(self, span: Span) -> bool:
        return span.start < self.end and self.start < span.end


def read_embedded(source: Source, language: Language) -> EmbeddedFile | Unreadable:
    """Read a file of a language that has an `[embedded]` table; a script that is no evidence makes the file none."""
    scripts: list[_Script] = []
    found = list(_find_scripts(source.data, language))
    if len(found) > SCRIPT_LIMIT:
        return Unreadable(Reason.OVER_LIMIT)
    for start, end, name in found:
        grammar = load_grammar(name)
        if grammar is None:
            return Unreadable(Reason.NO_GRAMMAR)
        # What is around a script becomes blank, so that every byte and line of it stays where it is.
        alone = Source(_blank(source.data[:start]) + source.data[start:end], source.starts, source.row_lines)
        tree = parse_with(grammar, alone.data)
        if tree is None:
            return Unreadable(Reason.OVER_LIMIT)
        if (reason := refuse_tree(tree.root_node)) is not None:
            return Unreadable(reason)
        lines = LineRange(source.line_at(start), source.line_at(max(start, end - 1)))
        scripts.append(_Script(start, end, lines, TreeFile(alone, grammar, tree)))
    return EmbeddedFile(source, language, scripts)


def _find_scripts(data: bytes, language: Language) -> Iterator[tuple[int, int, str]]:
    """Where each script's content is, and its language; those in a language that is not known are left out."""
    for tag, attributes_bytes, start, end in _find_blocks(data):
        if tag != b"script":
            continue
        attributes = {name.lower(): value.strip(b"\"'").lower() for name, value in _ATTRIBUTE.findall(attributes_bytes)}
        said = attributes.get(b"lang") or attributes.get(b"type") or b""
        name = language.embedded["languages"].get(said.decode("utf-8", "replace"))
        if name is not None:
            yield start, end, name


def _find_blocks(data: bytes) -> Iterator[tuple[bytes, bytes, int, int]]:
    """Each script and style outside comments: its tag, its attributes, where its content begins and ends.

    Nothing is looked at twice, whatever stands there: neither attributes without an end nor a tag that is never closed.
    """
    at, unclosed = 0, set()
    while (opening := _OPENING.search(data, at)) is not None:
        at = opening.end()
        if opening[1] is None:
            end = data.find(b"-->", at)
            at = len(data) if end < 0 else end + 3
            continue
        tag = opening[1].lower()
        attributes = _ATTRIBUTES.match(data, at)
        at = at if attributes is None else attributes.end()
        if attributes is None or not attributes[2] or tag in unclosed:
            continue
        closing = _CLOSING[tag].search(data, at)
        if closing is None:
            unclosed.add(tag)
            continue
        yield tag, attributes[1], at, closing.start()
        at = closing.end()


def _blank(data: bytes) -> bytes:
    return _TEXT.sub(b" ", data)


class EmbeddedFile(Fingerprinted):
    """A `ParsedFile` whose symbols stand in its scripts."""

    def __init__(self, source: Source, language: Language, scripts: Sequence[_Script]) -> None:
        self._source = source
        self._language = language
        self._scripts = scripts

    @property
    def language(self) -> str | None:
        return self._language.name

    @property
    def grammar(self) -> str | None:
        used = {script.tree.grammar or "" for script in self._scripts}
        return " ".join(sorted(used)) or self._language.name

    @property
    def has_errors(self) -> bool:
        return any(script.tree.has_errors for script in self._scripts)

    @property
    def line_count(self) -> int:
        return self._source.line_count

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """All scripts of a file share one scope."""
        definitions = [one for script in self._scripts for one in script.tree.definitions]
        if not definitions:
            return ()
        return name_symbols(definitions, self._main_grammar, self._source)

    @property
    def _main_grammar(self) -> Grammar:
        """That of the last script: where there are several, those before it only export what is for all instances."""
        return self._scripts[-1].tree.parsed_by

    def whole(self) -> Region:
        return self._source.whole()

    def range(self, lines: LineRange) -> Region | None:
        return self._source.range(lines)

    def text(self, region: Region) -> bytes:
        return self._source.text(region)

    def tokens(self, region: Region) -> tuple[Token, ...]:
        tokens: list[Token] = []
        for span in region.spans:
            if tokens:
                tokens.append(Token(TokenKind.LAYOUT, NEXT, span.lines.first))
            tokens += self._symbol_tokens(span) if region.is_symbol else self._lines_tokens(span)
        return tuple(tokens)

    def is_damaged(self, region: Region) -> bool:
        return any(
            script.tree.is_damaged(Region((span,)))
            for span in region.spans
            for script in self._scripts
            if script.overlaps(span)
        )

    def _symbol_tokens(self, span: Span) -> list[Token]:
        script = next(script for script in self._scripts if script.holds(span))
        return [*script.tree.tokens(Region((span,), is_symbol=True))]

    def _lines_tokens(self, span: Span) -> list[Token]:
        """The tokens of lines: of scripts what they say, of the rest its lines, with a gap where a script stands."""
        for script in self._scripts:
            if script.holds(span):
                return [*script.tree.tokens(Region((span,)))]
        tokens = line_tokens(self._outside, span.lines)
        for script in self._scripts:
            if (part := self._part(script, span)) is not None:
                tokens += [Token(TokenKind.LAYOUT, NEXT, part.lines.first), *script.tree.tokens(Region((part,)))]
        return tokens

    def _part(self, script: _Script, span: Span) -> Span | None:
        """What of a script lies in a span."""
        start, end = max(script.start, span.start), min(script.end, span.end)
        if start >= end or not self._source.data[start:end].strip():
            return None
        lines = LineRange(max(script.lines.first, span.lines.first), min(script.lines.last, span.lines.last))
        return Span(start, end, lines)

    @cached_property
    def _outside(self) -> Source:
        """The file with nothing but line ends where its scripts are."""
        bounds = [0, *(at for script in self._scripts for at in (script.start, script.end)), len(self._source.data)]
        pieces = [self._source.data[start:end] for start, end in pairwise(bounds)]
        data = b"".join(b"\n" * piece.count(b"\n") if index % 2 else piece for index, piece in enumerate(pieces))
        starts = [0] if data else []
        starts += [found.end() for found in re.finditer(rb"\n(?!\Z)", data)]
        return Source(data, tuple(starts))
