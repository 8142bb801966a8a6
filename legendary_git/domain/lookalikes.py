"""Letters that look like Latin ones, read as people read them: a text with other letters in it says the same to them.

Full-width and mathematical letters, accents, and Cyrillic or Greek letters within a word that has Latin ones too.
"""

from __future__ import annotations

import re
import unicodedata

_LIKE = str.maketrans(
    "АВЕКМНОРСТУХІЈЅԌаеорсухіјѕһӏԁԛԝѵкмтнвгпΑΒΕΖΗΙΚΜΝΟΡΤΥΧαειοκνρτυχγω",
    "ABEKMHOPCTYXIJSGaeopcyxijshldqwvkmthbrnABEZHIKMNOPTYXaeiokvptuxyw",
)
"""A few of Unicode's confusables (UTS 39)."""
_LATIN = re.compile("[A-Za-z]")
_OTHER = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_WORD = re.compile(r"[^\W\d_]+")


def read_lookalikes(text: str, places: list[int]) -> tuple[str, list[int]]:
    """The text with Latin letters for what looks like them, and where each character of that stood.

    `places` says where each character of the text that is given stands. Nothing else is changed.
    """
    if text.isascii():
        return text, places
    chars: list[str] = []
    found: list[int] = []
    for char, at in zip(text, places, strict=True):
        plain = char if char.isascii() else _plain(char, after=chars[-1] if chars else "")
        chars += plain
        found += [at] * len(plain)
    return _WORD.sub(lambda word: _latin(word[0]), "".join(chars)), found


def _plain(char: str, after: str) -> str:
    """What stands for one character: itself, Latin letters or ASCII signs, or nothing for an accent on one of these."""
    if unicodedata.category(char) == "Mn":
        return "" if _LATIN.fullmatch(after) else char
    whole = unicodedata.normalize("NFKD", char)
    bare = "".join(one for one in whole if unicodedata.category(one) != "Mn")
    return bare if bare.isascii() and bare.isprintable() else char


def _latin(word: str) -> str:
    return word.translate(_LIKE) if _OTHER.search(word) and _LATIN.search(word) else word
