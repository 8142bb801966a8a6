"""The words that a text is found by. One tokenizer for what is kept and for what is asked.

An identifier is found whole and by its parts (`parseHTTPConfig`: parse, http, config), a text without spaces between
words (Chinese, Japanese, Korean, Thai) by any piece of it, letters with and without diacritics are one, and a few
English endings are dropped, so that `locked` finds `lock`.

Whoever changes what a text becomes raises TOKENIZER_VERSION in `store/schema.py`, so that every index is built anew.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\
\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
_PIECE = re.compile(rf"([{UNSPACED}]+)|((?:(?![{UNSPACED}])[^\W_])+(?:[_-]+(?:(?![{UNSPACED}])[^\W_])+)*)")
_PARTS = re.compile("[_-]+")
_HUMPS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=\d)(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MARKS = re.compile("[\u0300-\u036f]")
_VOWEL = re.compile("[aeiouy]")

Alternatives = tuple[tuple[str, ...], ...]
"""One word of a query: any of these sets of words, each of which must be there whole."""


def split_words(text: str) -> list[str]:
    """Every word that a kept text is to be found by, in its order, repeated where it is repeated."""
    found: list[str] = []
    for unspaced, word in _pieces(text):
        if unspaced:
            found += unspaced
            found += map("".join, pairwise(unspaced))
        else:
            found += _word_parts(word)
    return found


def split_query(text: str) -> list[Alternatives]:
    """What each word of a query may be in a kept text. Nothing in a query is an operator."""
    found: dict[Alternatives, None] = {}
    for unspaced, word in _pieces(text):
        if unspaced:
            pairs = tuple(map("".join, pairwise(unspaced)))
            found[(pairs or (unspaced,),)] = None
        else:
            parts = _word_parts(word)
            found[((parts[-1],), tuple(parts[:-1])) if len(parts) > 1 else ((parts[0],),)] = None
    return list(found)


def _pieces(text: str) -> list[tuple[str, str]]:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return [(piece[1] or "", piece[2] or "") for piece in _PIECE.finditer(text)]


@lru_cache(maxsize=65536)
def _word_parts(word: str) -> tuple[str, ...]:
    """A word's parts and, last, the whole where that is something else; folded."""
    pieces = [hump for part in _PARTS.split(word) for hump in _HUMPS.split(part)]
    whole = fold(_PARTS.sub("", word))
    return (*map(fold, pieces), whole) if len(pieces) > 1 else (whole,)


def fold(word: str) -> str:
    """One word without case, diacritics and the endings of plurals and verbs."""
    word = word.casefold()
    if not word.isascii():
        word = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", word)))
    return _stem(word) if word.isascii() and word.isalpha() else word


def _stem(word: str) -> str:
    """Without the endings of plurals and of verbs; the same for a word and for its forms more often than not."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith("sses"):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) > 2 and _VOWEL.search(rest):
            return rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest.removesuffix("e")
    return word.removesuffix("e") if len(word) > 3 else word
