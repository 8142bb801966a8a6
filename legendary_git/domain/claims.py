"""What a text claims: its sentences as terms, each said of or denied, with the phrase that it stands in.

A sentence is cut into segments at commas and conjunctions, for a negation reaches no further, and into phrases at
prepositions and forms of `be`, whose order means little: `on 503, retry` is `retry on 503`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from legendary_git.domain import vocabulary
from legendary_git.domain.plain_text import plain, spell_out
from legendary_git.domain.quantity import is_unit, quantity

_TOKEN = re.compile(r"\d{1,3}(?:,\d{3})+(?!\w)|\w+(?:(?:::|[.:/@+'-])\w+)*|%|\n|[.!?;:,()]|(?<=\s)-+(?=\s)")
_AMOUNT = re.compile(r"(\d[\d,]*(?:\.\d+)*)([a-z%]*)")
_MOST_TOKENS = 1200
_ENDS = frozenset(".!?\n")
_REASONS = frozenset(("because", "since", "otherwise"))
_CONJUNCTIONS = frozenset(("but", "and", "or", "so"))
_SUBORDINATORS = frozenset("when if while where unless until that which who because".split())


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


@lru_cache(maxsize=4096)
def read_tokens(text: str) -> tuple[str, ...]:
    """The words and marks of a text, one spelling each, quantities as one token."""
    tokens = _TOKEN.findall(spell_out(plain(text)))[:_MOST_TOKENS]
    found: list[str] = []
    for token in tokens:
        if found and (is_unit(token) or token == "%") and found[-1].startswith("number="):
            found[-1] = "=".join(quantity(found[-1].removeprefix("number="), token))
        else:
            found += _split(token)
    return tuple(found)


def _split(token: str) -> list[str]:
    amount = _AMOUNT.fullmatch(token)
    if amount and (not amount[2] or is_unit(amount[2])):
        return ["=".join(quantity(amount[1], amount[2]))]
    if "-" in token and not any(c.isdigit() or c in "_./:@" for c in token) and token.strip("-"):
        return token.split("-")
    return [token]


@lru_cache(maxsize=4096)
def read_claims(text: str) -> tuple[Claim, ...]:
    """The claims of a text in their order; those that have no terms are left out."""
    reader = _Reader()
    for token in read_tokens(text):
        reader.read(token)
    reader.end_claim()
    return tuple(reader.claims)


@dataclass(slots=True)
class _Reader:
    claims: list[Claim] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    flips: dict[int, int] = field(default_factory=dict)
    segment: int = 0
    phrase: int = 0
    head: str = ""
    last: str = ""
    opens: bool = True
    is_reason: bool = False
    is_past: bool = False
    is_aside: bool = False
    duty: int = 0

    def read(self, token: str) -> None:
        if token in _ENDS:
            self.end_claim()
        elif token in ";:-" or token.strip("-") == "":
            self._end_part()
        elif token in ",()":
            self._end_segment()
        elif token in _REASONS or (token in ("as", "for", "or") and self.last == ","):
            self.end_claim(is_reason=True)
        elif token == "neverdothat":
            self._deny_what_was_said()
        elif token == "formerly":
            self.is_past = True
        else:
            self._read_word(token)
        self.last = token

    def end_claim(self, is_reason: bool = False, is_aside: bool = False) -> None:
        if self.terms:
            self.claims.append(Claim(tuple(self._signed()), self.is_reason, self.is_past, self.is_aside, self.duty))
        elif self.claims:
            is_reason, is_aside = is_reason or self.is_reason, is_aside or self.is_aside
        self.terms, self.flips, self.segment, self.phrase, self.head = [], {}, 0, 0, ""
        self.opens, self.is_reason, self.is_past, self.is_aside, self.duty = True, is_reason, False, is_aside, 0

    def _end_part(self) -> None:
        """A colon after a word or two only says what the rest is about."""
        if len(self.terms) > 2:
            self.end_claim(is_aside=True)
        else:
            self._end_segment()

    def _end_segment(self) -> None:
        self.segment += 1
        self._open_phrase("")
        self.opens = True

    def _open_phrase(self, head: str) -> None:
        self.phrase += 1
        self.head = vocabulary.ALIKE.get(head, head)

    def _deny_what_was_said(self) -> None:
        self.claims[:] = [*self.claims[:-1], *(_denied(claim) for claim in self.claims[-1:] if not self.terms)]
        self.terms = [replace(term, sign=-term.sign) for term in self.terms]

    def _read_word(self, token: str) -> None:
        lemma = vocabulary.lemma(token)
        if token in vocabulary.STRICT or token in vocabulary.LOOSE:
            self.duty = 1 if token in vocabulary.STRICT else -1
        if token in _CONJUNCTIONS:
            self._read_conjunction(token)
        elif lemma in vocabulary.NEGATIONS:
            self._read_negation(token)
        elif token in vocabulary.PREPOSITIONS or token in vocabulary.BE:
            self._read_preposition(token)
        elif lemma not in vocabulary.FUNCTION and lemma not in vocabulary.AFFIRMATIONS:
            self._read_term(token, lemma)

    def _read_conjunction(self, token: str) -> None:
        if token != "or" and (token != "and" or self.last == ","):
            self._end_segment()

    def _read_negation(self, token: str) -> None:
        if self.last in ("and", "but"):
            self._end_segment()
        if self.opens and self.terms:
            self.head = "not"
        self.flips[self.segment] = -self.flips.get(self.segment, 1)

    def _read_preposition(self, token: str) -> None:
        if token in _SUBORDINATORS and self.terms:
            self._end_segment()
        if token in vocabulary.BE:
            self._open_phrase(self.head if self.head in vocabulary.CLAUSES or self._is_denying() else "")
        else:
            self._open_phrase("not" if self._is_denying() or self._denies_on(token) else token)

    def _is_denying(self) -> bool:
        return self.head == "not" and self.opens

    def _denies_on(self, token: str) -> bool:
        return self.head == "not" and token in ("to", "of")

    def _read_term(self, token: str, lemma: str) -> None:
        to, flip = vocabulary.FLIPS.get(lemma, (lemma, "+"))
        if flip == "-":
            self.flips[self.segment] = -self.flips.get(self.segment, 1)
        key = vocabulary.SYNONYMS.get(to, to)
        kind, dimension = _kind_of(token)
        is_light = lemma in vocabulary.LIGHT
        rejected = self.head in ("not", "insteadof") or self._is_left(lemma) or self._is_outdone()
        head, place = self.head, (self.phrase, self.segment)
        self.terms.append(Term(key, token, kind, dimension, 1, is_light, rejected, head, *place))
        self.opens = False

    def _is_left(self, lemma: str) -> bool:
        return self.head == "from" and any(term.key in vocabulary.MOVES for term in self.terms)

    def _is_outdone(self) -> bool:
        return self.head == "over" and any(term.key in ("prefer", "choos", "favor", "favour") for term in self.terms)

    def _signed(self) -> Iterator[Term]:
        """Each term with the sign of its segment; never … without is always … with."""
        without = {term.segment for term in self.terms if term.head == "without"}
        for term in self.terms:
            sign = term.sign * self.flips.get(term.segment, 1)
            if term.segment in without:
                sign = -1 if sign == 1 and term.head == "without" else 1
            yield replace(term, sign=-1 if term.is_rejected else sign)


def _denied(claim: Claim) -> Claim:
    return replace(claim, terms=tuple(replace(term, sign=-term.sign) for term in claim.terms))


def _kind_of(token: str) -> tuple[Kind, str]:
    if "=" in token:
        return Kind.VALUE, token.partition("=")[0]
    is_name = any(c in "_./:@+" for c in token) or (any(c.isdigit() for c in token) and not token.isdigit())
    return (Kind.NAME if is_name else Kind.WORD), ""
