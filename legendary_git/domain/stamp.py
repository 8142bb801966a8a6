"""The stamped side of a judgement: what the anchor's region was, as far as it can still be told."""

from __future__ import annotations

from functools import cached_property

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.evidence import Evidence
from legendary_git.domain.fingerprint import SCHEME, legacy_fingerprint
from legendary_git.domain.parsed import ParsedFile, Unreadable
from legendary_git.domain.patterns import compile_late
from legendary_git.domain.region import Region, Symbol
from legendary_git.domain.symbols import find_symbols
from legendary_git.domain.token import Token, TokenKind
from legendary_git.domain.values import dataclass

_WORD = compile_late(rb"[^\W\d]\w{2,}\Z")
_NEEDLES = 8


@dataclass(frozen=True)
class Stamp:
    """What stood at the anchor when it was stamped. Everything is asked for when it is needed and not before."""

    anchor: Anchor
    evidence: Evidence

    @cached_property
    def file(self) -> ParsedFile | None:
        """The stamped content under today's grammar; None where it is missing or cannot be read."""
        parsed = self.evidence.stamped_file(self.anchor)
        return None if isinstance(parsed, Unreadable) else parsed

    @cached_property
    def symbol(self) -> Symbol | None:
        """The anchored symbol in the stamped content."""
        if self.file is None or self.anchor.symbol is None:
            return None
        found = find_symbols(self.file.symbols, self.anchor.symbol)
        return found[0] if len(found) == 1 else None

    @cached_property
    def region(self) -> Region | None:
        """The anchored region in the stamped content."""
        if self.file is None:
            return None
        if self.anchor.symbol is not None:
            return self.symbol.region if self.symbol is not None else None
        return self.file.range(self.anchor.lines) if self.anchor.lines is not None else self.file.whole()

    @cached_property
    def tokens(self) -> tuple[Token, ...] | None:
        """The region's tokens under today's grammar; None where the region cannot be read for certain."""
        if self.file is None or self.region is None or self.file.is_damaged(self.region):
            return None
        return self.file.tokens(self.region)

    @cached_property
    def text(self) -> bytes | None:
        """The region's bytes."""
        return self.file.text(self.region) if self.file is not None and self.region is not None else None

    @cached_property
    def is_proved(self) -> bool:
        """Whether the content at hand is the content that was stamped.

        An anchor that names a blob says so itself. One of legendary-mcp names only a commit, and may have been
        stamped from a working tree that the commit does not hold: then its hash tells.
        """
        if self.anchor.blob is not None or self.anchor.content_hash is None:
            return True
        if self.file is None:
            return False
        region = self.file.range(self.anchor.lines) if self.anchor.lines is not None else self.file.whole()
        return region is not None and legacy_fingerprint(self.file.text(region)) == self.anchor.content_hash

    @property
    def is_lost(self) -> bool:
        """Whether the anchor names content that cannot be read here; one that names none has lost nothing."""
        return self.file is None and (self.anchor.blob is not None or self.anchor.commit is not None)

    @property
    def symbol_name(self) -> str:
        """The anchored symbol's qualified name; anchors written by hand or by legendary-mcp may give only its end."""
        return self.symbol.name if self.symbol is not None else self.anchor.symbol or ""

    @property
    def own_name(self) -> bytes:
        """The last segment of the anchored symbol, as it stands in the code."""
        if self.symbol is not None:
            return self.symbol.own_name.encode("utf-8", "surrogateescape")
        name = (self.anchor.symbol or "").rpartition(".")[2].partition("@")[0]
        return name.encode("utf-8", "surrogateescape")

    def is_body(self, found: str, grammar: str | None) -> bool | None:
        """Whether `found`, made today under `grammar`, is the stamped region's fingerprint; None: that cannot be told.

        The stamp's own hash is asked first. If it differs, the stamped content is read again under today's grammar, so
        that neither a new grammar nor a new rule of ours can make unchanged code look changed. Without the content,
        a difference counts only if the same grammar made both.
        """
        if found == self.anchor.content_hash:
            return True
        if self.recomputed is not None:
            return found == self.recomputed
        is_comparable = self.anchor.scheme == SCHEME and self.anchor.grammar == grammar
        return False if is_comparable else None

    @cached_property
    def recomputed(self) -> str | None:
        """The stamped region's fingerprint under today's grammar."""
        if self.file is None or self.region is None or self.file.is_damaged(self.region) or not self.is_proved:
            return None
        return self.file.fingerprint(self.region)

    @cached_property
    def needles(self) -> frozenset[bytes]:
        """Words that every copy of the region must hold, its own name aside: the longest ones."""
        words = {
            token.text
            for token in self.tokens or ()
            if token.kind in (TokenKind.LEAF, TokenKind.LINE)
            and _WORD.match(token.text)
            and token.text != self.own_name
        }
        return frozenset(sorted(words, key=lambda word: (-len(word), word))[:_NEEDLES])
