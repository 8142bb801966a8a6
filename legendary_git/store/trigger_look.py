"""The triggers that may stand in an output, by one look into the index; ten thousand cost hardly more than ten."""

from __future__ import annotations

from legendary_git.domain.letter_runs import ascii_runs, other_runs, present
from legendary_git.domain.trigger_search import Trigger
from legendary_git.store.quick_look import Garbled, QuickLook
from legendary_git.store.texts import row_sum, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    Read = Callable[..., list[tuple[Any, ...]]]
    """Runs a query with the values that follow it."""

_SHORT = 20_000
"""Of so many characters, the words are looked for in the index; of more, the words of the index among those."""
_CHUNK = 500
_ALL = "SELECT group_concat(word) FROM (SELECT DISTINCT word FROM triggers)"
_FOREIGN = "SELECT 1 FROM triggers WHERE word >= '{' LIMIT 1"
_AMONG = "SELECT DISTINCT word FROM triggers WHERE word IN {places}"
_FOUND_BY = "SELECT plain, form, word, bits, memory, sum FROM triggers WHERE word IN {places} ORDER BY memory, nth"


class TriggerLook(QuickLook):
    """An index that is open for reading. Every method raises Behind where it is found not to be in step."""

    table = "triggers"

    def has_triggers(self) -> bool:
        """Whether there is any trigger at all."""
        return bool(self._read("SELECT 1 FROM triggers LIMIT 1"))

    def triggers_for(self, text: str) -> list[Trigger]:
        """The triggers whose word stands in the text; the key of each is its memory's path."""
        return read_triggers(text, self._read)


def read_triggers(text: str, read: Read) -> list[Trigger]:
    """The same of whatever runs queries on an index. Raises Garbled."""
    words = _words_of_short(text, read) if len(text) <= _SHORT else _words_of_long(text, read)
    found = []
    for chunk in _chunks(sorted(words)):
        for *row, known in read(_FOUND_BY.format(places=_places(chunk)), *chunk):
            if known != row_sum(row):
                raise Garbled
            plain, form, word, bits, memory = row
            found.append(Trigger(unpack(plain), unpack(form), word, bits, unpack(memory)))
    return found


def _words_of_short(text: str, read: Read) -> set[str]:
    runs = set(ascii_runs(text))
    if not text.isascii() and read(_FOREIGN):
        runs.update(other_runs(text))
    return {word for chunk in _chunks(list(runs)) for (word,) in read(_AMONG.format(places=_places(chunk)), *chunk)}


def _words_of_long(text: str, read: Read) -> set[str]:
    joined = read(_ALL)[0][0]
    return present(text, set(joined.split(","))) if joined else set()


def _chunks(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """SQLite before 3.32 takes 999 values."""
    return (words[start : start + _CHUNK] for start in range(0, len(words), _CHUNK))


def _places(chunk: Sequence[str]) -> str:
    return f"({', '.join('?' * len(chunk))})"
