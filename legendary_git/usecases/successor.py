"""The memory that takes another one's place, as a draft for an editor: offered, and read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from legendary_git.domain.expiry import is_expired
from legendary_git.domain.judged import JudgedMemory
from legendary_git.domain.memory import Confidence, FrontValue, MemoryType
from legendary_git.domain.salience import MOST, USUAL_IMPORTANCE, read_salience
from legendary_git.domain.verdict import State
from legendary_git.errors import UsageError
from legendary_git.usecases.clock import read_clock
from legendary_git.usecases.note import Note

SCISSORS = "# ------------------------ >8 ------------------------"
_Choice = TypeVar("_Choice", MemoryType, Confidence)
_LISTS = ("anchor", "trigger", "tag", "evidence")
_MOST_DIGITS = 18
"""Python reads no number of thousands."""
_KEYS = ("type", "kind", "scope", *_LISTS, "confidence", "importance", "cost", "expires", "distinct")
_HELP = """\
# Above: what holds now, its title on the first line. It takes the place of
# {old}. If nothing is there, or all is as it was, nothing is done.
# Below: where it belongs; `anchor`, `trigger`, `tag` and `evidence` may stand
# several times, and a key without a value says nothing.
"""


def draft_successor(judged: JudgedMemory) -> str:
    """What the old memory says, to be rewritten, and what would be kept of it if nobody changed that."""
    memory = judged.memory
    body = memory.body.strip("\n")
    text = memory.title if not body.strip() or body.strip() == memory.title else f"{memory.title}\n\n{body}"
    keys = "".join(f"{line}\n" for line in _key_lines(judged))
    return f"{text}\n\n{SCISSORS}\n{_HELP.format(old=memory.id)}{keys}"


def _key_lines(judged: JudgedMemory) -> Iterator[str]:
    memory, salience = judged.memory, read_salience(_mapping(judged.memory.front.get("salience")))
    yield from (f"type: {memory.type}", f"kind: {memory.kind or ''}".rstrip())
    yield f"scope: {_text(memory.front.get('scope')) or 'repo'}"
    for one in judged.anchors:
        if one.verdict.state is State.ORPHANED:
            yield f"# anchor: {one.anchor.spec} (its code is gone)"
            yield from (f"# anchor: {candidate.spec}" for candidate in one.candidates)
        else:
            yield f"anchor: {one.verdict.followed_to or one.anchor.spec}"
    yield from _several("trigger", [trigger.splitlines()[0] for trigger in memory.triggers])
    yield from _several("tag", memory.tags)
    yield from ("evidence:", f"confidence: {_text(memory.front.get('confidence')) or Confidence.MEDIUM}")
    yield f"importance: {salience.importance}"
    yield f"cost: {salience.cost}" if salience.cost is not None else "cost:"
    expires = "" if is_expired(memory, read_clock().date()) else _text(memory.front.get("expires"))
    yield from (f"expires: {expires}".rstrip(), "distinct:")


def _several(key: str, values: Sequence[str]) -> list[str]:
    """A line a value; a key that has none is shown all the same."""
    return [f"{key}: {value}" for value in values] or [f"{key}:"]


def parse_successor(draft: str, old: str) -> Note | None:
    """The note that a draft has become, which takes the place of the memory `old`; None where there is no text.

    Raises UsageError, with the line, for what is no key that a draft may have, or has a value that means nothing.
    """
    lines = draft.replace("\r\n", "\n").split("\n")
    if SCISSORS not in lines:
        raise UsageError("the line that begins with `# ---` is gone", "put it below the text again")
    end = lines.index(SCISSORS)
    title, _, body = "\n".join(lines[:end]).strip().partition("\n")
    found = _read_keys(lines, end + 1)
    if not title:
        return None
    one = {key: values[-1] for key, values in found.items() if key not in _LISTS}
    return Note(
        text=body.strip() or title,
        title=title.strip(),
        type=_choice(MemoryType, "type", one.get("type", MemoryType.DECISION.value)),
        label=one.get("kind"),
        scope=one.get("scope", "repo"),
        anchors=found.get("anchor", ()),
        triggers=found.get("trigger", ()),
        tags=found.get("tag", ()),
        evidence=found.get("evidence", ()),
        confidence=_choice(Confidence, "confidence", one.get("confidence", Confidence.MEDIUM.value)),
        importance=_tenths("importance", one.get("importance", str(USUAL_IMPORTANCE))),
        cost=_tenths("cost", one["cost"]) if "cost" in one else None,
        expires=one.get("expires"),
        distinct=one.get("distinct"),
        supersedes=old,
    )


def _read_keys(lines: Sequence[str], start: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for number, line in enumerate(lines[start:], start=start + 1):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not colon or key not in _KEYS:
            raise UsageError(
                f"line {number}: `{key}` is no key of a draft", f"below the text stand: {', '.join(_KEYS)}"
            )
        if value:
            found.setdefault(key, []).append(value)
    return found


def _choice(kind: type[_Choice], key: str, value: str) -> _Choice:
    if value not in [one.value for one in kind]:
        raise UsageError(f"{key}: `{value}` is none", f"write one of: {', '.join(one.value for one in kind)}")
    return kind(value)


def _tenths(key: str, value: str) -> int:
    if not value.isdecimal() or len(value) > _MOST_DIGITS or int(value) > MOST:
        raise UsageError(f"{key}: `{value}` is none", f"write a number from 0 to {MOST}")
    return int(value)


def _text(value: FrontValue | None) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: FrontValue | None) -> dict[str, FrontValue]:
    return value if isinstance(value, dict) else {}
