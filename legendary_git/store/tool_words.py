"""The table of words in the output of tools, as it ships."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from legendary_git.domain.word_counts import WordCounts


@cache
def load_word_counts() -> WordCounts:
    """Reads `tool_words.txt` beside this module."""
    return WordCounts.parse(files("legendary_git.store").joinpath("tool_words.txt").read_text(encoding="utf-8"))
