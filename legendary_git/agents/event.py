"""What happened in an agent's session, whatever its host calls it.

Every tool call loads this, and must not pay for what it does not use: `dataclasses`, `enum` and `typing` cost more
than all the rest that a push does. What stands under TYPE_CHECKING is for readers and type checkers.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar, Protocol, TypeAlias

    Payload: TypeAlias = Mapping[str, Any]
    """What a host puts on standard input: a JSON object, of which nothing can be relied on."""
else:
    Payload = dict
    Protocol = object


class Moment:
    """When in a session something happened; one object each, as of an enumeration."""

    __slots__ = ("value",)

    SESSION: ClassVar[Moment]
    """It began, went on after a break, or was compacted."""
    PROMPT: ClassVar[Moment]
    BEFORE_READ: ClassVar[Moment]
    BEFORE_EDIT: ClassVar[Moment]
    AFTER_EDIT: ClassVar[Moment]
    AFTER_COMMAND: ClassVar[Moment]
    """A command ended; `failed` says how, where the host tells."""
    COMPACTED: ClassVar[Moment]
    """What the agent has in mind is, or is about to be, replaced by a summary. Nothing can be said at this event."""

    def __init__(self, value: str) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Moment({self.value!r})"


Moment.SESSION = Moment("session")
Moment.PROMPT = Moment("prompt")
Moment.BEFORE_READ = Moment("before-read")
Moment.BEFORE_EDIT = Moment("before-edit")
Moment.AFTER_EDIT = Moment("after-edit")
Moment.AFTER_COMMAND = Moment("after-command")
Moment.COMPACTED = Moment("compacted")


class _Value:
    """Something that is what its fields are."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.__slots__))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({said})"


class Edit(_Value):
    """A piece of a file that is replaced: `before` is None where the whole file is written."""

    __slots__ = ("after", "before", "path")

    def __init__(self, path: str, before: str | None, after: str) -> None:
        self.path = path
        self.before = before
        self.after = after


class Event(_Value):
    """One event of a session. `name` is what the host calls it, which an answer has to say again.

    Paths are as the host gave them: absolute or relative to `cwd`, perhaps with backslashes. `session` is None where
    the host tells none. `is_new` says of SESSION that what was pushed before is not in the agent's mind any more (a new
    session, one that was cleared or compacted). `before` is the whole text of the one file that was edited, as it was
    before that, where the host tells.
    """

    __slots__ = (
        *("host", "name", "moment", "session", "cwd", "is_new"),
        *("paths", "edits", "before", "command", "output", "failed", "prompt"),
    )

    def __init__(
        self,
        *,
        host: str,
        name: str,
        moment: Moment,
        session: str | None = None,
        cwd: str | None = None,
        is_new: bool = False,
        paths: tuple[str, ...] = (),
        edits: tuple[Edit, ...] = (),
        before: str | None = None,
        command: str | None = None,
        output: str = "",
        failed: bool | None = None,
        prompt: str = "",
    ) -> None:
        self.host = host
        self.name = name
        self.moment = moment
        self.session = session
        self.cwd = cwd
        self.is_new = is_new
        self.paths = paths
        self.edits = edits
        self.before = before
        self.command = command
        self.output = output
        self.failed = failed
        self.prompt = prompt


class Host(Protocol):
    """What is particular to one host: how its payloads are read, and how it wants to be answered."""

    name: str

    def read_event(self, payload: Payload) -> Event | None:
        """The event, or None for one in which there is nothing for us. Never raises for what a payload says."""

    def format_answer(self, event: Event, context: str) -> Mapping[str, Any]:
        """The JSON object that puts `context` before the agent, in the shape of that event."""
