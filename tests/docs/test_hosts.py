"""The tables of hosts say what is declared of them, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from legendary_git.usecases.agent.host import AgentHost, Place, alternatives
from legendary_git.usecases.agent.hosts import AGENT_HOSTS

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
_REWRITE = os.environ.get("LEGENDARY_REWRITE_EXPECTED") == "1"


def paths(place: Place, home: str = "") -> str:
    return ", ".join(f"`{home}{below}`" for below in alternatives(place))


def row_of_hooks(host: AgentHost) -> str:
    project, user = host.project, host.user
    written = f"{paths(project.settings or project.plugin)} | {paths(user.settings or user.plugin, '~/')}"
    return f"| {host.title} | `{host.name}` | {written} | {paths(project.skills)} | {paths(user.skills, '~/')} |"


def row_of_rules(host: AgentHost) -> str:
    project, user = host.project, host.user
    written = f"{paths(project.rule or project.rules)} | {paths(user.rule or user.rules, '~/')}"
    return f"| {host.title} | `{host.name}` | {written} | {paths(project.skills)} | {paths(user.skills, '~/')} |"


def row_of_server(host: AgentHost) -> str:
    below = ".".join(f"`{key}`" for key in host.server.keys)
    files = f"{paths(host.project.server)} | {paths(host.user.server, '~/')}"
    return f"| {host.title} | {files} | {below} |"


def table(head: str, rows: Iterable[str]) -> str:
    return "\n".join([head, "|" + "---|" * (head.count("|") - 1), *rows, ""])


TOLD = [host for host in AGENT_HOSTS.values() if host.is_told]
ASKING = [host for host in AGENT_HOSTS.values() if not host.is_told]
TABLES = {
    "hosts.md: with hooks": table(
        "| host | AGENT | hooks in the project | with `--user` | skill in the project | with `--user` |",
        map(row_of_hooks, TOLD),
    ),
    "hosts.md: without hooks": table(
        "| host | AGENT | rules in the project | with `--user` | skill in the project | with `--user` |",
        map(row_of_rules, ASKING),
    ),
    "mcp.md: the server": table(
        "| host | in the project | with `--user` | below |", map(row_of_server, AGENT_HOSTS.values())
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_table_of_hosts_is_what_is_declared(name: str) -> None:
    page, wanted = DOCS / name.partition(":")[0], TABLES[name]
    text = page.read_text(encoding="utf-8")
    start = text.index(wanted.partition("\n")[0])
    end = text.index("\n\n", start) + 1
    if _REWRITE and text[start:end] != wanted:
        page.write_text(text[:start] + wanted + text[end:], encoding="utf-8")
    assert text[start:end] == wanted
