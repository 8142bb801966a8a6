"""Give an agent its hooks, its rules, its server and its skill; take all of it away again."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from enum import Enum
from functools import partial
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.usecases.agent.disk import delete, read_text, refuse_read_only, write_text
from legendary_git.usecases.agent.file import AgentFile, FileState
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

    @property
    def is_change(self) -> bool:
        return self in (AgentAction.WRITTEN, AgentAction.UPDATED, AgentAction.REMOVED)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class AgentChange:
    path: Path
    action: AgentAction


@dataclass(frozen=True, slots=True)
class _Step:
    """A file, its text, and what it is to be; None is a file that is not there."""

    file: AgentFile
    old: str | None
    new: str | None


def load_host(name: str) -> AgentHost:
    """Raises AgentRefused for an agent that we do not know."""
    if name not in AGENT_HOSTS:
        raise AgentRefused(f"no agent is called {name}", f"choose from: {', '.join(AGENT_HOSTS)}")
    return AGENT_HOSTS[name]


def install(hosts: Sequence[AgentHost], scope: AgentScope, wish: AgentWish) -> tuple[AgentChange, ...]:
    """Put everything in place that is not yet. Nothing is written before all of it is understood.

    Raises AgentRefused for a file that cannot be read, understood or written; one that says what was written.
    """
    return put_files([file for host in hosts for file in agent_files(host, scope, wish)])


def put_files(files: Sequence[AgentFile]) -> tuple[AgentChange, ...]:
    """Put what is ours into each of them; what another of them has put into the same file before is kept."""
    drafts: dict[Path, str | None] = {}
    planned = []
    for file in files:
        old = drafts[file.path] if file.path in drafts else read_text(file.path)
        new = drafts[file.path] = file.put(old)
        planned.append(_Step(file, old, new))
        if new != old:
            refuse_read_only(file.path)
    return tuple(_do(planned, _put, []))


def uninstall(hosts: Sequence[AgentHost], scope: AgentScope) -> tuple[AgentChange, ...]:
    """Take away what is ours, and leave each file as it was before. Raises AgentRefused, as `install` does."""
    for host in hosts[1:]:
        _plan_taking(host, scope)  # so that what cannot be understood is found before anything is taken away
    changes: list[AgentChange] = []
    for host in hosts:
        shared = used_by_others(host, scope)
        _do(_plan_taking(host, scope), partial(_take, shared=shared, base=scope.base), changes)
    return tuple(changes)


def _plan_taking(host: AgentHost, scope: AgentScope) -> list[_Step]:
    planned = []
    for file in agent_files(host, scope, AgentWish(with_prompt=True)):
        old = read_text(file.path)
        new = None if old is None else file.take(old)
        planned.append(_Step(file, old, new))
        if new != old:
            refuse_read_only(file.path)
    return planned


def _do(
    planned: Sequence[_Step], work: Callable[[_Step], AgentAction], changes: list[AgentChange]
) -> list[AgentChange]:
    """Do each, after what was done before. Where one fails, the error says what was written, and what was not."""
    for at, step in enumerate(planned):
        try:
            changes.append(AgentChange(step.file.path, work(step)))
        except AgentRefused as error:
            done = [f"{change.action}: {change.path}" for change in changes if change.action.is_change]
            left = [f"not done: {other.file.path}" for other in planned[at:] if other.new != other.old]
            raise AgentRefused(error.what, error.todo, details=(*done, *left)) from error
    return changes


def _put(step: _Step) -> AgentAction:
    if step.new == step.old:
        is_edited = step.old is not None and step.file.state(step.old) is FileState.EDITED
        return AgentAction.KEPT if is_edited else AgentAction.UNCHANGED
    write_text(step.file.path, step.new or "")
    return AgentAction.WRITTEN if step.old is None else AgentAction.UPDATED


def _take(step: _Step, shared: Container[Path], base: Path) -> AgentAction:
    if step.old is None or (step.new == step.old and not step.file.is_ours(step.old)):
        return AgentAction.ABSENT
    if step.new == step.old:
        return AgentAction.KEPT
    if step.file.path in shared:
        return AgentAction.SHARED
    if step.new is None:
        delete(step.file.path, base)
    else:
        write_text(step.file.path, step.new)
    return AgentAction.REMOVED
