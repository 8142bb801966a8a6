"""What a text claims, as values: its sentences as terms, each said of or denied, with the phrase that it stands in."""

from __future__ import annotations

from enum import StrEnum

from legendary_git.domain.values import dataclass

EXCEPT = "except"
"""The head of what a claim is not about, whichever word says so."""


class Kind(StrEnum):
    """What sort of term: a plain word, a name as code has them, or a value."""

    WORD = "word"
    NAME = "name"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Term:
    """One word that means something. `dimension` is what a value measures; `head` opens the phrase it stands in."""

    key: str
    text: str
    kind: Kind = Kind.WORD
    dimension: str = ""
    sign: int = 1
    is_light: bool = False
    is_rejected: bool = False
    head: str = ""
    phrase: int = 0
    segment: int = 0
    position: int = 0

    @property
    def said(self) -> str:
        """The word as a message shows it."""
        return f"`{self.text}`" if self.sign > 0 else f"not `{self.text}`"

    @property
    def amount(self) -> str:
        """How much a value is, in the smallest unit of its dimension."""
        return self.text.partition("=")[2]


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence, or a part of one that could be. `duty`: 1 where it says must, -1 where it says may."""

    terms: tuple[Term, ...]
    is_reason: bool = False
    is_past: bool = False
    is_aside: bool = False
    duty: int = 0

    @property
    def weighty(self) -> tuple[Term, ...]:
        """The terms that are about something, without `use` and its like."""
        return tuple(term for term in self.terms if not term.is_light)

    @property
    def asserted(self) -> tuple[Term, ...]:
        """The weighty terms that are not of an exception."""
        return tuple(term for term in self.weighty if term.head != EXCEPT)

    def find(self, keys: frozenset[str]) -> Term | None:
        """The first term that is one of these words."""
        return next((term for term in self.terms if term.key in keys), None)

    @property
    def excepted(self) -> frozenset[str]:
        """What the claim does not hold for."""
        return frozenset(term.key for term in self.weighty if term.head == EXCEPT)
