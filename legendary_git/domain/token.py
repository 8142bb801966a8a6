"""The tokens that a fingerprint is made of."""

from __future__ import annotations

from enum import Enum

from legendary_git.domain.annotations import NamedTuple


class TokenKind(Enum):
    """Why a token is in the stream; kinds are told apart in the fingerprint, node types of a grammar never are."""

    LEAF = b"t"
    """A word, number, operator or bracket, as it stands in the code or in its one canonical spelling."""
    STRING = b"s"
    """A string literal, by its value where that is provable, else as it stands."""
    LAYOUT = b"l"
    """Not in the text, yet it counts: indentation, the end of a statement, the grouping of an expression."""
    COMMENT = b"c"
    """A comment that a tool obeys."""
    LINE = b"n"
    """A white-space-normalised line, where there is no grammar."""


class Token(NamedTuple):
    """One token: its kind, its bytes, and the line (from 1) that it stands on."""

    kind: TokenKind
    text: bytes
    line: int
