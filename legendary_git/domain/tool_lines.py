"""Lines that tools print whatever is wrong, or when nothing is: a trigger that stands in one says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from legendary_git.domain.masking import mask
from legendary_git.domain.values import dataclass

_ANY, _REST = "*", "…"
_LEVELS = frozenset({"error", "err", "fatal", "warning", "warn", "info", "notice", "e"})
_MANY = "-"


@dataclass(frozen=True, slots=True)
class ToolLine:
    """One line, as its words; `*` stands for any one word, `…` at the end for anything. The tool is None for many."""

    tool: str | None
    fails: bool
    words: tuple[str, ...]

    def reason(self) -> str:
        """Who prints it and when, as a clause whose subject is the trigger."""
        who = f"{self.tool} prints it" if self.tool else "it is a line that tools print"
        return f"{who} {'at every failure of its kind' if self.fails else 'when nothing is wrong'}"

    def holds(self, words: tuple[str, ...]) -> bool:
        """Whether the words are a run of this line's."""
        return any(self._holds_at(start, words) for start in range(len(self.words)))

    def _holds_at(self, start: int, words: tuple[str, ...]) -> bool:
        """A run of two of the line's own words; or of one that begins it, and is nothing else or all of the line."""
        here = self.words[start:]
        if here[-1] == _REST and len(words) >= len(here) and start == 0:
            here, words = here[:-1], words[: len(here) - 1]
        if len(words) > len(here) or any(line not in (_ANY, word) for line, word in zip(here, words, strict=False)):
            return False
        own = sum(word != _ANY for word in here[: len(words)])
        return own > 1 or (start == 0 and own == 1 and len(words) in (1, len(here)))


@dataclass(frozen=True, slots=True)
class ToolLines:
    """All lines that are known, and in which of them each word stands."""

    lines: tuple[ToolLine, ...]
    places: Mapping[str, tuple[int, ...]]

    @classmethod
    def parse(cls, text: str) -> ToolLines:
        """Reads `TOOL ok|bad LINE` a line, `-` for many tools; lines that begin with `#` are comments."""
        rows = [row.split(" ", 2) for row in text.splitlines() if row and not row.startswith("#")]
        lines = [ToolLine(None if tool == _MANY else tool, end == "bad", _pattern(line)) for tool, end, line in rows]
        places: dict[str, list[int]] = {}
        for number, line in enumerate(lines):
            for word in dict.fromkeys(line.words):
                places.setdefault(word, []).append(number)
        return cls(tuple(lines), {word: tuple(numbers) for word, numbers in places.items()})

    def find(self, text: str) -> ToolLine | None:
        """The first line that holds the text: as it is, or without the level it begins with."""
        words = _words(text)
        bare = words[1:] if words and words[0] in _LEVELS else ()
        common = Counter(number for word in words for number in self.places.get(word, ()))
        numbers = sorted(number for number, count in common.items() if self._may_hold(number, count, len(words)))
        lines = (self.lines[number] for number in numbers)
        return next((line for line in lines for ways in (words, bare) if ways and line.holds(ways)), None)

    def _may_hold(self, number: int, common: int, length: int) -> bool:
        """Whether so many words in common may be enough. Most lines have but one, such as `failed`.

        Each of the others has to stand at a wildcard; and one is enough where it is all there is of the text, or of the
        line.
        """
        line = self.lines[number].words
        if line[-1] == _REST:
            return True
        if common + line.count(_ANY) < length - 1:
            return False
        return common > 1 or length <= 2 or length - len(line) in (0, 1)


def _words(text: str) -> tuple[str, ...]:
    """What stands between blanks and has a letter: no marks round it, case folded, volatile parts and numbers gone."""
    return tuple(word for word in map(_word, mask(text).form.split()) if word)


def _word(piece: str) -> str:
    word = piece.casefold()
    ends = [at for at, character in enumerate(word) if character.isalnum()]
    return word[ends[0] : ends[-1] + 1] if any(character.isalpha() for character in word) else ""


def _pattern(line: str) -> tuple[str, ...]:
    """The same of a line that is known. A wildcard may have marks round it: `(*)`."""
    pieces = mask(line).form.split()
    words = (piece if piece == _REST else _ANY if piece.count(_ANY) == 1 else _word(piece) for piece in pieces)
    return tuple(word for word in words if word)
