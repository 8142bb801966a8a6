"""What is declared of hosts: everything in its folder, nothing of this machine, nothing twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePosixPath

import pytest

from legendary_git.agents.hosts import HOSTS
from legendary_git.usecases.agent.files import agent_files, declared_paths
from legendary_git.usecases.agent.host import AgentHost, Places
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.scope import AgentScope, AgentWish

ALL = AGENT_HOSTS.values()
PLACES = [
    pytest.param(host, places, id=f"{host.name}-{where}")
    for host in ALL
    for where, places in (("project", host.project), ("user", host.user))
]
EVERYTHING = AgentWish(with_prompt=True, with_server=True)


def test_hosts_with_hooks_are_those_that_can_be_answered() -> None:
    assert sorted(host.name for host in ALL if host.is_told) == sorted(HOSTS)


@pytest.mark.parametrize(("host", "places"), PLACES)
def test_server_has_a_file_or_a_way_to_add_it_by_hand(host: AgentHost, places: Places) -> None:
    assert bool(places.server) != bool(places.by_hand), host.name


@pytest.mark.parametrize(("host", "places"), PLACES)
def test_agent_gets_a_skill_and_hooks_or_rules(host: AgentHost, places: Places) -> None:
    assert places.skills
    if host.is_told:
        assert bool(places.settings) != bool(places.plugin)
        assert not places.rule
        assert not places.rules
    elif places is host.project:
        assert bool(places.rule) != bool(places.rules)
    assert bool(host.rule_head) == bool(host.project.rule or host.user.rule)


@pytest.mark.parametrize("environ", [None, {}])
@pytest.mark.parametrize("host", ALL, ids=AGENT_HOSTS)
def test_places_are_relative_and_below_their_base(host: AgentHost, environ: dict[str, str] | None) -> None:
    for path in declared_paths(host, AgentScope(Path("/base"), environ)):
        assert path.is_relative_to("/base")
        assert ".." not in PurePosixPath(path).parts


@pytest.mark.parametrize("environ", [None, {}])
@pytest.mark.parametrize("host", ALL, ids=AGENT_HOSTS)
def test_no_file_is_written_twice(host: AgentHost, environ: dict[str, str] | None, tmp_path: Path) -> None:
    files = agent_files(host, AgentScope(tmp_path, environ), EVERYTHING)
    assert max(Counter(file.path for file in files).values()) == 1


@pytest.mark.parametrize("host", ALL, ids=AGENT_HOSTS)
def test_hosts_that_share_a_file_write_the_same_into_it(host: AgentHost, tmp_path: Path) -> None:
    scope = AgentScope(tmp_path)
    made = {file.path: file.put(None) for file in agent_files(host, scope, EVERYTHING)}
    for other in ALL:
        for file in agent_files(other, scope, EVERYTHING):
            assert file.put(None) == made.get(file.path, file.put(None)), (host.name, other.name, file.path)
