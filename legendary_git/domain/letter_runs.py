"""The letters of a text in runs: what of an error is never masked in part, and so can be looked for as it was printed.

A volatile part begins and ends where letters do, or between a letter and a digit; folders that vanish end with a
separator. So each run of letters in the masked form stands as a whole run in the text itself, in every recurrence.

ASCII letters and others are never of one run. The former are found without regular expressions, whose module takes as
long to load as a megabyte to be looked through.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PIECE = 1 << 16
_MOST_DIFFER = 0.6
_LETTERS_ALONE = bytes(code if (chr(code).isalpha() and code < 128) or code == 10 else 32 for code in range(256))
"""Line ends stay: most lines of a log differ in their numbers alone, and so are one line afterwards."""


def ascii_runs(text: str) -> list[str]:
    """The runs of ASCII letters, in order."""
    return _split(text).decode("ascii").split()


def other_runs(text: str) -> list[str]:
    """The runs of other letters, in order."""
    if text.isascii():
        return []
    import re

    return re.findall(r"[^\W\d_A-Za-z]+", text)


def present(text: str, words: Iterable[str]) -> set[str]:
    """Which of the words, each a run of letters, are runs of letters in the text."""
    wanted = {word: word.encode("ascii") for word in words if word.isascii()}
    seen = _distinct(_without_doubles(_split(text)))
    found = {word for word, code in wanted.items() if code in seen}
    others = [word for word in words if not word.isascii()]
    return found.union(set(others).intersection(other_runs(text))) if others else found


def _without_doubles(lines: bytes) -> bytes:
    """The lines but for those that come again, where a look at the first ones promises that many do."""
    first = lines[:_PIECE].split(b"\n")
    if len(set(first)) > len(first) * _MOST_DIFFER:
        return lines
    return b" ".join(set(lines.split(b"\n")))


def _distinct(words: bytes) -> set[bytes]:
    """The words, which blanks part; a piece at a time, since most come again soon and stay at hand."""
    seen: set[bytes] = set()
    at = 0
    while at < len(words):
        end = words.find(b" ", at + _PIECE)
        end = end if end >= 0 else len(words)
        seen.update(words[at:end].split())
        at = end
    return seen


def _split(text: str) -> bytes:
    return text.encode("ascii", "replace").translate(_LETTERS_ALONE)
