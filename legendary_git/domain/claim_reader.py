"""Reads what a text claims.

A sentence is cut into segments at commas and conjunctions, for a negation reaches no further, and into phrases at
prepositions and forms of `be`, whose order means little: `on 503, retry` is `retry on 503`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from legendary_git.domain import vocabulary
from legendary_git.domain.claims import EXCEPT, Claim, Kind, Term
from legendary_git.domain.plain_text import read_tokens
from legendary_git.domain.values import dataclass, field, replace

_MOST_OF_A_TOPIC = 2
_ENDS = frozenset(".!?\n")
_REASONS = frozenset(("because", "since", "otherwise"))
_CONJUNCTIONS = frozenset(("but", "and", "or", "so"))
_SUBORDINATORS = frozenset(["when", "if", "while", "where", "unless", "until", "that", "which", "who", "because"])


@lru_cache(maxsize=4096)
def read_claims(text: str) -> tuple[Claim, ...]:
    """The claims of a text in their order; those that have no terms are left out."""
    reader = _Reader()
    for word in read_tokens(text):
        reader.read(word)
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

    def read(self, word: str) -> None:
        if word in _ENDS:
            self.end_claim()
        elif word in ";:-" or word.strip("-") == "":
            self._end_part()
        elif word in ",()":
            self._end_segment()
        elif word in _REASONS or (word in ("as", "for", "or") and self.last == ","):
            self.end_claim(is_reason=True)
        elif word == "neverdothat":
            self._deny_what_was_said()
        elif word == "formerly":
            self.is_past = True
        else:
            self._read_word(word)
        self.last = word

    def end_claim(self, is_reason: bool = False, is_aside: bool = False) -> None:
        if self.terms:
            self.claims.append(Claim(tuple(self._signed()), self.is_reason, self.is_past, self.is_aside, self.duty))
        elif self.claims:
            is_reason, is_aside = is_reason or self.is_reason, is_aside or self.is_aside
        self.terms, self.flips, self.segment, self.phrase, self.head = [], {}, 0, 0, ""
        self.opens, self.is_reason, self.is_past, self.is_aside, self.duty = True, is_reason, False, is_aside, 0

    def _end_part(self) -> None:
        """A colon after a word or two only says what the rest is about."""
        if sum(not term.is_light for term in self.terms) > _MOST_OF_A_TOPIC:
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

    def _read_word(self, word: str) -> None:
        lemma = vocabulary.lemma(word)
        if word in vocabulary.STRICT or word in vocabulary.LOOSE:
            self.duty = 1 if word in vocabulary.STRICT else -1
        if self.last in ("and", "but") and lemma in vocabulary.NEGATIONS | vocabulary.AFFIRMATIONS:
            self._end_segment()
        if word in _CONJUNCTIONS:
            self._read_conjunction(word)
        elif lemma in vocabulary.NEGATIONS:
            self._read_negation()
        elif word in vocabulary.PREPOSITIONS or word in vocabulary.BE:
            self._read_preposition(word)
        elif lemma not in vocabulary.FUNCTION and lemma not in vocabulary.AFFIRMATIONS:
            self._read_term(word, lemma)

    def _read_conjunction(self, word: str) -> None:
        if word != "or" and (word != "and" or self.last == ","):
            self._end_segment()

    def _read_negation(self) -> None:
        is_of_verb = self.last in vocabulary.BE or vocabulary.lemma(self.last) in vocabulary.AFFIRMATIONS
        if self.opens and not is_of_verb and any(term.head not in vocabulary.ADVERBIAL for term in self.terms):
            self.head = "not"
        self.flips[self.segment] = -self.flips.get(self.segment, 1)

    def _read_preposition(self, word: str) -> None:
        if word in _SUBORDINATORS and self.terms:
            self._end_segment()
        if word in vocabulary.BE:
            self._open_phrase(self.head if self._is_kept() else "")
        else:
            self._open_phrase(self._head(word))

    def _head(self, word: str) -> str:
        """The preposition, but what follows `not` or `except` belongs to it."""
        if self.head == EXCEPT or (self.head == "not" and (self.opens or word in ("to", "of"))):
            return self.head
        return EXCEPT if word == "unless" else word

    def _is_kept(self) -> bool:
        return self.head in vocabulary.CLAUSES or self.head == EXCEPT or (self.head == "not" and self.opens)

    def _read_term(self, word: str, lemma: str) -> None:
        to, flip = vocabulary.FLIPS.get(lemma, (lemma, "+"))
        if flip == "-":
            self.flips[self.segment] = -self.flips.get(self.segment, 1)
        key = vocabulary.SYNONYMS.get(to, to)
        kind, dimension = _kind_of(word) if self.last not in vocabulary.NUMBERED else (Kind.NAME, "")
        is_light = lemma in vocabulary.LIGHT
        rejected = self.head in ("not", "insteadof") or self._is_left() or self._is_outdone()
        head, place = self.head, (self.phrase, self.segment, len(self.terms))
        self.terms.append(Term(key, word.rstrip("_") or word, kind, dimension, 1, is_light, rejected, head, *place))
        self.opens = False

    def _is_left(self) -> bool:
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


def _kind_of(word: str) -> tuple[Kind, str]:
    if "=" in word:
        return Kind.VALUE, word.partition("=")[0]
    is_name = any(c in "_./:@+" for c in word) or (any(c.isdigit() for c in word) and not word.isdigit())
    return (Kind.NAME if is_name else Kind.WORD), ""
