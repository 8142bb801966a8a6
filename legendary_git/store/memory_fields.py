"""The schema of a memory: from the strings of its front matter to a Memory, or to the one field that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from legendary_git.domain.annotations import TypeVar
from legendary_git.domain.memory import Confidence, FrontValue, Memory, MemoryType, Provenance, Status
from legendary_git.domain.patterns import compile_late
from legendary_git.store.anchor_fields import BadField, parse_anchor

_Choice = TypeVar("_Choice", bound=StrEnum)

ID = compile_late(r"mem-[0-9a-f]{8}")
LEGACY_TYPES = frozenset({"convention", "reference", "lesson", "fact", "skill"})
"""Types that legendary-mcp 0.1 and scry knew; all of them say why the code is as it is."""
MOST_ANCHORS = 500
"""Of one memory: each is judged, told and kept by itself, and what is about more code says little about any of it."""
_LEGACY_SOURCE = "auto-extract"

_TYPES = {kind.value: kind for kind in MemoryType} | dict.fromkeys(LEGACY_TYPES, MemoryType.DECISION)
_STATUSES = {status.value: status for status in Status}
_PROVENANCES = {provenance.value: provenance for provenance in Provenance} | {_LEGACY_SOURCE: Provenance.CAPTURE}
_CONFIDENCES = {confidence.value: confidence for confidence in Confidence}
_TEXTS = ("kind", "title", "scope", "created", "updated", "author", "superseded_by", "expires")
_LISTS_OF_MAPPINGS = ("evidence", "history")
_MAPPINGS = ("salience", "deprecated")


def build_memory(path: str, front: Mapping[str, FrontValue], body: str) -> Memory:
    """The memory that a front matter and a body say; raises BadField for the first field that is wrong.

    The body comes without the blank lines around it. A missing title is the body's first heading or line.
    """
    body = body.strip("\n")
    memory_id = _id(front)
    memory_type = _choice(front, "type", _TYPES, MemoryType.DECISION)
    status = _choice(front, "status", _STATUSES, Status.ACTIVE)
    _choice(front, "source", _PROVENANCES, Provenance.HUMAN)
    _choice(front, "confidence", _CONFIDENCES, Confidence.MEDIUM)
    texts = {name: _text(front, name) for name in _TEXTS}
    _check_shapes(front)
    return Memory(
        id=memory_id,
        type=memory_type,
        title=_title(texts["title"], body),
        status=status,
        path=path,
        body=body,
        kind=texts["kind"] or None,
        created=texts["created"] or None,
        updated=texts["updated"] or None,
        anchors=tuple(parse_anchor(value, f"anchors[{place}]") for place, value in enumerate(_anchors(front))),
        triggers=_strings(front, "triggers"),
        tags=_strings(front, "tags"),
        front=front,
    )


def _id(front: Mapping[str, FrontValue]) -> str:
    found = _text(front, "id")
    if not found:
        raise BadField("id", "no `id`: give it one of the form mem-1a2b3c4d")
    if not ID.fullmatch(found):
        raise BadField("id", f"the id must be `mem-` and 8 of 0-9a-f, not `{shorten(found)}`")
    return found


def _choice(front: Mapping[str, FrontValue], key: str, choices: Mapping[str, _Choice], default: _Choice) -> _Choice:
    text = _text(front, key)
    if not text:
        return default
    if text not in choices:
        known = ", ".join(sorted({choice.value for choice in choices.values()}))
        raise BadField(key, f"unknown {key} `{shorten(text)}`: use one of {known}")
    return choices[text]


def _text(front: Mapping[str, FrontValue], key: str) -> str:
    value = front.get(key, "")
    if not isinstance(value, str):
        raise BadField(key, f"`{key}` must be text, not a list or a mapping")
    return value


def _list(front: Mapping[str, FrontValue], key: str, item: str) -> list[FrontValue]:
    value = front.get(key, "")
    if value == "":
        return []
    if not isinstance(value, list):
        raise BadField(key, f"`{key}` must be a list: put each {item} on a line of its own")
    return value


def _anchors(front: Mapping[str, FrontValue]) -> list[FrontValue]:
    found = _list(front, "anchors", "`- file:`")
    if len(found) > MOST_ANCHORS:
        raise BadField(
            f"anchors[{MOST_ANCHORS}]", f"more than {MOST_ANCHORS} anchors: anchor files, or split the memory"
        )
    return found


def _strings(front: Mapping[str, FrontValue], key: str) -> tuple[str, ...]:
    """The strings of a list, or the one string that stands in its place.

    Blank ones are left out: an empty trigger would be found in every output.
    """
    value = front.get(key, "")
    if isinstance(value, str):
        value = [value]
    found = []
    for place, item in enumerate(value if isinstance(value, list) else [value]):
        if not isinstance(item, str):
            raise BadField(f"{key}[{place}]", f"`{key}` must be a list of texts: quote the one that holds `: ` or `[`")
        if item.strip():
            found.append(item)
    return tuple(found)


def _check_shapes(front: Mapping[str, FrontValue]) -> None:
    _strings(front, "supersedes")
    _strings(front, "conflicts_with")
    for key in _LISTS_OF_MAPPINGS:
        for place, item in enumerate(_list(front, key, "entry")):
            if not isinstance(item, dict):
                raise BadField(f"{key}[{place}]", f"an entry of `{key}` is written as `- {{at: …, by: …}}`")
    for key in _MAPPINGS:
        if not isinstance(front.get(key, {}), dict) and front[key] != "":
            raise BadField(key, f"`{key}` must be a mapping of keys to values")


def _title(title: str, body: str) -> str:
    if title.strip():
        return title
    for line in body.splitlines():
        if text := line.strip().lstrip("#").strip():
            return text
    raise BadField("title", "neither `title` nor a body: say what is to be remembered")


def shorten(text: str) -> str:
    """A value as one line of a message shows it: no control characters, at most 40 characters."""
    shown = "".join(character if character.isprintable() else "?" for character in text)
    return shown if len(shown) <= 40 else f"{shown[:39]}…"
