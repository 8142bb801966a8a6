"""Give an agent its hooks, its rules, its server and its skill; take all of it away again."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.usecases.agent.disk import delete, read_text, write_text
from legendary_git.usecases.agent.file import AgentFile
from legendary_git.usecases.agent.files import agent_files
from legendary_git.usecases.agent.host import AgentHost
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.scope import AgentScope, AgentWish
from legendary_git.usecases.agent.sharing import used_by_others


class AgentAction(Enum):
    """What became of a file."""

    WRITTEN = "written"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    ABSENT = "absent"
    KEPT = "kept, because it was edited"
    SHARED = "kept for another agent"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class AgentChange:
    path: Path
    action: AgentAction


def load_host(name: str) -> AgentHost:
    """Raises AgentRefused for an agent that we do not know."""
    if name not in AGENT_HOSTS:
        raise AgentRefused(f"no agent is called {name}", f"choose from: {', '.join(AGENT_HOSTS)}")
    return AGENT_HOSTS[name]


def install(host: AgentHost, scope: AgentScope, wish: AgentWish) -> tuple[AgentChange, ...]:
    """Put everything in place that is not yet. Nothing is written before all of it is understood.

    Raises AgentRefused for a file that cannot be read, understood or written.
    """
    planned = []
    for file in agent_files(host, scope, wish):
        old = read_text(file.path)
        planned.append((file, old, file.put(old)))
    return tuple(_change(file.path, old, new) for file, old, new in planned)


def uninstall(host: AgentHost, scope: AgentScope) -> tuple[AgentChange, ...]:
    """Take away what is ours, and leave each file as it was before. Raises AgentRefused, as `install` does."""
    shared = used_by_others(host, scope)
    planned = []
    for file in agent_files(host, scope, AgentWish(with_prompt=True)):
        old = read_text(file.path)
        planned.append((file, old, None if old is None else file.take(old)))
    return tuple(
        AgentChange(file.path, AgentAction.SHARED)
        if file.path in shared and old is not None and new != old
        else _taken(file, old, new, scope.base)
        for file, old, new in planned
    )


def _change(path: Path, old: str | None, new: str) -> AgentChange:
    if new == old:
        return AgentChange(path, AgentAction.UNCHANGED)
    write_text(path, new)
    return AgentChange(path, AgentAction.WRITTEN if old is None else AgentAction.UPDATED)


def _taken(file: AgentFile, old: str | None, new: str | None, base: Path) -> AgentChange:
    if old is None or (new == old and not file.is_ours(old)):
        return AgentChange(file.path, AgentAction.ABSENT)
    if new == old:
        return AgentChange(file.path, AgentAction.KEPT)
    if new is None:
        delete(file.path, base)
    else:
        write_text(file.path, new)
    return AgentChange(file.path, AgentAction.REMOVED)
