"""Texts in other languages than English, of which no word is understood: compared by their characters alone."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from legendary_git.domain.plain_text import read_tokens
from legendary_git.domain.words import UNSPACED

_UNSPACED = re.compile(f"[{UNSPACED}]")
_LETTER = re.compile(r"[^\W\d_]")
_DIGITS = re.compile(r"\d+")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ENGLISH = _set(
    "the a an is are be was of to and in for on with not never always must use by at from it we this that as because "
    "when before after only each every no do or if its has have than which without until into should may can"
)
_OTHERS = _set(
    "der die das und ist sind nicht wir ein eine einer wird werden mit für von auf den dem des im zu sich nach auch "
    "le la les des du de et est sont ne pas nous une un pour dans sur avec que qui en au aux ce cette toujours jamais "
    "el los las y es son nosotros para por con una del se siempre nunca usamos como nur "
    "il lo gli di e che non sono per con nel della dei o os as um uma em não com por mais sempre "
    "het een niet wij zijn van voor met op te dat och är inte vi att som med på til ikke og jest nie się w z na "
    "и в не на с"
)
_NEGATIONS = _set(
    "nicht kein keine keinen nie niemals ne pas jamais aucun no nunca jamás sin ni não nem non mai senza niet geen "
    "nooit inte aldrig ikke aldri nie żaden не нет никогда нельзя без sans ohne"
)
_NEGATING = re.compile("[不没沒勿非无無未禁否別别]|ない|ません|ず|な$|않|안|못|없|말|금지")
_SHORT = 4
_FEW = 3
"""Characters. Less than these at the end of a text without spaces is an ending, and may be a negation."""
NEAR = 0.9
"""Of the shorter text's triples of characters, so many must be in the longer."""


@lru_cache(maxsize=4096)
def is_foreign(text: str) -> bool:
    """Whether the text is not English: other letters, or more of other languages' small words than of English ones."""
    letters = len(_LETTER.findall(text))
    if letters and len(_UNSPACED.findall(text)) * 5 > letters:
        return True
    if sum(not letter.isascii() for letter in _LETTER.findall(text)) * 2 > letters:
        return True
    words = re.findall(r"[^\W\d_]+", text.casefold())
    other = sum(word in _OTHERS for word in words)
    return other > sum(word in _ENGLISH for word in words)


def is_narrower(one: str, other: str) -> float:
    """How much of the shorter text is in the longer, 0 where it is not that text with more before or after it.

    A word in the place of another, a digit, or a negation in between may turn a text into its opposite, which cannot be
    seen here; so nothing but more text at an end counts.
    """
    short, long = sorted((one, other), key=len)
    short_tokens, long_tokens = _bare(short), _bare(long)
    joined, within = " ".join(short_tokens), " ".join(long_tokens)
    if not joined or len(joined) < _SHORT or not (_begins(within, joined) or _begins(within[::-1], joined[::-1])):
        return 0.0
    if _may_negate(within.replace(joined, "", 1)):
        return 0.0
    grams, others = _grams(joined), _grams(within)
    return sum((grams & others).values()) / sum(grams.values())


def _begins(text: str, start: str) -> bool:
    """Whether it does, and not in the middle of a word or a number, where words have an end that can be seen."""
    following = text[len(start) : len(start) + 1]
    return text.startswith(start) and not (following.isalnum() and not _UNSPACED.match(following))


def _may_negate(more: str) -> bool:
    is_ending = bool(_UNSPACED.search(more)) and len(more.strip()) < _FEW
    return is_ending or bool(_NEGATING.search(more)) or not _NEGATIONS.isdisjoint(more.split())


def _bare(text: str) -> list[str]:
    return [token for token in read_tokens(text) if any(c.isalnum() for c in token)]


def _grams(text: str) -> Counter[str]:
    return Counter(text[start : start + 3] for start in range(max(len(text) - 2, 1)))
