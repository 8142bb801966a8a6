"""Text that the grammar leaves whole, or does not see at all: its words, by the language's own pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.adjacent import join_adjacent


def read_words(text: bytes, line: int, lexemes: re.Pattern[bytes]) -> Iterator[Token]:
    """One token for each word of a text that begins on a line; literals side by side are one.

    The pattern's group `ignored` is for what says nothing, `string` for literals.
    """
    counted = 0
    literals: list[Token] = []
    for found in lexemes.finditer(text):
        line, counted = line + text.count(b"\n", counted, found.start()), found.start()
        if found.lastgroup == "string":
            literals.append(Token(TokenKind.STRING, found[0], line))
        elif found.lastgroup != "ignored":
            yield from _join(literals)
            literals.clear()
            yield Token(TokenKind.LEAF, found[0], line)
    yield from _join(literals)


def _join(literals: list[Token]) -> Iterator[Token]:
    for text in join_adjacent(token.text for token in literals):
        yield literals[0]._replace(text=text)


def read_signed(text: bytes, line: int) -> Iterator[Token]:
    """A number, its sign apart: a grammar may take `-1` for one word where white space would have made it two."""
    number = text.lstrip(b"+-")
    if sign := text[: len(text) - len(number)]:
        yield Token(TokenKind.LEAF, sign, line)
    yield Token(TokenKind.LEAF, number.strip(), line)


def read_prose(text: bytes, line: int) -> Iterator[Token]:
    """Text for people: its words, wherever its lines are broken."""
    for offset, one in enumerate(text.split(b"\n")):
        for word in one.split():
            yield Token(TokenKind.STRING, word, line + offset)


def read_data(text: bytes, line: int) -> Iterator[Token]:
    """Text that a program reads: each line as it stands."""
    for offset, one in enumerate(text.split(b"\n")):
        yield Token(TokenKind.STRING, one, line + offset)
