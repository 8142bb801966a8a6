"""What each tool takes, as JSON Schema. Every agent reads all of this in every session, so each word is counted."""

from __future__ import annotations

from typing import Any

from legendary_git.domain.memory import Confidence, MemoryType
from legendary_git.domain.salience import MOST
from legendary_git.usecases.note import KINDS

Schema = dict[str, Any]

_MOST_LISTED = 50
_TEXT, _LINE, _PATH = 20_000, 2_000, 4_096


def _string(most: int, says: str | None = None, **more: object) -> Schema:
    described = {"description": says} if says is not None else {}
    return {"type": "string", "minLength": 1, "maxLength": most, **more, **described}


def _strings(most: int, says: str | None = None) -> Schema:
    described = {"description": says} if says is not None else {}
    return {"type": "array", "items": _string(most), "maxItems": _MOST_LISTED, **described}


def _number(kind: str, least: int, most: int, says: str | None = None) -> Schema:
    described = {"description": says} if says is not None else {}
    return {"type": kind, "minimum": least, "maximum": most, **described}


def _choice(words: tuple[str, ...]) -> Schema:
    return {"type": "string", "enum": list(words)}


def _id(says: str | None = None) -> Schema:
    described = {"description": says} if says is not None else {}
    return {"type": "string", "pattern": "^mem-[0-9a-f]{1,8}$", **described}


def _object(*required: str, **properties: Schema) -> Schema:
    """An object with these properties, and with `repo`, which no tool needs where there is one repository."""
    known = {**properties, "repo": _string(_PATH, "Which repository, if several")}
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": known, **needed, "additionalProperties": False}


_EXPIRES: Schema = {"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2}|never)$"}
REMEMBER = _object(
    "text",
    text=_string(_TEXT, "First line: the claim. Then why, or what was tried and how it failed"),
    title=_string(200),
    type=_choice(tuple(one.value for one in MemoryType)),
    kind=_choice(KINDS),
    anchors=_strings(_LINE, "The code it is about: PATH, PATH:START-END or PATH::Class.method"),
    triggers=_strings(_LINE, "Verbatim error strings. An episode needs one"),
    tags=_strings(100),
    evidence=_strings(_LINE, "What shows that it is so"),
    confidence=_choice(tuple(one.value for one in Confidence)),
    importance=_number("integer", 0, MOST),
    cost=_number("integer", 0, MOST, "What it took to find out"),
    scope=_string(_LINE, "repo or path:GLOB", pattern="^(repo|global|path:.+)$"),
    expires=_EXPIRES,
    supersedes=_id("The memory it replaces"),
    distinct=_string(_LINE, "How it differs from one that it is like"),
)
RECALL = _object("query", query=_string(_LINE, "Taken literally"), most=_number("integer", 1, _MOST_LISTED))
BRIEF = _object(most=_number("integer", 0, _MOST_LISTED), stale_days=_number("number", 0, 36_500))
STALE = _object(
    files=_strings(_PATH, "Only memories anchored to these"), at=_string(200, "Judge this commit, not the working tree")
)
SHOW = _object("id", id=_id())
REAFFIRM = _object(
    "id",
    "evidence",
    id=_id(),
    evidence=_string(_LINE, "What you looked at that shows it"),
    anchors=_strings(_LINE, "Where its code is now, if that is gone"),
    expect={"type": "string", "pattern": "^[0-9a-f]{12}$", "description": "`state` from show; refused if it changed"},
    expires=_EXPIRES,
)
SUPERSEDE = _object("old", "new", old=_id(), new=_id("Must cover all anchors of old"))
DEPRECATE = _object("id", "reason", id=_id(), reason=_string(_LINE, "Why it no longer holds"))
