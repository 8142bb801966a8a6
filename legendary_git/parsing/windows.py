"""The tokens of a range of lines: what its lines say and how deep they stand, whatever is around them."""

from __future__ import annotations

from collections.abc import Sequence

from legendary_git.domain.region import LineRange
from legendary_git.domain.token import Token, TokenKind
from legendary_git.parsing.steps import DEDENT, INDENT


def cut_tokens(tokens: Sequence[Token], lines: LineRange) -> list[Token]:
    """Those tokens that stand on the lines, after one that gives the depth of the first; none where no leaf is there.

    A block that begins with the range's first line or ends with its last owes that to the lines around it. What counts
    is the depth at which the first line stands and every change of depth after it, so that a line that is dedented
    counts as changed and one that only got a new neighbour does not.
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
    head = [token for token in tokens[:first] if lines.first <= token.line <= lines.last and not _step(token)]
    start = Token(TokenKind.LAYOUT, b"@%d" % depth, tokens[first].line)
    return [start, *head, *tokens[first : last + 1], *_tail(tokens[last + 1 :], lines)]


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
