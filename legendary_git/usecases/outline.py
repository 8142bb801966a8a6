"""What comparing the definitions of a file takes, without its parse: for where every file is searched, every time.

Where a stamp's content is not here (a shallow clone), no words tell which files can hold its body: each definition of
each file is compared with each anchor that is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from legendary_git.domain.body import Body, is_trivial
from legendary_git.domain.digest import sha256
from legendary_git.domain.fingerprint import SCHEME, decode_tokens, encode_token, fingerprint, swap_names
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

    @property
    def bodies(self) -> Collection[Cut]:
        """The bodies of its definitions."""
        return self._bodies.values()

    def whole(self) -> Region:
        return self.again().whole()

    def range(self, lines: LineRange) -> Region | None:
        return self.again().range(lines)

    def tokens(self, region: Region) -> tuple[Token, ...]:
        return self.again().tokens(region)

    def fingerprint(self, region: Region) -> str:
        return self.again().fingerprint(region)

    def text(self, region: Region) -> bytes:
        return self.again().text(region)

    def is_damaged(self, region: Region) -> bool:
        return region in self._damaged

    def body_of(self, region: Region, own_name: bytes, other_name: bytes) -> Body | None:
        """As `read_body`; None where it is no definition's."""
        known = self._bodies.get((region, own_name))
        if known is None:
            return None
        return known.as_it_is if own_name == other_name else known.called(other_name)


@dataclass(frozen=True, slots=True)
class Cut:
    """A definition's tokens as a fingerprint takes them in, cut behind the kind of each that means its own name."""

    own_name: bytes
    as_it_is: Body
    pieces: tuple[bytes, ...]

    def called(self, name: bytes) -> Body:
        """Its body under another name."""
        said = said_name(name)
        if any(said in piece for piece in self.pieces):  # it may speak of that name already
            tokens = swap_names(decode_tokens(said_name(self.own_name).join(self.pieces)), self.own_name, name)
            return Body(fingerprint(tokens), self.as_it_is.is_trivial)
        return _body(said.join(self.pieces), self.as_it_is.is_trivial)


def said_name(name: bytes) -> bytes:
    """A name as a fingerprint takes it in, behind its kind."""
    return b"%d:%s" % (len(name), name)


def _named(symbols: tuple[Symbol, ...]) -> list[tuple[Symbol, bytes]]:
    return [(one, one.own_name.encode("utf-8", "surrogateescape")) for one in symbols]


def _read(parsed: ParsedFile, symbol: Symbol, own_name: bytes) -> Cut:
    tokens = parsed.tokens(symbol.region)
    pieces = [b""]
    for token, other in zip(tokens, swap_names(tokens, own_name, _NO_NAME), strict=True):
        if token.text == other.text:
            pieces[-1] += encode_token(token)
        else:
            pieces[-1] += token.kind.value
            pieces.append(b"")
    return Cut(own_name, _body(said_name(own_name).join(pieces), is_trivial(tokens)), tuple(pieces))


def _body(encoded: bytes, is_trivial: bool) -> Body:
    return Body(f"{SCHEME}:{sha256(encoded).hexdigest()}", is_trivial)
