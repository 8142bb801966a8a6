"""A text as its words alone: without markdown and case, and with one spelling for what has several.

What is rewritten here are phrases of several words whose meaning is not that of their words: `need not` is no negation
of a duty to do something but its absence, `is on` a state and no place. Single words are the business of `vocabulary`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from legendary_git.domain.quantity import is_unit, quantity

_MARKDOWN = (
    (re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]{0,8}(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)"), r"\1"),
    (re.compile(r"(?<!\w)(_{1,2})(?=[^\s_])([^\n]*?[^\s_])\1(?!\w)"), r"\2"),
    (re.compile(r"`+|\*\*+|(?<!\w)\*(?=\w)|(?<=[\w.,;:!?])\*(?!\w)|~~"), ""),
)
_LETTER_NAMES = re.compile(r"(?<![\w'’.-])[B-HJ-Z](?![\w'’.+#-])")
_LETTER_A = re.compile(r"(?<=[\w,`(] )A(?![\w'’-])|(?<![\w'’.-])A(?= \w*s\b| (?:and|or|before|after|over)\b)")
"""A name, and no article, where other names are letters too: `A wins over B`."""
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": " - ", "—": " - ", "\u00a0": " ", "…": "."})
_UNITS = "milliseconds?|minutes?|hours?|days?|weeks?|months?|years?"
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
    )
}
_NOT_A_PRONOUN = r"(?<!\bthe )(?<!\bthis )(?<!\bthat )(?<!\bno )(?<!\beach )(?<!\bany )"
_STATE = r"\b(is|are|be|stays?|turn(?:ed|s)?|switch(?:ed|es)?|defaults?(?: to)?|to)"
_PHRASES = tuple(
    (re.compile(pattern.replace(" ", r"\s")), replacement)
    for pattern, replacement in (
        (r"\bcan(?:'t|not)\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"(?<=\w)'s\b|(?<=s)'(?!\w)", ""),
        (r"\b(?:instead of|rather than|in place of|as opposed to)\b", "insteadof"),
        (r"\bso that\b", "because"),
        (r"\b(?:no longer|not any ?more)\b", "never"),
        (r"\b(?:is|are|was|were|does|do) not (?:required|needed|necessary|mandatory|have to|need to)\b", "optional"),
        (r"\b(?:need not|needs? not be)\b", "optional"),
        (r"\bnot optional\b", "required"),
        (r"\b(?:has|have|needs?|ought) to(?= \w)", "must"),
        (rf"{_STATE} on(?= (?:when|if|for|by|while|until|unless)\b|\s*(?:[.,;:!]|$))", r"\1 enabled"),
        (rf"{_STATE} off\b", r"\1 disabled"),
        # Of such a word the second half is what tells it from its rivals, and alone it would be a preposition.
        (r"\b(left|right|inner|outer|full|cross) (?:outer )?join", r"\1join"),
        (r"\b(\w+)-(through|back|around|behind|ahead)\b", r"\1\2"),
        (r"\bno (?:more|later|fewer|less|longer) than\b", "limit"),
        (r"\bnot only\b|\bwhether or not\b|\bor not\b", ""),
        (r"\b(?:so |and )?(?:never|do not) do (?:that|this|it|so)\b", "neverdothat"),
        (r"\ban? single ", "1 "),
        (rf"{_NOT_A_PRONOUN}\bone (?=[a-z]{{4,}}\b)(?!(?:that|more|with)\b)", "1 "),
        (rf"\b(?:an?|one) (?=(?:{_UNITS})\b)", "1 "),
        (r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeing )\bused to\b", "formerly"),
        (r"\b(?:previously|originally|in the past|back then)\b", "formerly"),
        (r"\b(?:until|before) (?=\d{4}\b|v\d|version \d)", "formerly "),
        (rf"\b({'|'.join(_NUMBERS)})\b", lambda found: _NUMBERS[found[1]]),
    )
)
_SIGN = r"(?:(?<![^\s(=`\"'])-(?=\d))?"
_TOKEN = re.compile(
    rf"{_SIGN}\d{{1,3}}(?:,\d{{3}})+(?!\w)|{_SIGN}\w+(?:(?:::|[.:/@+'-])\w+)*|%|\n|[.!?;:,()]|(?<=\s)-+(?=\s)"
)
_AMOUNT = re.compile(r"(-?\d[\d,]*(?:\.\d+)*)([a-z%]*)")
_MOST_TOKENS = 1200


@lru_cache(maxsize=4096)
def read_tokens(text: str) -> tuple[str, ...]:
    """The words and marks of a text, one spelling each, quantities as one token."""
    tokens = _TOKEN.findall(_spell_out(_plain(text)))[:_MOST_TOKENS]
    found: list[str] = []
    for word in tokens:
        if found and (is_unit(word) or word == "%") and found[-1].startswith("number="):
            found[-1] = "=".join(quantity(found[-1].removeprefix("number="), word))
        else:
            found += _split(word)
    return tuple(found)


def _split(word: str) -> list[str]:
    amount = _AMOUNT.fullmatch(word)
    if amount and (not amount[2] or is_unit(amount[2])):
        return ["=".join(quantity(amount[1], amount[2]))]
    if "-" in word and not any(c.isdigit() or c in "_./:@" for c in word) and word.strip("-"):
        return word.split("-")
    return [word]


def _plain(text: str) -> str:
    """The text in lower case, without markdown and typography; punctuation and lines stay."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_QUOTES))
    for pattern, replacement in _MARKDOWN:
        text = pattern.sub(replacement, text)
    if _LETTER_NAMES.search(text) and not text.isupper():
        text = _LETTER_A.sub("a_", text)
    return text.casefold()


def _spell_out(text: str) -> str:
    """Plain English with its phrases made single words."""
    for pattern, replacement in _PHRASES:
        text = pattern.sub(replacement, text)
    return text
