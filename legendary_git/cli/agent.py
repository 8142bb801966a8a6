"""`git memory agent install|status|uninstall`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click

from legendary_git.cli.output import notice, say
from legendary_git.cli.where import open_workspace
from legendary_git.errors import EXIT_NO, EXIT_OK, AgentRefused, RepositoryError, UsageError
from legendary_git.render.agent_text import (
    SDK_CURE,
    is_wrong,
    render_changes,
    render_plan,
    render_status,
    render_status_json,
)
from legendary_git.usecases.agent.files import agent_files
from legendary_git.usecases.agent.host import AgentHost
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.install import install, load_host, put_files, uninstall
from legendary_git.usecases.agent.scope import AgentScope, AgentWish, load_users_scope
from legendary_git.usecases.agent.status import has_sdk, status

_HOSTS = click.argument("names", nargs=-1, metavar="AGENT...")
_USER = click.option("--user", is_flag=True, help="For you in every project, not for this project and everybody in it.")


@click.group("agent")
def command() -> None:
    """Let coding agents be told what is remembered: hooks, rules, the skill and the MCP server."""


@command.command("install")
@_HOSTS
@_USER
@click.option("--mcp", "with_server", is_flag=True, help="Add the MCP server also where the agent has hooks.")
@click.option("--print", "is_printed", is_flag=True, help="Write nothing; print what would stand in which file.")
@click.option("--plugin", metavar="DIR", type=click.Path(path_type=Path), help="Write Claude Code's plugin into DIR.")
def install_agent(names: tuple[str, ...], user: bool, with_server: bool, is_printed: bool, plugin: Path | None) -> None:
    """Tell AGENT (claude, codex, cursor, gemini, copilot, opencode, qwen, droid) what is remembered.

    One whose host has no hooks (windsurf, vscode, cline, roo, kilo, zed, kiro, junie, amp, antigravity, continue,
    other) gets rules and the MCP server, by which it can ask.

    What others wrote into its settings stays as it is, to the byte. For a project the files are to be committed:
    nothing in them is of this machine, and who has no git-memory notices nothing. Prompts are listened to only where
    legendary.promptRecall is set when this is run.
    """
    hosts = _load(names, "install")
    if plugin is not None:
        _refuse_for_plugin(hosts, has_options=user or with_server)
        _install_plugin(plugin, is_printed=is_printed)
        return
    scope, wish = _scope(user), AgentWish(with_prompt=_with_prompt(), with_server=with_server)
    if is_printed:
        for host in hosts:
            say(render_plan(agent_files(host, scope, wish), _shown_from(scope)))
        return
    say(render_changes(install(hosts, scope, wish), _shown_from(scope)))
    for host in hosts:
        notice(_hints(host, scope, wish))


@command.command("uninstall")
@_HOSTS
@_USER
def uninstall_agent(names: tuple[str, ...], user: bool) -> None:
    """Take away what was installed for AGENT; its settings become what they were before, to the byte."""
    hosts, scope = _load(names, "uninstall"), _scope(user)
    say(render_changes(uninstall(hosts, scope), _shown_from(scope)))


@command.command("status")
@_HOSTS
@_USER
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show_status(names: tuple[str, ...], user: bool, as_json: bool) -> int:
    """Tell which agents are told (default: all). Exit code 1 if one that has something of ours would not be told."""
    scope = _scope(user)
    users = None
    with suppress(AgentRefused):
        users = scope if user else load_users_scope(os.environ)
    found = status(scope, users, names or tuple(AGENT_HOSTS), with_prompt=_with_prompt())
    base = _shown_from(scope)
    say([render_status_json(found, base)] if as_json else render_status(found, base))
    return EXIT_NO if is_wrong(found) else EXIT_OK


def _hints(host: AgentHost, scope: AgentScope, wish: AgentWish) -> list[str]:
    by_hand = scope.places(host).by_hand
    wants_server = wish.with_server or not host.is_told
    return [
        *([f"hint: {host.hint}"] if host.hint else []),
        *([f"hint: to add the MCP server: {by_hand}"] if by_hand and wants_server else []),
        *([f"hint: the MCP server needs an extra: {SDK_CURE}"] if wants_server and not has_sdk() else []),
    ]


def _load(names: Iterable[str], verb: str) -> list[AgentHost]:
    hosts = [load_host(name) for name in dict.fromkeys(names)]
    if not hosts:
        raise UsageError("no agent is named", f"name one: git memory agent {verb} {'|'.join(AGENT_HOSTS)}")
    return hosts


def _scope(is_users: bool) -> AgentScope:
    return load_users_scope(os.environ) if is_users else AgentScope(open_workspace().root)


def _shown_from(scope: AgentScope) -> Path | None:
    """What is the user's is shown in full: it is not where he is."""
    return None if scope.is_users else scope.base


def _with_prompt() -> bool:
    """As git's configuration says, in a repository or outside of one."""
    try:
        return open_workspace().repo.is_set("legendary.promptRecall")
    except RepositoryError:
        from legendary_git.git.environment import ask_git

        asked = ask_git(["config", "--global", "--type=bool", "legendary.promptRecall"], Path.home())
        return asked.stdout.strip() == b"true"


def _refuse_for_plugin(hosts: list[AgentHost], *, has_options: bool) -> None:
    todo = "git memory agent install claude --plugin DIR"
    if [host.name for host in hosts] != ["claude"]:
        raise UsageError("only Claude Code has plugins of this kind", todo)
    if has_options:
        raise UsageError("a plugin is a folder of its own: --user and --mcp say nothing of it", todo)


def _install_plugin(folder: Path, *, is_printed: bool) -> None:
    from legendary_git.usecases.agent.plugin import plugin_files

    files = plugin_files(folder, with_prompt=_with_prompt())
    say(render_plan(files, folder) if is_printed else render_changes(put_files(files), folder))
