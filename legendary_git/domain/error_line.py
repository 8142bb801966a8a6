"""Whether a line says that something went wrong, or only speaks of it, by what stands before the error's text.

`E   OperationalError: …`, `12:01:05 ERROR shop | …` and `src/db.c:12:5: error: …` report one; `ok 3 - a database that
is locked …` does not. Each word before the text has to be one that tools put before errors.
"""

from __future__ import annotations

import re

_LONGEST = 400
_SIGNS = re.compile(r"(?:[^\w]|[\d_])+|[\dTZ:.,+/_-]*\d[\dTZ:.,+/_-]*")
"""Numbers, times, bars, bullets, crosses; the mark of a masked part is one of them."""
_LABEL = re.compile(r"(?P<sign>[\"'`])\S{1,80}(?P=sign)|\S{0,120}[:|\]>)}]|[\[({<]\S{0,120}|\S{1,80}=\S{0,80}")
"""A name, a place or a level with what ends it: `make[1]:`, `src/db.c:12:5:`, `[ERROR]`, `worker_1|`, `level=error`."""
_LEVEL_TEXT = """
abort aborted alert caused crit critical e emerg err error errors exception f fail failed failure fatal internal line
npm panic parse php pnpm response runtime severe stderr stdout syntax thread type uncaught unhandled w warn warning x
yarn at by from in on
jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun am pm utc gmt cet
"""
_LEVELS = frozenset(_LEVEL_TEXT.split())
_GOOD_TEXT = """
debug done dbg example expected fixed help hint i info note ok pass passed skip skipped solved success successful tip
todo trace usage v verbose xfail xpass \N{CHECK MARK} \N{HEAVY CHECK MARK} \N{SQUARE ROOT} \N{WHITE HEAVY CHECK MARK}
"""
_GOOD = frozenset(_GOOD_TEXT.split())
_EDGES = "[](){}<>:|!.,*'\"`"


def begins_error(before: str) -> bool:
    """Whether an error's text begins behind that: at the start of its line, or after what tools put before errors."""
    if len(before) > _LONGEST:
        return False
    words = before.split()
    plain = [word.strip(_EDGES).lower() for word in words]
    if any(word in _GOOD or word.rpartition("=")[2] in _GOOD for word in plain):
        return False
    fits = [_is_before_errors(word, bare) for word, bare in zip(words, plain, strict=True)]
    return all(fit or _is_source(words, fits, at) for at, fit in enumerate(fits))


def ends_well(after: str) -> bool:
    """Whether a line says at its end that all is well: `test_locked: database is locked … ok`."""
    words = after.split()
    return bool(words) and words[-1].strip(_EDGES).lower() in _GOOD


def _is_before_errors(word: str, bare: str) -> bool:
    if bare in _LEVELS or _SIGNS.fullmatch(word):
        return True
    return bool(_LABEL.fullmatch(word)) or bare.endswith(("error", "exception"))


def _is_source(words: list[str], fits: list[bool], at: int) -> bool:
    """Whether the word names the machine or the service that a line of a log is from: `10:15:02 host postgres[7]: `."""
    if not all(fits[:at]) or at + 1 >= len(words) or not fits[at + 1]:
        return False
    return words[at + 1] == "|" or (at > 0 and _SIGNS.fullmatch(words[at - 1]) is not None)


def has_several_words(form: str) -> bool:
    """Whether a trigger has more than one word, of which it takes two to say anything."""
    return sum(any(char.isalpha() for char in word) for word in form.split()) > 1
