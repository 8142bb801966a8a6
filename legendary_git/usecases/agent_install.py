"""Give an agent its hooks, its rules and its skill; say what it has; take all of it away again."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.git.atomic import write_atomically
from legendary_git.usecases.agent_files import AgentFile, FileState, block_file, load_text, own_file, settings_file
from legendary_git.usecases.agent_hosts import AGENT_HOSTS, AgentHost, Places, find_place

SKILL = "legendary-git"
_OWN_RULES = ".windsurf/rules/"


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
class AgentScope:
    """Whose settings: those of the project at `base`, or with `environ` those of the user whose home `base` is."""

    base: Path
    environ: Mapping[str, str] | None = None

    @property
    def is_users(self) -> bool:
        return self.environ is not None


@dataclass(frozen=True, slots=True)
class AgentChange:
    path: Path
    action: AgentAction


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """What a host has in one scope: each of its files, and how it is."""

    host: AgentHost
    files: tuple[tuple[Path, FileState], ...]
    is_runnable: bool
    """Whether `git-memory` is where a hook would find it."""

    @property
    def is_installed(self) -> bool:
        """Skills say nothing, where there is more: other agents have them too."""
        told = [state for path, state in self.files if not _is_skill(path)] or [state for _, state in self.files]
        return any(state is not FileState.ABSENT for state in told)

    @property
    def is_good(self) -> bool:
        good = (FileState.CURRENT, FileState.EDITED)
        return self.is_runnable and all(state in good for _, state in self.files)


def load_host(name: str) -> AgentHost:
    """Raises AgentRefused for an agent that we do not know."""
    if name not in AGENT_HOSTS:
        raise AgentRefused(f"no agent is called {name}", f"choose from: {', '.join(AGENT_HOSTS)}")
    return AGENT_HOSTS[name]


def agent_files(host: AgentHost, scope: AgentScope, *, with_prompt: bool) -> tuple[AgentFile, ...]:
    """Everything that the host is given in that scope."""
    places = _places(host, scope)
    found = []
    if places.settings is not None:
        found.append(settings_file(_path(host, places.settings, scope), host, with_prompt=with_prompt))
    if places.plugin is not None:
        found.append(own_file(_path(host, places.plugin, scope), load_text("opencode.js"), "// {}"))
    if places.rules is not None and places.rules.startswith(_OWN_RULES):
        found.append(own_file(_path(host, places.rules, scope), _WINDSURF_HEAD + load_text("rules.md")))
    elif places.rules is not None:
        found.append(block_file(_path(host, places.rules, scope), load_text("rules.md")))
    if places.skills is not None:
        found.append(own_file(_path(host, f"{places.skills}/{SKILL}/SKILL.md", scope), load_text("SKILL.md")))
    return tuple(found)


_WINDSURF_HEAD = "---\ntrigger: always_on\n---\n\n"


def install(host: AgentHost, scope: AgentScope, *, with_prompt: bool) -> tuple[AgentChange, ...]:
    """Put everything in place that is not yet. Nothing is written before all of it is understood.

    Raises AgentRefused for a file that cannot be read, understood or written.
    """
    planned = []
    for file in agent_files(host, scope, with_prompt=with_prompt):
        old = _read(file.path)
        planned.append((file, old, file.put(old)))
    return tuple(_change(file.path, old, new) for file, old, new in planned)


def uninstall(host: AgentHost, scope: AgentScope) -> tuple[AgentChange, ...]:
    """Take away what is ours, and leave each file as it was before. Raises AgentRefused, as `install` does."""
    shared = _used_by_others(host, scope)
    planned = []
    for file in agent_files(host, scope, with_prompt=True):
        old = _read(file.path)
        planned.append((file, old, None if old is None else file.take(old)))
    return tuple(
        AgentChange(file.path, AgentAction.SHARED)
        if file.path in shared and old is not None
        else _taken(file, old, new, scope.base)
        for file, old, new in planned
    )


def status(scope: AgentScope, names: Sequence[str], *, with_prompt: bool) -> tuple[AgentStatus, ...]:
    """How each of these hosts is off. Raises AgentRefused for a file that cannot be understood."""
    is_runnable = shutil.which("git-memory") is not None
    return tuple(
        AgentStatus(
            host,
            tuple(
                (file.path, file.state(_read(file.path))) for file in agent_files(host, scope, with_prompt=with_prompt)
            ),
            is_runnable or host.name in ("windsurf", "other"),
        )
        for host in map(load_host, names)
    )


def _places(host: AgentHost, scope: AgentScope) -> Places:
    return host.user if scope.is_users else host.project


def _path(host: AgentHost, below: str, scope: AgentScope) -> Path:
    return find_place(host, below, scope.base, scope.environ)


def _used_by_others(host: AgentHost, scope: AgentScope) -> set[Path]:
    """Skills that another agent, which is installed too, reads from the same folder."""
    shared: set[Path] = set()
    for other in AGENT_HOSTS.values():
        if other.name == host.name:
            continue
        known = agent_files(other, scope, with_prompt=True)
        if any(_is_there(file) for file in known if not _is_skill(file.path)):
            shared |= {file.path for file in known if _is_skill(file.path)}
    return shared


def _is_there(file: AgentFile) -> bool:
    """What cannot be understood may be."""
    try:
        return file.state(_read(file.path)) is not FileState.ABSENT
    except AgentRefused:
        return True


def _is_skill(path: Path) -> bool:
    return path.name == "SKILL.md"


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise AgentRefused(f"{path}:{line}: this is not UTF-8", "mend that line; nothing was changed") from error
    except OSError as error:
        raise AgentRefused(f"{path} cannot be read: {error.strerror}", "make it a file that you can read") from error


def _change(path: Path, old: str | None, new: str) -> AgentChange:
    if new == old:
        return AgentChange(path, AgentAction.UNCHANGED)
    _write(path, new)
    return AgentChange(path, AgentAction.WRITTEN if old is None else AgentAction.UPDATED)


def _taken(file: AgentFile, old: str | None, new: str | None, base: Path) -> AgentChange:
    if old is None or (new == old and not file.is_ours(old)):
        return AgentChange(file.path, AgentAction.ABSENT)
    if new == old:
        return AgentChange(file.path, AgentAction.KEPT)
    if new is None:
        _delete(file.path, base)
    else:
        _write(file.path, new)
    return AgentChange(file.path, AgentAction.REMOVED)


def _write(path: Path, text: str) -> None:
    """Where the path is a link, what it leads to is written. The mode stays."""
    target = path.resolve()
    try:
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
        write_atomically(target, text.encode("utf-8"), mode=mode)
    except OSError as error:
        raise _cannot_write(path, error) from error


def _delete(path: Path, base: Path) -> None:
    try:
        path.resolve().unlink()
    except OSError as error:
        raise _cannot_write(path, error) from error
    for folder in path.parents:
        if folder == base or not folder.is_relative_to(base):
            return
        with suppress(OSError):  # it is not empty
            folder.rmdir()


def _cannot_write(path: Path, error: OSError) -> AgentRefused:
    return AgentRefused(
        f"{path} cannot be written: {error.strerror}", "make it a file that you can write; then try again"
    )
