"""What is to be known of an agent's host: where it keeps its settings, what it calls its events, where skills are.

A host is a value and no code; `hosts` has them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from legendary_git.domain.values import dataclass, field

Place = str | tuple[str, ...] | None
"""A path, or several: the first of them that is there is the one, else the last. None where there is no such thing."""


class Shape(Enum):
    """How a host writes a hook down."""

    GROUPS = "groups of handlers, each group with a matcher; seconds"
    GROUPS_IN_MS = "the same with a name; milliseconds"
    FLAT = "handlers with a matcher of their own; seconds"
    FLAT_BASH = "handlers that name the shell they are for; seconds"


@dataclass(frozen=True, slots=True)
class HookEvent:
    """One event that is listened to. With `keys` the file that is meant is looked for in the payload by these keys."""

    name: str
    verb: str
    matcher: str | None = None
    keys: tuple[str, ...] = ()
    is_prompt: bool = False


@dataclass(frozen=True, slots=True)
class ServerForm:
    """How a host writes an MCP server down: under which keys, one in the other, and what stands there under our name.

    With `is_toml` it is a table of that name below `keys`, in TOML.
    """

    keys: tuple[str, ...] = ("mcpServers",)
    entry: Mapping[str, Any] = field(default_factory=lambda: {"command": "git-memory", "args": ["mcp"]})
    is_toml: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where a host looks, below the project's folder or the user's own.

    `rule` is a file of ours alone, `rules` a text of others that gets a block. `by_hand` says how the server is added
    where no file can be written for it.
    """

    settings: Place = None
    plugin: str | None = None
    rule: str | None = None
    rules: Place = None
    skills: str | None = None
    server: Place = None
    by_hand: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentHost:
    """One agent. `home_variable` moves the first folder of what the user has of his own, from the home folder.

    `rule_head` is what a rule of ours begins with, so that the host reads it always.
    """

    name: str
    title: str
    project: Places
    user: Places
    shape: Shape = Shape.GROUPS
    events: tuple[HookEvent, ...] = ()
    project_variable: str = "CLAUDE_PROJECT_DIR"
    any_shell: bool = False
    has_version: bool = False
    home_variable: str | None = None
    rule_head: str = ""
    server: ServerForm = ServerForm()
    hint: str = ""

    @property
    def is_told(self) -> bool:
        """Whether it has hooks by which it is told what it did not ask for."""
        return bool(self.events) or self.project.plugin is not None


def alternatives(place: Place) -> tuple[str, ...]:
    """The paths that a place may be, in the order in which the host prefers them."""
    return (place,) if isinstance(place, str) else place or ()


def find_place(host: AgentHost, below: str, base: Path, environ: Mapping[str, str] | None) -> Path:
    """Where `below` is: under `base`, or where the user has moved that folder; `environ` is None for a project."""
    first, _, rest = below.partition("/")
    if environ is not None and host.home_variable and first == _own_folder(host):
        moved = environ.get(host.home_variable)
        return Path(moved, rest) if moved else base / below
    if environ is not None and first == ".config" and environ.get("XDG_CONFIG_HOME"):
        return Path(environ["XDG_CONFIG_HOME"], rest)
    return base / below


def _own_folder(host: AgentHost) -> str:
    return alternatives(host.user.settings)[0].partition("/")[0]
