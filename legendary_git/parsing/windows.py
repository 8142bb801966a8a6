"""The tokens of a passage: what it says and how deep it stands, whatever is around it."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.region import LineRange
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.steps import DEDENT, END, INDENT

_ON = b"~"


def cut_tokens(tokens: Sequence[Token], lines: LineRange) -> list[Token]:
    """Those tokens that stand on the lines, after one that gives the depth of the first, if it has any.

    A block that begins with the passage's first line or ends with its last owes that to the lines around it. What
    counts is the depth at which the first line stands and every change of depth after it, so that a line that is
    dedented counts as changed and one that only got a new neighbour does not. Nothing, where no leaf is there.
    """
    leaves = [
        index
        for index, token in enumerate(tokens)
        if token.kind is not TokenKind.LAYOUT and lines.first <= token.line <= lines.last
    ]
    if not leaves:
        return []
    first, last = leaves[0], leaves[-1]
    depth = sum(_step(token) for token in tokens[:first])
    start = [Token(TokenKind.LAYOUT, b"@%d" % depth, tokens[first].line)] if depth else []
    # What ends before anything stands there is as empty as the blank lines that it is made of.
    before = (token for token in tokens[:first] if lines.first <= token.line <= lines.last)
    head = [token for token in before if not _step(token) and token.text != END]
    if _goes_on(tokens[: first - len(head)]):
        start.append(Token(TokenKind.LAYOUT, _ON, tokens[first].line))
    return [*start, *head, *tokens[first : last + 1], *_tail(tokens[last + 1 :], lines)]


def _goes_on(before: Sequence[Token]) -> bool:
    """Whether a passage that comes after these tokens begins in the middle of a statement."""
    ends = (END, INDENT, DEDENT)
    return bool(before) and not (before[-1].kind is TokenKind.LAYOUT and before[-1].text in ends)


def _tail(tokens: Sequence[Token], lines: LineRange) -> list[Token]:
    tail: list[Token] = []
    for token in tokens:
        if token.line > lines.last or _step(token):
            break
        tail.append(token)
    return tail


def _step(token: Token) -> int:
    if token.kind is not TokenKind.LAYOUT:
        return 0
    return (token.text == INDENT) - (token.text == DEDENT)
