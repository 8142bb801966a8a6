"""Find the triggers that an output shows: from its bytes' text to the lines in which the errors stand."""

from __future__ import annotations

from legendary_git.domain.output_lines import unwrapped
from legendary_git.domain.terminal_text import plain_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_SHOWN = 300_000
_FEW_WORDS = 4
MOST_CHARACTERS = 30_000_000
"""Of a longer output the head and the tail are looked at: there a tool says what it begins, and why it ended."""


class Output:
    """An output as a terminal shows it. `text` holds the words by which triggers are found.

    What a terminal broke is put together again; not in a long output, which no terminal has shown.
    """

    __slots__ = ("_is_short", "_plain", "text")

    def __init__(self, output: str) -> None:
        self._plain = self.text = plain_text(_ends(output))
        self._is_short = len(output) <= _SHOWN
        if self._is_short and (broken := unwrapped(self._plain.split("\n"))):
            self.text = "\n".join([self._plain, *broken])

    def distinct_lines(self, drop: Callable[[str], str]) -> list[str]:
        """The lines, those that a terminal broke whole again too, none of them twice.

        `drop` is given the plain text, and leaves out the lines of it that are not to be looked at.
        """
        lines = drop(self._plain).split("\n")
        return list(dict.fromkeys([*lines, *unwrapped(lines)] if self._is_short else lines))

    def lines_with(self, words: Collection[str], drop: Callable[[str], str]) -> list[str]:
        """Those of the distinct lines that have any of the words, and others too where that is cheaper."""
        if self._is_short or len(words) > _FEW_WORDS:
            return self.distinct_lines(drop)
        text = drop(self._plain)
        ends: dict[int, int] = {}
        for word in words:
            at = text.find(word)
            while at >= 0:
                end = text.find("\n", at)
                end = end if end >= 0 else len(text)
                ends[text.rfind("\n", 0, at) + 1] = end
                at = text.find(word, end)
        return list(dict.fromkeys(text[start : ends[start]] for start in sorted(ends)))


def _ends(output: str) -> str:
    if len(output) <= MOST_CHARACTERS:
        return output
    return f"{output[: MOST_CHARACTERS // 2]}\n{output[-MOST_CHARACTERS // 2 :]}"
