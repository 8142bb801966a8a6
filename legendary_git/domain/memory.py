"""A memory as its file says it, and a file that does not say one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from legendary_git.domain.anchor import Anchor
from legendary_git.domain.annotations import TypeAlias
from legendary_git.domain.values import dataclass, field

FrontValue: TypeAlias = "str | list[FrontValue] | dict[str, FrontValue]"
"""A value of the front matter: every scalar is the string that was typed."""


class MemoryType(StrEnum):
    """The two types: why the code is the way it is, and what was tried and failed."""

    DECISION = "decision"
    EPISODE = "episode"


class Status(StrEnum):
    """Where a memory is in its life; only active and conflicted ones are recalled unasked."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"
    SUPERSEDED = "superseded"
    CONFLICTED = "conflicted"


class Provenance(StrEnum):
    """Who wrote a memory down (`source:`)."""

    HUMAN = "human"
    AGENT = "agent"
    CAPTURE = "capture"


class Confidence(StrEnum):
    """How sure its author was (`confidence:`)."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory. `path` is its repo_path, `front` every key of its front matter in order, as typed."""

    id: str
    type: MemoryType
    title: str
    status: Status
    path: str
    body: str = ""
    kind: str | None = None
    created: str | None = None
    updated: str | None = None
    anchors: tuple[Anchor, ...] = ()
    triggers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    front: Mapping[str, FrontValue] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The kind, or else the type: what stands before the id wherever a line names a memory."""
        return self.kind or self.type

    @property
    def content(self) -> str:
        """The title, or `title: body` where the body says more."""
        body = self.body.strip()
        return self.title if not body or body == self.title else f"{self.title}: {body}"

    @property
    def supersedes(self) -> tuple[str, ...]:
        """The ids of those whose place it took."""
        return _ids(self.front.get("supersedes", ""))

    @property
    def superseded_by(self) -> str | None:
        """The id of the one that took its place."""
        found = self.front.get("superseded_by", "")
        return found if isinstance(found, str) and found else None

    @property
    def conflicts_with(self) -> tuple[str, ...]:
        """The ids of those that it contradicts, until somebody says which one holds."""
        return _ids(self.front.get("conflicts_with", ""))

    @property
    def is_conflicted(self) -> bool:
        """Whether another memory says something else, and nobody has said yet which one holds."""
        return self.status is Status.CONFLICTED

    @property
    def is_retired(self) -> bool:
        """Whether it was superseded or deprecated, so that nobody should act on it any more."""
        return self.status in (Status.SUPERSEDED, Status.DEPRECATED)


def _ids(value: FrontValue) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(item for item in items if isinstance(item, str) and item)


@dataclass(frozen=True, slots=True)
class InvalidMemory:
    """A file in the memory folder that does not say a memory: where (`line` from 1) and why.

    `is_absent`: what it says cannot be known, because this clone lacks its content. `has_secret`: it says one, but for
    a secret in it, for which it is kept from everybody. `is_stand_in`: it is no file, or no folder, where one belongs.
    """

    path: str
    line: int
    message: str
    id: str | None = None
    is_absent: bool = False
    has_secret: bool = False
    is_stand_in: bool = False
