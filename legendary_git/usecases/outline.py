"""What comparing the definitions of a file takes, without its parse: for where every file is searched, every time.

Where a stamp's content is not here (a shallow clone), no words tell which files can hold its body: each definition of
each file is compared with each anchor that is gone.
"""

from __future__ import annotations

from collections.abc import Callable

from legendary_git.domain.body import Body, is_trivial
from legendary_git.domain.digest import sha256
from legendary_git.domain.fingerprint import SCHEME, encode_token, fingerprint, swap_names
from legendary_git.domain.parsed import ParsedFile
from legendary_git.domain.region import LineRange, Region, Symbol
from legendary_git.domain.token import Token
from legendary_git.domain.values import dataclass

_NO_NAME = b"\0"
"""Nothing that a token says."""


class Outline:
    """A parsed file of which the definitions' bodies are kept; for everything else it is parsed again."""

    def __init__(self, parsed: ParsedFile, again: Callable[[], ParsedFile]) -> None:
        self.language = parsed.language
        self.grammar = parsed.grammar
        self.symbols: tuple[Symbol, ...] = parsed.symbols
        self.has_errors = parsed.has_errors
        self.line_count = parsed.line_count
        self.again = again
        self._damaged = frozenset(one.region for one in parsed.symbols if parsed.is_damaged(one.region))
        self._bodies = {(one.region, name): _read(parsed, one, name) for one, name in _named(parsed.symbols)}

    def whole(self) -> Region:
        return self.again().whole()

    def range(self, lines: LineRange) -> Region | None:
        return self.again().range(lines)

    def tokens(self, region: Region) -> tuple[Token, ...]:
        return self.again().tokens(region)

    def text(self, region: Region) -> bytes:
        return self.again().text(region)

    def is_damaged(self, region: Region) -> bool:
        return region in self._damaged

    def body_of(self, region: Region, own_name: bytes, other_name: bytes) -> Body | None:
        """As `read_body`; None where its tokens have to be seen for that."""
        known = self._bodies.get((region, own_name))
        if known is None:
            return None
        return known.as_it_is if own_name == other_name else known.called(other_name)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A definition's tokens as a fingerprint takes them in, cut where its own name is meant.

    Between two of the `pieces` stood a token of one of the `kinds`.
    """

    as_it_is: Body
    pieces: tuple[bytes, ...]
    kinds: tuple[bytes, ...]

    def called(self, name: bytes) -> Body | None:
        """Its body under another name; None where it may speak of that name already."""
        said = b"%d:%s" % (len(name), name)
        if any(said in piece for piece in self.pieces):
            return None
        digest = sha256(self.pieces[0])
        for kind, piece in zip(self.kinds, self.pieces[1:], strict=True):
            digest.update(kind + said + piece)
        return Body(f"{SCHEME}:{digest.hexdigest()}", self.as_it_is.is_trivial)


def _named(symbols: tuple[Symbol, ...]) -> list[tuple[Symbol, bytes]]:
    return [(one, one.own_name.encode("utf-8", "surrogateescape")) for one in symbols]


def _read(parsed: ParsedFile, symbol: Symbol, own_name: bytes) -> _Cut:
    tokens = parsed.tokens(symbol.region)
    pieces, kinds = [b""], []
    for token, other in zip(tokens, swap_names(tokens, own_name, _NO_NAME), strict=True):
        if token.text == other.text:
            pieces[-1] += encode_token(token)
        else:
            pieces.append(b"")
            kinds.append(token.kind.value)
    return _Cut(Body(fingerprint(tokens), is_trivial(tokens)), tuple(pieces), tuple(kinds))
