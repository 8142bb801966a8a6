"""What tools print, as it ships: how often which words, and whole lines."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from legendary_git.domain.tool_lines import ToolLines
from legendary_git.domain.word_counts import WordCounts


@cache
def load_word_counts() -> WordCounts:
    """Reads `tool_words.txt` beside this module."""
    return WordCounts.parse(_text("tool_words.txt"))


@cache
def load_tool_lines() -> ToolLines:
    """Reads `tool_lines.txt` beside this module."""
    return ToolLines.parse(_text("tool_lines.txt"))


def _text(name: str) -> str:
    return files("legendary_git.store").joinpath(name).read_text(encoding="utf-8")
