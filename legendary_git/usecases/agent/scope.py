"""Whose settings are meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.usecases.agent.host import AgentHost, Places, find_place
from legendary_git.usecases.agent.hosts import AGENT_HOSTS


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


def load_users_scope(environ: Mapping[str, str]) -> AgentScope:
    """The scope of the user. Raises AgentRefused where the environment does not say where his settings are."""
    moved = {"XDG_CONFIG_HOME", *(host.home_variable for host in AGENT_HOSTS.values() if host.home_variable)}
    for name in ("HOME", *sorted(moved)):
        found = environ.get(name, "")
        if found and not Path(found).is_absolute():
            todo = f"set {name} to an absolute path" + ("" if name == "HOME" else ", or unset it")
            raise AgentRefused(f"{name} is no absolute path: {found}", todo)
    if not environ.get("HOME"):
        raise AgentRefused("HOME is not set, so it is not known where your settings are", "set HOME to your folder")
    return AgentScope(Path(environ["HOME"]), environ)
