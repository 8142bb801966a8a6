"""Several hosts read the same file: who has installed what is told by the files that a host does not share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from legendary_git.usecases.agent.file import AgentFile
from legendary_git.usecases.agent.files import agent_files, declared_paths, is_there, skill_path
from legendary_git.usecases.agent.host import AgentHost
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.scope import AgentScope, AgentWish


def is_installed(host: AgentHost, scope: AgentScope) -> bool:
    """Whether a file that no other host reads has something of ours; a skill says nothing where there is more.

    Where a host has no such file, all that it is given has to be there, and not all of it because of others.
    """
    alone = _alone(host, scope)
    if alone:
        return any(map(is_there, alone))
    known = _known(host, scope)
    told = [other for other in _others(host) if any(map(is_there, _alone(other, scope)))]
    explained = {file.path for other in told for file in _known(other, scope)}
    return all(map(is_there, known)) and any(file.path not in explained for file in known)


def used_by_others(host: AgentHost, scope: AgentScope) -> set[Path]:
    """The files that another agent, which is installed too, reads as well.

    Of one that has nothing but a skill, which others read too, nobody knows whether it is installed.
    """
    used: set[Path] = set()
    for other in _others(host):
        known = _known(other, scope)
        if _but_the_skill(known, other, scope) and is_installed(other, scope):
            used |= {file.path for file in known}
    return used


def _alone(host: AgentHost, scope: AgentScope) -> Sequence[AgentFile]:
    """What no other host reads: without the skill, where there is more."""
    shared = {path for other in _others(host) for path in declared_paths(other, scope)}
    alone = [file for file in _known(host, scope) if file.path not in shared]
    return _but_the_skill(alone, host, scope) or alone


def _known(host: AgentHost, scope: AgentScope) -> Sequence[AgentFile]:
    return agent_files(host, scope, AgentWish(with_prompt=True))


def _others(host: AgentHost) -> list[AgentHost]:
    return [other for other in AGENT_HOSTS.values() if other.name != host.name]


def _but_the_skill(found: Sequence[AgentFile], host: AgentHost, scope: AgentScope) -> Sequence[AgentFile]:
    skill = skill_path(host, scope)
    return [file for file in found if file.path != skill]
