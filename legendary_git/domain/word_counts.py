"""How much a word tells: counted in what tools print when they succeed, and in what they print when they fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import log2

from legendary_git.domain.values import dataclass

COMMON_BITS = 2.0
"""Taken off each word, so that words which every fourth output shows are worth nothing: such words come together (`most
recent call last`), and without this many of them would add up to a rare one."""

_WORD = re.compile(r"\w+")
# Words that say that there was a failure, and never which: how people tell of one, and how reports of them are framed.
_TOLD_TEXT = """
aborted above again breaks broken bug bugs caught completed core crash crashed crashes details due dumped during
error errors exception exceptions exited failed failing fails failure failures fault goroutine handling happened
installation issue issues killed null occurred oops panic panicked passed please previous problem problems raised
returned running segmentation skipped somehow something terminated tests thrown total traceback trouble try uncaught
unexpected unfortunately unhandled unknown unsuccessful unsuccessfully went work working works wrong
"""
_TOLD = frozenset(_TOLD_TEXT.split())


@dataclass(frozen=True)
class WordCounts:
    """In how many screens of ordinary output a word stood, and in how many failing runs."""

    screens: int
    runs: int
    ordinary: Mapping[str, int]
    failing: Mapping[str, int]

    @classmethod
    def parse(cls, text: str) -> WordCounts:
        """Reads `WORD SCREENS RUNS` a line, the totals under the word `*`; lines that begin with `#` are comments."""
        rows = [line.split(" ") for line in text.splitlines() if line and not line.startswith("#")]
        counts = {word: (int(screens), int(runs)) for word, screens, runs in rows}
        screens, runs = counts.pop("*")
        return cls(
            screens, runs, {w: n for w, (n, _) in counts.items() if n}, {w: n for w, (_, n) in counts.items() if n}
        )

    def format(self) -> str:
        """The lines that `parse` reads, in the order of the alphabet."""
        words = sorted(self.ordinary.keys() | self.failing.keys())
        rows = [f"{word} {self.ordinary.get(word, 0)} {self.failing.get(word, 0)}" for word in words]
        return "\n".join((f"* {self.screens} {self.runs}", *rows, ""))

    def bits(self, word: str) -> float:
        """The surprise of seeing the word: minus the binary logarithm of its larger share, half a sight added."""
        seen = (self.ordinary.get(word, 0) + 0.5) / (self.screens + 1)
        if failing := self.failing.get(word, 0):
            seen = max(seen, (failing + 0.5) / (self.runs + 1))
        return -log2(seen)

    def telling(self, words: Iterable[str]) -> dict[str, float]:
        """Those of the words that tell something, and what they are worth: their bits less `COMMON_BITS`."""
        worth = {word: self.bits(word) - COMMON_BITS for word in words if word not in _TOLD}
        return {word: bits for word, bits in worth.items() if bits > 0}


def split_words(text: str) -> list[str]:
    """The words of a text, their case folded; a word holds a letter."""
    return [word for word in _WORD.findall(text.casefold()) if not word.isdigit() and word.strip("_")]
