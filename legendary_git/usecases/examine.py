"""What is asked of a note before anything is written: does it hold a secret, will it last, will its triggers fire."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from legendary_git.domain.memory import Confidence, MemoryType
from legendary_git.domain.trigger import EXAMPLE, examine_trigger
from legendary_git.domain.wording import Clue, Sign, find_clues
from legendary_git.errors import MemoryRefused, UsageError
from legendary_git.secrets import refuse_secrets
from legendary_git.store.tool_words import load_tool_lines, load_word_counts
from legendary_git.usecases.note import Note

NEVER = "never"
"""What stands for the end of a fact that only sounds as if it had one."""
_BETTER_PLACES = {
    "convention": "conventions reach every session from CLAUDE.md or AGENTS.md; here they are found when asked for",
    "reference": "references are read where the documentation is; here they are found when asked for",
}
_SHOWN = 80
_LONG = 1000
"""Characters of a body. In a longer one the title and the first paragraph say what is remembered, and the rest tells of
it: there `currently` is how a record describes what was found."""
_MOST_ASIDE = 3


def examine(note: Note, title: str, body: str) -> tuple[str, ...]:
    """What its author should know, one line each; nothing of it is in a secret, for those come first.

    Raises MemoryRefused where it cannot be kept as it is, UsageError for a date that is none.
    """
    refuse_secrets(dict(_fields(note, title, body)))
    clues = find_clues(f"{title}\n\n{body}")
    deciding = clues if len(body) <= _LONG else find_clues(f"{title}\n\n{_first_paragraph(body)}")
    _refuse_passing(deciding)
    _refuse_guess(note, deciding)
    _refuse_dated(note, deciding)
    aside = [clue for clue in clues if clue not in deciding and clue.sign is not Sign.BROAD]
    return (*_examine_triggers(note), *_broad(clues, note.scope), *_better_place(note.label), *_aside(aside))


def _fields(note: Note, title: str, body: str) -> Iterator[tuple[str, str]]:
    yield from (("title", title), ("body", body))
    single = {
        "kind": note.label,
        "scope": note.scope,
        "expires": note.expires,
        "distinct": note.distinct,
        "transcript": note.transcript,
        "author": note.author,
        "origin": note.origin,
    }
    yield from ((name, value) for name, value in single.items() if value)
    anchors = (*note.anchors, *(anchor.spec for anchor in note.stamped))
    several = {"triggers": note.triggers, "tags": note.tags, "anchors": anchors, "evidence": note.evidence}
    for name, values in several.items():
        yield from ((f"{name}[{number}]", value) for number, value in enumerate(values))


def _refuse_passing(clues: Sequence[Clue]) -> None:
    if (words := _first(clues, Sign.PASSING)) is not None:
        raise MemoryRefused(
            f"`{words}` is the state of the work now, and over before anybody reads it",
            "keep it in an issue or a hand-off; say what lasts of it as a rule, or as what was tried and failed",
        )


def _refuse_guess(note: Note, clues: Sequence[Clue]) -> None:
    is_open = note.confidence is Confidence.LOW or any(text.strip() for text in note.evidence)
    if not is_open and (words := _first(clues, Sign.GUESS)) is not None:
        raise MemoryRefused(
            f"`{words}` is a guess, and what is written down is taken for a fact",
            "say how sure you are with --confidence low, or what shows it with --evidence TEXT",
        )


def _refuse_dated(note: Note, clues: Sequence[Clue]) -> None:
    if note.expires is None and (words := _first(clues, Sign.DATED)) is not None:
        raise MemoryRefused(
            f"`{words}` will not be so for ever",
            f"say when to look at it again with --expires YYYY-MM-DD, or --expires {NEVER} if it does not age",
        )


def _examine_triggers(note: Note) -> Iterator[str]:
    triggers = [trigger for trigger in note.triggers if trigger.strip()]
    if note.type is MemoryType.EPISODE and not triggers:
        raise MemoryRefused(
            "an episode needs the verbatim error that it is about, or it can never come back by itself",
            f"add --trigger with a line of the error's own text, such as --trigger '{EXAMPLE}'",
        )
    for trigger in triggers:
        report = examine_trigger(trigger, load_word_counts(), load_tool_lines())
        name = f"trigger `{_short(trigger)}`"
        if not report.accepted:
            raise MemoryRefused(f"{name}: {report.reasons()[0]}", report.advice())
        yield from (f"{name}: {reason}" for reason in report.reasons())


def _broad(clues: Sequence[Clue], scope: str) -> Iterator[str]:
    if scope == "repo" or scope.startswith("path:"):
        found = dict.fromkeys(clue.words for clue in clues if clue.sign is Sign.BROAD)
        if found:
            words = ", ".join(f"`{one}`" for one in found)
            yield f"{words}: this is kept for {_inside(scope)} alone; say where it holds"


def _first_paragraph(body: str) -> str:
    paragraphs = re.split(r"\n\s*\n", body.strip())
    return next((one for one in paragraphs if not one.lstrip().startswith("#")), "")


def _aside(clues: Sequence[Clue]) -> Iterator[str]:
    """What a long text says by the way, and may not be so for ever."""
    if clues:
        words = ", ".join(f"`{clue.words}`" for clue in clues[:_MOST_ASIDE])
        more = f" and {len(clues) - _MOST_ASIDE} more" if len(clues) > _MOST_ASIDE else ""
        yield f"{words}{more}: see whether that still holds when it is read"


def _inside(scope: str) -> str:
    return "this repository" if scope == "repo" else scope.removeprefix("path:")


def _better_place(label: str | None) -> Iterator[str]:
    if label in _BETTER_PLACES:
        yield _BETTER_PLACES[label]


def read_expires(text: str | None, today: date) -> str | None:
    """The date by which to look again, as it is kept. Raises UsageError for another text, or a day that is over."""
    if text is None or text == NEVER:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"`{_short(text)}` is no date", f"--expires takes YYYY-MM-DD, or {NEVER}") from error
    if day < today:
        raise UsageError(f"{day} is over", "--expires takes the day on which somebody should look at it again")
    return day.isoformat()


def _first(clues: Sequence[Clue], sign: Sign) -> str | None:
    return next((clue.words for clue in clues if clue.sign is sign), None)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
