"""Which files a host is given, in one scope."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from legendary_git.errors import AgentRefused
from legendary_git.usecases.agent.disk import read_text
from legendary_git.usecases.agent.file import AgentFile, joined
from legendary_git.usecases.agent.host import AgentHost, Place, Places, alternatives
from legendary_git.usecases.agent.kinds import block_file, load_text, own_file, server_file, settings_file
from legendary_git.usecases.agent.scope import AgentScope, AgentWish

SKILL = "legendary-git"


def agent_files(host: AgentHost, scope: AgentScope, wish: AgentWish) -> tuple[AgentFile, ...]:
    """Everything that the host is given in that scope.

    A host with hooks gets the server where that is wished, or where it has it already.
    """
    places = scope.places(host)
    found = [
        *_chosen(host, scope, places.settings, lambda path: settings_file(path, host, with_prompt=wish.with_prompt)),
        *_chosen(host, scope, places.plugin, lambda path: own_file(path, load_text("opencode.js"), "// {}")),
        *_chosen(host, scope, places.rule, lambda path: own_file(path, host.rule_head + load_text("rules.md"))),
        *_chosen(host, scope, places.rules, lambda path: block_file(path, load_text("rules.md"))),
    ]
    servers = _chosen(host, scope, places.server, lambda path: server_file(path, host.server))
    if host.is_told and not wish.with_server:
        servers = [file for file in servers if is_there(file)]
    skill = _chosen(host, scope, _skill(places), lambda path: own_file(path, load_text("SKILL.md")))
    return (*_together(found, servers), *skill)


def declared_paths(host: AgentHost, scope: AgentScope) -> set[Path]:
    """Wherever the host may be given something."""
    places = scope.places(host)
    several = (places.settings, places.plugin, places.rule, places.rules, places.server, _skill(places))
    return {scope.path(host, below) for place in several for below in alternatives(place)}


def skill_path(host: AgentHost, scope: AgentScope) -> Path | None:
    """Where its skill is."""
    below = _skill(scope.places(host))
    return None if below is None else scope.path(host, below)


def is_there(file: AgentFile) -> bool:
    """Whether something of ours is in the file. In what cannot be understood it is where our name is."""
    try:
        text = read_text(file.path)
    except AgentRefused:
        return True
    try:
        return text is not None and file.is_ours(text)
    except AgentRefused:
        return text is not None and SKILL in text


def _skill(places: Places) -> str | None:
    return None if places.skills is None else f"{places.skills}/{SKILL}/SKILL.md"


def _chosen(host: AgentHost, scope: AgentScope, place: Place, make: Callable[[Path], AgentFile]) -> list[AgentFile]:
    """The file at one of the alternatives: where we are already, else the first that is there, else the last."""
    known = [make(scope.path(host, below)) for below in alternatives(place)]
    if len(known) < 2:
        return known
    there = [file for file in known if file.path.is_file()]
    return ([file for file in there if is_there(file)] or there or known[-1:])[:1]


def _together(found: list[AgentFile], servers: list[AgentFile]) -> list[AgentFile]:
    """The server's file after the others, or within one of them."""
    for server in servers:
        same = [at for at, file in enumerate(found) if file.path == server.path]
        if same:
            found[same[0]] = joined(found[same[0]], server)
        else:
            found.append(server)
    return found
