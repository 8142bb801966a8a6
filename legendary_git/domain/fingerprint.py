"""Fingerprints: `t1` over normalised tokens, and the older scheme of legendary-mcp, which is only ever read."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from legendary_git.domain.digest import sha256
from legendary_git.domain.token import Token, TokenKind

SCHEME = "t1"
LEGACY_SCHEME = "sha256"
_OPENING = (b"(", b"[", b"{", b"<")
_OWN = (b"self", b"cls", b"this")


def fingerprint(tokens: Iterable[Token]) -> str:
    """`t1:` and the SHA-256, in hex, of the tokens' kinds and bytes in order.

    Each token goes in with its length, so that no two different sequences feed the same bytes; lines do not count.
    """
    digest = sha256()
    for token in tokens:
        digest.update(encode_token(token))
    return f"{SCHEME}:{digest.hexdigest()}"


def encode_token(token: Token) -> bytes:
    """What a fingerprint takes in of a token."""
    return b"%s%d:%s" % (token.kind.value, len(token.text), token.text)


def decode_tokens(encoded: bytes) -> Iterator[Token]:
    """The tokens that `encode_token` made these bytes of, one after the other; on no line."""
    start = 0
    while start < len(encoded):
        colon = encoded.index(b":", start)
        end = colon + 1 + int(encoded[start + 1 : colon])
        yield Token(TokenKind(encoded[start : start + 1]), encoded[colon + 1 : end], 0)
        start = end


def swap_names(tokens: Iterable[Token], one: bytes, other: bytes) -> tuple[Token, ...]:
    """The tokens with two names exchanged wherever they stand for what is defined.

    A definition and a renamed one are the same body exactly if exchanging their names makes them equal. Exchanging,
    not replacing: a body that already spoke of the other name would otherwise become equal by accident. The attribute
    of another object (`socket.send`) and the name of an argument (`timeout=5`) are not what is defined, and stay; the
    name in `const send = …` and `app.send = …` is.
    """
    known = tuple(tokens)
    if one == other:
        return known
    exchange = {one: other, other: one}
    assigned = _find_assigned(known, exchange)
    return tuple(
        token._replace(text=exchange[token.text])
        if token.text in exchange and (index == assigned or _is_reference(known, index))
        else token
        for index, token in enumerate(known)
    )


def _find_assigned(tokens: tuple[Token, ...], names: Container[bytes]) -> int | None:
    """Where the definition is an assignment to one of the names: at the first of them, in no brackets, before a `=`."""
    for index, token in enumerate(tokens[:-1]):
        if token.kind is TokenKind.LEAF and (token.text in names or token.text in _OPENING):
            return index if token.text in names and tokens[index + 1].text == b"=" else None
    return None


def _is_reference(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a leaf may name the definition that it stands in."""
    if tokens[index].kind is not TokenKind.LEAF:
        return False
    after = tokens[index + 1].text if index + 1 < len(tokens) else b""
    before = tuple(token.text for token in tokens[max(0, index - 2) : index])
    is_foreign = before[-1:] == (b".",) and before[0] not in _OWN
    return not is_foreign and after != b"="


def legacy_fingerprint(text: bytes) -> str:
    """The scheme of legendary-mcp 0.1 and 0.2: SHA-256 over stripped lines, blank ones dropped.

    Source of the rule: `legendary-mcp` 0.2.1, `anchor.normalize` and `anchor.hash_text`.
    """
    lines = (line.strip() for line in text.decode("utf-8", errors="replace").splitlines())
    normalised = "\n".join(line for line in lines if line)
    return f"{LEGACY_SCHEME}:{sha256(normalised.encode('utf-8')).hexdigest()}"
