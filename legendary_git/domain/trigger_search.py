"""Find many triggers in a long output: what `trigger_match.matches` finds line by line, without masking every line.

Masking takes seconds for a megabyte, so a line is masked only where nothing but the volatile parts can be amiss: it
has every run of letters that the trigger's masked form has. Lines are found by one such run of each trigger, its
`word`. So the time is that of splitting the output into words, and a little for each line that has a word.
"""

from __future__ import annotations

from legendary_git.domain.letter_runs import ascii_runs, other_runs
from legendary_git.domain.trigger_match import places_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from legendary_git.domain.masking import Masked

    Accepts = Callable[["Trigger", str, str], bool]
    """Whether a trigger counts where it stands between these two texts of a line."""

_FEW_WORDS = 12
_MOST_CHECKS = 4_000_000
_MOST_MASKED = 200_000
_LONGEST_LINE = 8000
_AROUND = 3000
"""Characters before and after the word that are looked at in a longer line: a trigger has at most 1,000."""


class Trigger:
    """One stored trigger: as it is, masked, the word by which it is found, and what it tells in bits.

    `key` is the caller's: which memory has it.
    """

    __slots__ = ("bits", "form", "key", "plain", "word")

    def __init__(self, plain: str, form: str, word: str, bits: float = 0.0, key: str = "") -> None:
        self.plain = plain
        self.form = form
        self.word = word
        self.bits = bits
        self.key = key


class Sighting:
    """A trigger in a line of output. `before` is what stands before it, as it was printed."""

    __slots__ = ("before", "line", "trigger")

    def __init__(self, trigger: Trigger, line: str, before: str) -> None:
        self.trigger = trigger
        self.line = line
        self.before = before


def find_triggers(lines: Collection[str], triggers: Iterable[Trigger], accepts: Accepts) -> list[Sighting]:
    """Where each of the triggers stands first so that it is accepted; the longest first, and of these the rarest.

    `lines` are plain, and none comes twice. There is a bound on how many lines are compared with how many triggers: in
    an output that was made to have the words of all triggers in all lines, some are not found.
    """
    by_word: dict[str, list[Trigger]] = {}
    for trigger in triggers:
        by_word.setdefault(trigger.word, []).append(trigger)
    search = _Search(accepts)
    found = [
        sighting
        for word, candidates in _lines_with(lines, by_word)
        for trigger in by_word[word]
        if (sighting := search.find(trigger, candidates)) is not None
    ]
    return sorted(found, key=lambda one: (-len(one.trigger.form), -one.trigger.bits, one.trigger.plain))


def _lines_with(lines: Collection[str], words: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Each of the words with the lines that have it as a run of letters, or as part of one."""
    if len(words) <= _FEW_WORDS:
        for word in words:
            yield word, [_around(line, word) for line in lines if word in line]
        return
    wanted = set(words)
    found: dict[str, list[str]] = {}
    for line in lines:
        for word in wanted.intersection((*ascii_runs(line), *other_runs(line))):
            found.setdefault(word, []).append(_around(line, word))
    yield from found.items()


def _around(line: str, word: str) -> str:
    if len(line) <= _LONGEST_LINE:
        return line
    at = line.find(word)
    return line[max(0, at - _AROUND) : at + _AROUND]


class _Search:
    """What has been spent so far, and the lines that have been masked."""

    def __init__(self, accepts: Accepts) -> None:
        self._accepts = accepts
        self._lines: dict[str, Masked] = {}
        self._offsets: dict[str, list[int]] = {}
        self._checks = 0
        self._masked = 0

    def find(self, trigger: Trigger, lines: list[str]) -> Sighting | None:
        """The first line that shows the trigger as it is, or else masked."""
        self._checks += 2 * len(lines)
        if self._checks > _MOST_CHECKS:
            return None
        for line in lines:
            if trigger.plain in line and (found := self._place(trigger, trigger.plain, line, None)) is not None:
                return Sighting(trigger, line, found)
        runs = ascii_runs(trigger.form)
        for line in lines:
            if all(run in line for run in runs):
                masked = self._masked_line(line)
                if (
                    masked is not None
                    and (found := self._place(trigger, trigger.form, masked.form, masked)) is not None
                ):
                    return Sighting(trigger, line, found)
        return None

    def _place(self, trigger: Trigger, literal: str, text: str, masked: Masked | None) -> str | None:
        """What was printed before the literal, if that place of the text is accepted."""
        plain = text if masked is None else masked.plain
        for at in places_in(literal, text):
            start, end = at, at + len(literal)
            if masked is not None:
                offsets = self._offsets_of(masked)
                start, end = offsets[start], offsets[end]
            if self._accepts(trigger, plain[:start], plain[end:]):
                return plain[:start]
        return None

    def _offsets_of(self, masked: Masked) -> list[int]:
        if masked.plain not in self._offsets:
            self._offsets[masked.plain] = masked.offsets()
        return self._offsets[masked.plain]

    def _masked_line(self, line: str) -> Masked | None:
        """The line masked; None where enough has been masked already."""
        if line not in self._lines:
            self._masked += len(line)
            if self._masked > _MOST_MASKED:
                return None
            from legendary_git.domain.masking import mask_plain  # its patterns take long to be made

            self._lines[line] = mask_plain(line)
        return self._lines[line]
