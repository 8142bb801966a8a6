"""What agents have of ours, and whether it would work."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.usecases.agent.disk import read_text
from legendary_git.usecases.agent.file import AgentFile, FileState
from legendary_git.usecases.agent.files import agent_files
from legendary_git.usecases.agent.host import AgentHost
from legendary_git.usecases.agent.install import load_host
from legendary_git.usecases.agent.scope import AgentScope, AgentWish
from legendary_git.usecases.agent.sharing import is_installed
from legendary_git.usecases.agent.switches import find_switch

_SDK = ("mcp", "mcp_types")
"""Versions that are too old have no mcp_types."""


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """What a host has in one scope: each of its files, and how it is."""

    host: AgentHost
    is_installed: bool
    files: tuple[tuple[Path, FileState], ...]
    is_runnable: bool
    """Whether `git-memory` is where a host would find it."""
    is_short_of_sdk: bool
    """Whether the host starts the server, which could not run here."""

    faults: tuple[str, ...] = ()
    """What is the matter with files that cannot be understood: of ours, or where the host looks for its settings."""
    switch: tuple[Path, str] | None = None
    """By which file and setting the host runs no hooks."""

    @property
    def is_good(self) -> bool:
        good = (FileState.CURRENT, FileState.EDITED)
        can_run = self.is_runnable and not self.is_short_of_sdk and self.switch is None and not self.faults
        return can_run and all(state in good for _, state in self.files)

    @property
    def is_wrong(self) -> bool:
        """Whether it has something of ours, or nobody can tell, and would not be told."""
        return bool(self.faults) or (self.is_installed and not self.is_good)


def status(
    scope: AgentScope, users: AgentScope | None, names: Sequence[str], *, with_prompt: bool
) -> tuple[AgentStatus, ...]:
    """How each of these hosts is off. `users` is the scope of whoever asks, whose settings hold in projects too.

    Raises AgentRefused for an agent that we do not know.
    """
    wish = AgentWish(with_prompt=with_prompt)
    return tuple(_of_host(load_host(name), scope, users, wish) for name in names)


def has_sdk() -> bool:
    """Whether what the server is made of is installed. Nothing of it is loaded."""
    return all(find_spec(name) is not None for name in _SDK)


def _of_host(host: AgentHost, scope: AgentScope, users: AgentScope | None, wish: AgentWish) -> AgentStatus:
    known: list[tuple[AgentFile, FileState]] = []
    faults: list[str] = []
    for file in agent_files(host, scope, wish):
        try:
            known.append((file, file.state(read_text(file.path))))
        except AgentRefused as error:
            known.append((file, FileState.UNKNOWN))
            faults.append(error.what)
    is_there = is_installed(host, scope)
    switch, more = find_switch(host, scope, users) if is_there else (None, ())
    has_server = any(file.has_server and state is not FileState.ABSENT for file, state in known)
    return AgentStatus(
        host,
        is_there,
        tuple((file.path, state) for file, state in known),
        shutil.which("git-memory") is not None,
        has_server and not has_sdk(),
        tuple(dict.fromkeys((*faults, *more))),
        switch,
    )
