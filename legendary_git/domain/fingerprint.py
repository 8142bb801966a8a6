"""Fingerprints: `t1` over normalised tokens, and the older scheme of legendary-mcp, which is only ever read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from legendary_git.domain.token import Token, TokenKind

SCHEME = "t1"
LEGACY_SCHEME = "sha256"


def fingerprint(tokens: Iterable[Token]) -> str:
    """`t1:` and the SHA-256, in hex, of the tokens' kinds and bytes in order.

    Each token goes in with its length, so that no two different sequences feed the same bytes; lines do not count.
    """
    digest = hashlib.sha256()
    for token in tokens:
        digest.update(b"%s%d:" % (token.kind.value, len(token.text)))
        digest.update(token.text)
    return f"{SCHEME}:{digest.hexdigest()}"


def swap_names(tokens: Iterable[Token], one: bytes, other: bytes) -> tuple[Token, ...]:
    """The tokens with two names exchanged wherever they stand as a whole leaf.

    A definition and a renamed one are the same body exactly if exchanging their names makes them equal. Exchanging,
    not replacing: a body that already spoke of the other name would otherwise become equal by accident.
    """
    if one == other:
        return tuple(tokens)
    exchange = {one: other, other: one}
    return tuple(
        token._replace(text=exchange[token.text]) if token.kind is TokenKind.LEAF and token.text in exchange else token
        for token in tokens
    )


def legacy_fingerprint(text: bytes) -> str:
    """The scheme of legendary-mcp 0.1 and 0.2: SHA-256 over stripped lines, blank ones dropped.

    Source of the rule: `legendary-mcp` 0.2.1, `anchor.normalize` and `anchor.hash_text`.
    """
    lines = (line.strip() for line in text.decode("utf-8", errors="replace").splitlines())
    normalised = "\n".join(line for line in lines if line)
    return f"{LEGACY_SCHEME}:{hashlib.sha256(normalised.encode('utf-8')).hexdigest()}"
