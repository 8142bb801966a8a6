"""Find the triggers that an output shows: from its bytes' text to the lines in which the errors stand."""

from __future__ import annotations

from legendary_git.domain.output_lines import unwrapped
from legendary_git.domain.terminal_text import plain_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_CHARACTERS = 30_000_000
"""Of a longer output the head and the tail are looked at: there a tool says what it begins, and why it ended."""


def distinct_lines(output: str, drop: Callable[[list[str], str], list[str]]) -> list[str]:
    """The lines of an output as a terminal shows them, those that it broke whole again too, none of them twice.

    `drop` is given the lines and the text that they make, and leaves out what is not to be looked at.
    """
    text = plain_text(_ends(output))
    lines = drop(text.split("\n"), text)
    return list(dict.fromkeys([*lines, *unwrapped(lines)]))


def _ends(output: str) -> str:
    if len(output) <= MOST_CHARACTERS:
        return output
    return f"{output[: MOST_CHARACTERS // 2]}\n{output[-MOST_CHARACTERS // 2 :]}"
