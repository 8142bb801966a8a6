"""What the words of a memory give away: a passing state, a guess, a fact that ends one day, a rule that is too wide.

Words in code, in quotation marks and in quoted lines are not the author's and give nothing away. Only English is known;
in other languages nothing is found, which refuses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from legendary_git.domain.values import dataclass
from legendary_git.domain.wording_ways import BROAD, DATED, GUESS, PARTS, PASSING


class Sign(StrEnum):
    """What a text is besides what it says."""

    PASSING = "passing"
    """The state of the work just now: it is over before anybody reads it."""
    GUESS = "guess"
    DATED = "dated"
    """A fact about the world outside that will be another one some day."""
    BROAD = "broad"
    """A rule for more than the repository that it is kept in."""


@dataclass(frozen=True, slots=True)
class Clue:
    """The words that give something away, as they stand in the text."""

    sign: Sign
    words: str


def find_clues(text: str) -> tuple[Clue, ...]:
    """What the text gives away, in the order in which it stands there; the same words once."""
    said = _QUOTED.sub(" … ", _LINES.sub(" … ", text))
    found = sorted(_matches(said), key=lambda one: one[1].start())
    return tuple(dict.fromkeys(Clue(sign, _shown(match[0])) for sign, match in found))


def _matches(said: str) -> Iterator[tuple[Sign, re.Match[str]]]:
    for sign, pattern in _PATTERNS.items():
        yield from ((sign, match) for match in pattern.finditer(said))


def _shown(words: str) -> str:
    return " ".join(words.split()).strip(" .,:;")


_LINES = re.compile(
    r"^(?P<fence>```|~~~).*?^(?P=fence)[^\n]*$|^ {0,3}>[^\n]*$|^(?: {4}|\t)[^\n]*$", re.MULTILINE | re.DOTALL
)
_QUOTED = re.compile(r"`+[^`]*`+|\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|(?<!\w)'[^'\n]{1,200}'(?!\w)")


def _compiled(ways: str) -> re.Pattern[str]:
    while found := _NAMED_PART.search(ways):
        ways = ways.replace(found[0], f"(?:{PARTS[found[1]]})")
    return re.compile("|".join(way.strip() for way in ways.strip().splitlines()), re.IGNORECASE | re.MULTILINE)


_NAMED_PART = re.compile(r"<([A-Z ]+)>")
_PATTERNS = {
    Sign.PASSING: _compiled(PASSING),
    Sign.GUESS: _compiled(GUESS),
    Sign.DATED: _compiled(DATED),
    Sign.BROAD: _compiled(BROAD),
}
