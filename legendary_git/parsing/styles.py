"""What a style sheet says: numbers, colours, strings and keywords in one spelling, white space where it counts.

Source of the rules: CSS Syntax Module Level 3; Selectors Level 4, "Case-Sensitivity"; Sass reference, "Operators".
"""

from __future__ import annotations

import re

from legendary_git.domain.annotations import cast
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legendary_git.parsing.own.node import OwnNode

_SPACE = b" "
_NUMBER = compile_late(rb"([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+)(?![\w-]))?(.*)", re.DOTALL | re.IGNORECASE)
_COLOUR = compile_late(rb"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_QUOTED = compile_late(rb"\\(.)", re.DOTALL)
_OF_SELECTORS = (b"@extend", b"@at-root", b"@nest", b"@page", b"@scope")
_CALLED = (b"@include", b"@mixin", b"@function")
_CONDITIONS = (b"@if", b"@else", b"@while", b"@return")
_LOGIC = (b"and", b"or", b"not")
_COMBINATORS = frozenset((b">", b"~", b"+"))
_TIGHT_IN_VALUES = frozenset((b":", b"=", b"<", b">", b"*", b"/", b"!"))


def read_prelude(node: object, source: Source) -> list[Token]:
    """The tokens of a statement of CSS, or of what stands before its block."""
    prelude = cast("OwnNode", node)
    words = [leaf for leaf in prelude.children if leaf.type != "comment"]
    return _Prelude(prelude, words, source).tokens()


def read_sass_prelude(node: object, source: Source) -> list[Token]:
    """The same of SCSS or Less, where a last comma in a map or in arguments says nothing."""
    prelude = cast("OwnNode", node)
    words = [leaf for leaf in prelude.children if leaf.type != "comment"]
    return _Prelude(prelude, _without_last_commas(words), source).tokens()


def _without_last_commas(words: list[OwnNode]) -> list[OwnNode]:
    """Not the comma of `(a,)`, which makes a list of one."""
    dropped: set[int] = set()
    stack: list[tuple[bool, int]] = []
    for place, word in enumerate(words):
        if word.type in ("open", "interpolation"):
            is_call = place > 0 and not word.is_apart and words[place - 1].type == "word"
            stack.append((is_call, 0))
        elif word.type == "close" and stack:
            says_itself, commas = stack.pop()
            if words[place - 1].text == b"," and word.text == b")" and (says_itself or commas > 1):
                dropped.add(place - 1)
        elif stack and word.text in (b",", b":"):
            stack[-1] = (stack[-1][0] or word.text == b":", stack[-1][1] + (word.text == b","))
    return [word for place, word in enumerate(words) if place not in dropped]


class _Prelude:
    def __init__(self, prelude: OwnNode, words: list[OwnNode], source: Source) -> None:
        self.words = words
        self.source = source
        self.type = "" if prelude.parent is None else prelude.parent.type
        self.first = words[0].text.lower() if words else b""
        self.is_nested_list = bool(words) and words[-1].text == b":"
        self.is_selector = (self.type == "rule" and not self.is_nested_list) or self.first in _OF_SELECTORS

    def tokens(self) -> list[Token]:
        tokens: list[Token] = []
        for place, word in enumerate(self.words):
            line = self.source.line_of_row(word.start_point[0])
            if place and word.is_apart and self.counts_space(place):
                tokens.append(Token(TokenKind.STRING, _SPACE, line))
            kind, text = self.read(place, word)
            tokens.append(Token(kind, text, line))
        return tokens

    def counts_space(self, place: int) -> bool:
        """Whether the white space before a word says something."""
        before, word = self.words[place - 1], self.words[place]
        if before.type in ("open", "interpolation") or word.type == "close" or b"," in (before.text, word.text):
            return False
        if place == 1 and self.first.startswith(b"@"):
            return False
        if self.first in _CONDITIONS and (before.text in _LOGIC or word.text in _LOGIC):
            return False
        if place == 2 and word.text == b"(" and self.first in _CALLED:
            return False
        if self.is_selector:
            return before.text not in _COMBINATORS and word.text not in _COMBINATORS and before.text != b":"
        signs = (b"+", b"-")
        return not (
            before.text in _TIGHT_IN_VALUES or word.text in _TIGHT_IN_VALUES or {before.text, word.text} & {*signs}
        )

    def read(self, place: int, word: OwnNode) -> tuple[TokenKind, bytes]:
        text = word.text
        if word.type == "string":
            return TokenKind.STRING, b"s" + _QUOTED.sub(_unquoted, text[1:-1])
        if self.is_selector and word.type == "word" and place and self.words[place - 1].text == b"=":
            return TokenKind.STRING, b"s" + text
        if word.type == "number":
            return TokenKind.LEAF, canonical_dimension(text)
        if word.type == "url":
            return TokenKind.STRING, b"u" + text[text.index(b"(") + 1 : -1].strip()
        if word.type == "hash" and not self.is_selector and _COLOUR.fullmatch(text) is not None:
            return TokenKind.LEAF, text.lower()
        if text in (b"+", b"-") and not self.is_selector:
            return TokenKind.LEAF, text + self.sides(place)
        return TokenKind.LEAF, text.lower() if word.type == "word" and self.is_caseless(place) else text

    def sides(self, place: int) -> bytes:
        """How a sign stands: `a -b` and `a - b` are not the same."""
        before = place > 0 and self.words[place].is_apart
        after = place + 1 < len(self.words) and self.words[place + 1].is_apart
        return b"" if before == after else b"<" if before else b">"

    def is_caseless(self, place: int) -> bool:
        """Properties, at-rules, pseudo-classes, `!important` and the words of media queries."""
        text = self.words[place].text
        before = self.words[place - 1].text if place else b""
        if text.startswith((b"--", b"$")) or (text.startswith(b"@") and self.type != "at_rule" and place):
            return False
        if place == 0:
            return self.type in ("declaration", "at_rule", "at_statement") and not self.is_assigned_variable()
        return before == b"!" or (self.is_selector and before == b":") or self.first == b"@media"

    def is_assigned_variable(self) -> bool:
        return self.first.startswith(b"@") and len(self.words) > 1 and self.words[1].text == b":"


def canonical_dimension(text: bytes) -> bytes:
    """A number with its unit: no zeros that say nothing, digits on both sides of a point, the unit in lower case."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    sign, whole, fraction, exponent, unit = found.groups(b"")
    fraction = fraction.rstrip(b"0")
    said = (whole.lstrip(b"0") or b"0") + (b"." + fraction if fraction else b"")
    power = exponent.replace(b"+", b"").lstrip(b"0")
    return sign + said + (b"e" + power if power else b"") + unit.lower()


def _unquoted(found: re.Match[bytes]) -> bytes:
    return found[1] if found[1] in b"\"'" else found[0]
