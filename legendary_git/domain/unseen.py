"""Characters of a text that nobody sees, where they are not what a script or an emoji needs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_HIDING = frozenset({"Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp"})
_PLAIN = re.compile("[^\n\t\r -~]+")
_JOINERS = frozenset("\u200c\u200d")
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Fillers, and the Braille cell without dots: they have the width of a blank or none."""
_EMOJI = ("So", "Sk", "Sm", "Me")


def find_unseen(text: str) -> Iterator[int]:
    """Where they stand, in order."""
    for run in _PLAIN.finditer(text):
        for at in range(run.start(), run.end()):
            char = text[at]
            before = text[at - 1] if at else ""
            if char in _JOINERS:
                after = text[at + 1 : at + 2]
                if not (_takes_joiner(before) and (_takes_joiner(after) or char == "\u200c" or _is_letter(before))):
                    yield at
            elif char == "\ufeff":
                if at:
                    yield at
            elif _is_selector(char):
                if not _takes_selector(before, char):
                    yield at
            elif char in _BLANKS or unicodedata.category(char) in _HIDING:
                yield at


def name_of(char: str) -> str:
    """What Unicode calls the character."""
    return unicodedata.name(char, f"U+{ord(char):04X}").lower()


def without_unseen(text: str) -> tuple[str, list[int]]:
    """The text as people read it, and where each of its characters stands in the one that was given."""
    unseen = set(find_unseen(text)) if not text.isascii() else set()
    kept = [at for at in range(len(text)) if at not in unseen]
    return (text, kept) if not unseen else ("".join(text[at] for at in kept), kept)


def _is_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" or "\u180b" <= char <= "\u180f"


def _takes_selector(before: str, selector: str) -> bool:
    """Whether the character before has variants: an emoji or a sign, an ideograph, a Mongolian letter."""
    if not before or _is_selector(before):
        return False
    category = unicodedata.category(before)
    if "\ufe0e" <= selector <= "\ufe0f":
        return before in "#*0123456789" or not (before.isascii() or category[0] in "LMCZ")
    if "\u180b" <= selector <= "\u180f":
        return "\u1800" <= before <= "\u18af"
    return category in ("Lo", "Sm")


def _takes_joiner(char: str) -> bool:
    """Whether the character is one of an emoji or of a script that joins its letters: Arabic, those of India."""
    return (
        bool(char)
        and not char.isascii()
        and (_is_letter(char) or unicodedata.category(char) in _EMOJI or char == "\ufe0f")
    )


def _is_letter(char: str) -> bool:
    return unicodedata.category(char) in ("Lo", "Mn", "Mc", "Lm") and not _is_selector(char) and char not in _BLANKS
