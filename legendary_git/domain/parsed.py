"""What the domain asks of a file that has been read; `parsing/` gives it."""

from __future__ import annotations

from legendary_git.domain.annotations import Protocol
from legendary_git.domain.fingerprint import fingerprint
from legendary_git.domain.region import LineRange, Region, Symbol
from legendary_git.domain.token import Token
from legendary_git.domain.values import dataclass
from legendary_git.domain.verdict import Reason


class ParsedFile(Protocol):
    """One version of one file, as its language's grammar sees it, or as plain lines where there is none."""

    @property
    def language(self) -> str | None:
        """The language's name in `parsing/languages/`, or None where the file is read as plain lines."""

    @property
    def grammar(self) -> str | None:
        """The identity of the grammar that read it: equal for equal grammars, else different; None for plain lines."""

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Every definition, in the order in which it first stands in the file; names are unique."""

    @property
    def has_errors(self) -> bool:
        """Whether the grammar met something that it could not read, anywhere in the file."""

    @property
    def line_count(self) -> int:
        """How many lines the file has; a last line without a line end counts."""

    def whole(self) -> Region:
        """The region of the whole file."""

    def range(self, lines: LineRange) -> Region | None:
        """The region of a range of lines; None where the file has no such lines."""

    def tokens(self, region: Region) -> tuple[Token, ...]:
        """The normalised tokens of a region, in order (the input of the fingerprint `t1`)."""

    def fingerprint(self, region: Region) -> str:
        """The fingerprint `t1` of a region's tokens."""

    def text(self, region: Region) -> bytes:
        """The region's bytes with LF line ends, its spans joined by LF."""

    def is_damaged(self, region: Region) -> bool:
        """Whether a parse error lies inside the region or touches it, so that its extent proves nothing."""


class Fingerprinted:
    """Makes the fingerprint of each region once: each memory of a name asks for all of its definitions."""

    _fingerprints: dict[Region, str] | None = None

    def tokens(self, region: Region) -> tuple[Token, ...]:
        """As `ParsedFile` has it."""
        raise NotImplementedError

    def fingerprint(self, region: Region) -> str:
        """As `ParsedFile` has it."""
        if self._fingerprints is None:
            self._fingerprints = {}
        if region not in self._fingerprints:
            self._fingerprints[region] = fingerprint(self.tokens(region))
        return self._fingerprints[region]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """There is no evidence to be had from a file, and why: a reason whose state is `unknown`."""

    reason: Reason
