"""Whether a value that a name calls secret is one: it is not a word, a piece of code, a path, or a count.

A value is looked at in humps, the pieces that a reader would see in it: `oauth2Token_v3` has oauth, 2, Token, v, 3.
What people name has few and long ones; what a generator made has about one for every two characters.
"""

from __future__ import annotations

import re

from legendary_git.secrets.placeholder import is_placeholder

_HUMP = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
_UNSPOKEN = re.compile(r"[^aeiouy]{5}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]{24,}|[0-9A-F]{24,}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_PLACE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:/|\.{0,2}/(?=[\w.-]+(?:/|$))[a-z]|~/|[A-Z]:\\|@\w+/|--?[a-z])")
_CALLED = re.compile(r"[A-Za-z_][\w.]*[(\[]|^[*&]\w|::|->|=>|^\w+\?\.|;$")
_DOTTED = re.compile(r"[*&]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_SYMBOL = re.compile(r"[^\w\s.,:;/()\[\]{}-]")


def is_random(value: str, least: int = 16) -> bool:
    """Whether `value` looks drawn by a generator: long enough, with a digit and a letter, and without words."""
    if len(value) < least or " " in value or is_placeholder(value) or is_code(value):
        return False
    if is_identifier(value):
        return True
    letters = any(one.isalpha() for one in value)
    if not letters or not (any(one.isdigit() for one in value) or (cases(value) and len(value) >= 20)):
        return False
    return words_in(value) < 0.5


def is_drawn(value: str, least: int) -> bool:
    """Whether a shorter value is drawn by a generator beyond doubt: both cases, digits, and hardly a word."""
    digits = sum(one.isdigit() for one in value)
    return is_random(value, least) and cases(value) and digits >= 2 and words_in(value) < 0.3


def is_identifier(value: str) -> bool:
    """Whether it is written as digests, commits and UUIDs are, and many secrets too."""
    return _HEX.fullmatch(value) is not None or _UUID.fullmatch(value) is not None


def is_password(value: str, quoted: bool) -> bool:
    """Whether `value`, which something calls a password, may be one. What people choose has words in it."""
    if len(value) < 8 or " " in value or is_placeholder(value) or is_code(value):
        return False
    symbol = _SYMBOL.search(value) is not None
    if value.isdigit():
        return True
    digits = any(one.isdigit() for one in value)
    if digits and (symbol or quoted or words_in(value) < 0.5 or "_" not in value):
        return True
    return (symbol and quoted) or (len(value) >= 12 and cases(value) and words_in(value) < 0.5)


def is_code(value: str) -> bool:
    """Whether it is an expression, a path or a type and not a text that somebody has to know."""
    if _PLACE.match(value) or _CALLED.search(value):
        return True
    return _DOTTED.fullmatch(value) is not None and words_in(value) >= 0.5


def words_in(value: str) -> float:
    """Which part of `value` stands in humps that are words."""
    humps = _HUMP.findall(value)
    letters = sum(len(hump) for hump in humps)
    return sum(len(hump) for hump in humps if is_word(hump)) / letters if letters else 1.0


def is_word(hump: str) -> bool:
    """Whether it could be spoken: four letters or more, with a vowel, and never five consonants in a row."""
    return len(hump) >= 4 and hump.isalpha() and _VOWEL.search(hump) is not None and _UNSPOKEN.search(hump) is None


def cases(value: str) -> bool:
    return value != value.lower() and value != value.upper()
