"""What happened in an agent's session, whatever its host calls it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias

Payload: TypeAlias = Mapping[str, Any]
"""What a host puts on standard input: a JSON object, of which nothing can be relied on."""


class Moment(Enum):
    """When in a session something happened."""

    SESSION = "session"
    """It began, went on after a break, or was compacted."""
    PROMPT = "prompt"
    BEFORE_READ = "before-read"
    BEFORE_EDIT = "before-edit"
    AFTER_EDIT = "after-edit"
    AFTER_COMMAND = "after-command"
    """A command ended; `failed` says how, where the host tells."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A piece of a file that is replaced: `before` is None where the whole file is written."""

    path: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of a session. `name` is what the host calls it, which an answer has to say again.

    Paths are as the host gave them: absolute or relative to `cwd`, perhaps with backslashes. `session` is None where
    the host tells none. `is_new` says of SESSION that what was pushed before is not in the agent's mind any more (a new
    session, one that was cleared or compacted).
    """

    host: str
    name: str
    moment: Moment
    session: str | None = None
    cwd: str | None = None
    is_new: bool = False
    paths: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    command: str | None = None
    output: str = ""
    failed: bool | None = None
    prompt: str = ""


class Host(Protocol):
    """What is particular to one host: how its payloads are read, and how it wants to be answered."""

    name: str

    def read_event(self, payload: Payload) -> Event | None:
        """The event, or None for one in which there is nothing for us. Never raises for what a payload says."""
        ...

    def format_answer(self, event: Event, context: str) -> Mapping[str, Any]:
        """The JSON object that puts `context` before the agent, in the shape of that event."""
        ...
