"""The body of a definition: what stays the same when it goes elsewhere under another name."""

from __future__ import annotations

from itertools import islice

from legendary_git.domain.annotations import NamedTuple
from legendary_git.domain.fingerprint import fingerprint, swap_names
from legendary_git.domain.parsed import ParsedFile
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import Region
from legendary_git.domain.token import Token, TokenKind

TRIVIAL_BELOW = 14
"""A body of fewer tokens is too common to be followed: `def get(self): return self._value` has twelve."""
_WORD_OR_SIGN = compile_late(rb"\w+|[^\w\s]")


class Body(NamedTuple):
    """The fingerprint of a region under another name, and whether it is too common to be followed."""

    fingerprint: str
    is_trivial: bool


def read_body(parsed: ParsedFile, region: Region, own_name: bytes, other_name: bytes) -> Body:
    """The region's body as if what it defines were called `other_name`."""
    tokens = swap_names(parsed.tokens(region), own_name, other_name)
    return Body(fingerprint(tokens), is_trivial(tokens))


def is_trivial(tokens: tuple[Token, ...]) -> bool:
    """Whether a body says so little that finding it elsewhere proves nothing."""
    return sum(token.kind is not TokenKind.LAYOUT for token in tokens) < TRIVIAL_BELOW


def is_trivial_text(text: bytes) -> bool:
    """Whether a whole file, comments and all, is too short to be told from another by chance: nothing is parsed."""
    return sum(1 for _ in islice(_WORD_OR_SIGN.finditer(text), TRIVIAL_BELOW)) < TRIVIAL_BELOW
