"""Whether two texts say the same: the same words but for order, case, punctuation, markdown, and a typo."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from legendary_git.domain.claim_reader import read_claims
from legendary_git.domain.claims import Claim, Term
from legendary_git.domain.matching import is_typo
from legendary_git.domain.plain_text import read_tokens
from legendary_git.domain.vocabulary import ADVERBIAL, DECIDING, FLIPS, NEGATIONS, NEUTRAL, lemma

_WORDS_A_TYPO = 15
"""One mistyped word is always forgiven, and one more for so many words."""

_ONLY = lemma("only")
Phrase = tuple[str, int, tuple[str, ...]]


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts agree exactly; two texts without any word do where they are equal."""
    words = _words(one), _words(other)
    if not all(words):
        return one.strip() == other.strip()
    if "".join(words[0]) == "".join(words[1]) or _are_typos_apart(*words):
        return True
    if _deciding_words(one) != _deciding_words(other):
        return False
    phrases = _phrases(read_claims(one)), _phrases(read_claims(other))
    return bool(phrases[0]) and phrases[0] == phrases[1]


@lru_cache(maxsize=4096)  # one new text is compared with many
def _deciding_words(text: str) -> Counter[str]:
    """How often a text denies, and which words that turn a sentence round it has: whoever adds one of them says another
    thing, whatever else is the same."""
    words = (word if word in DECIDING else "not" if lemma(word) in NEGATIONS else "" for word in read_tokens(text))
    return Counter(word for word in words if word)


def says_in_order(one: str, other: str) -> bool:
    """Whether two texts have the same terms in the same order, whatever is said of them."""
    keys = ([term.key for claim in read_claims(text) for term in claim.weighty] for text in (one, other))
    return next(keys) == next(keys)


@lru_cache(maxsize=4096)
def turns(text: str) -> tuple[int, int, int]:
    """Whether a text denies an odd number of times, and how often it says before and after: where two texts have the
    same words and not these, one is the other turned round."""
    words = read_tokens(text)
    denials = sum(word in ("without", "insteadof") or lemma(word) in NEGATIONS or _is_flipped(word) for word in words)
    return denials % 2, words.count("before"), words.count("after")


def _is_flipped(word: str) -> bool:
    return FLIPS.get(lemma(word), ("", ""))[1] == "-"


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(token for token in read_tokens(text) if any(c.isalnum() for c in token))


def _are_typos_apart(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(one) != len(other):
        return False
    wrong = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(wrong) <= 1 + len(one) // _WORDS_A_TYPO and all(is_typo(_term(a), _term(b)) for a, b in wrong)


def _term(word: str) -> Term:
    return Term(lemma(word), word)


def _phrases(claims: tuple[Claim, ...]) -> Counter[Phrase | int | str]:
    """Every phrase and every duty, whatever their order; where `only` stands does not matter."""
    found: Counter[Phrase | int | str] = Counter(claim.duty for claim in claims if claim.duty)
    found[_ONLY] = sum(term.key == _ONLY for claim in claims for term in claim.terms)
    for claim in claims:
        places = sorted({(term.segment, term.phrase) for term in claim.terms})
        for place in places:
            found[_phrase([term for term in claim.terms if (term.segment, term.phrase) == place])] += 1
    return found


def _phrase(terms: list[Term]) -> Phrase:
    head = terms[0].head
    sign = 1 if head in ADVERBIAL else terms[0].sign
    return "" if head in NEUTRAL else head, sign, tuple(term.key for term in terms if term.key != _ONLY)
