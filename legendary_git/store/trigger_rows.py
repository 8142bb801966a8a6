"""The triggers of memories as they are looked for in output: masked once, and each found by one word of it.

Only what `git memory remember` would accept is kept: a file that was written by hand may say `error`, which stands in
every output. Only memories that hold are in here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from legendary_git.domain.memory import InvalidMemory, Memory
from legendary_git.domain.trigger_search import Trigger
from legendary_git.store.database import Database, Row
from legendary_git.store.texts import pack, row_sum
from legendary_git.store.trigger_look import read_triggers

_PUT = "INSERT OR REPLACE INTO triggers VALUES (?, ?, ?, ?, ?, ?, ?)"


class TriggerRows:
    """The part of the index that is looked at when a command has ended."""

    _database: Database

    def triggers_for(self, text: str) -> list[Trigger]:
        """The triggers whose word stands in the text; the key of each is its memory's path."""
        return read_triggers(text, lambda sql, *values: self._database.read(sql, values))


def forget_triggers(database: Database, paths: Sequence[Row]) -> None:
    """Forget the triggers of memory files."""
    database.write("DELETE FROM triggers WHERE memory = ?", paths)


def put_triggers(database: Database, read: Sequence[Memory | InvalidMemory]) -> None:
    """Keep the triggers of those that are memories and hold, and none of the others; within a transaction."""
    forget_triggers(database, [(pack(one.path),) for one in read])
    holding = [one for one in read if isinstance(one, Memory) and one.triggers and not one.is_retired]
    if holding:
        words = _Words(database)
        database.write(_PUT, [row for memory in holding for row in _rows(memory, words)])


def _rows(memory: Memory, words: _Words) -> Iterator[Row]:
    from legendary_git.domain.trigger import examine_trigger  # its patterns take long to be made
    from legendary_git.store.tool_words import load_tool_lines, load_word_counts

    for nth, trigger in enumerate(dict.fromkeys(memory.triggers)):
        report = examine_trigger(trigger, load_word_counts(), load_tool_lines())
        form = report.masked.form.strip()
        if report.accepted and (word := words.choose(form)):
            found = (pack(report.masked.plain.strip()), pack(form), word, float(report.bits), pack(memory.path))
            plain, packed_form, _, bits, path = found
            yield path, nth, word, plain, packed_form, bits, row_sum(found)


class _Words:
    """Chooses the word by which a trigger is found: tools hardly print it, and few others are found by it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken: Counter[str] = Counter()
        self._known: dict[str, int] = {}

    def choose(self, form: str) -> str | None:
        """The rarest run of letters, of equally rare ones the longest; None where there is none."""
        from legendary_git.domain.letter_runs import ascii_runs, other_runs

        runs = ascii_runs(form) or other_runs(form)
        chosen = max(dict.fromkeys(runs), key=self._rank, default=None)
        if chosen is not None:
            self._taken[chosen] += 1
        return chosen

    def _rank(self, run: str) -> tuple[float, int]:
        from legendary_git.store.tool_words import load_word_counts

        bits = load_word_counts().bits(run.casefold())
        return (round(bits) - (self._taken[run] + self._before(run)).bit_length(), len(run))

    def _before(self, run: str) -> int:
        """How many triggers were found by this word when the first was put."""
        if run not in self._known:
            found = self._database.read("SELECT count(*) FROM triggers WHERE word = ?", (run,))
            self._known[run] = found[0][0]
        return self._known[run]
