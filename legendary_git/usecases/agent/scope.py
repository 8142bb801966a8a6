"""Whose settings are meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.usecases.agent.host import AgentHost, Places, find_place


@dataclass(frozen=True, slots=True)
class AgentScope:
    """Whose settings: those of the project at `base`, or with `environ` those of the user whose home `base` is."""

    base: Path
    environ: Mapping[str, str] | None = None

    @property
    def is_users(self) -> bool:
        return self.environ is not None

    def places(self, host: AgentHost) -> Places:
        return host.user if self.is_users else host.project

    def path(self, host: AgentHost, below: str) -> Path:
        return find_place(host, below, self.base, self.environ)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentWish:
    """What is asked for beside what every agent gets: to be told at prompts, and the server where a host has hooks."""

    with_prompt: bool = False
    with_server: bool = False
