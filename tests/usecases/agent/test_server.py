"""The MCP server in a configuration that other people wrote."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendary_git.store.json_edits import find_node
from legendary_git.store.json_text import JsonFault, parse_json
from legendary_git.store.toml_text import TomlFault
from legendary_git.usecases.agent.hooks_text import NotThere
from legendary_git.usecases.agent.host import ServerForm
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.server import NAME, has_server, with_server, without_server

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

TOML = AGENT_HOSTS["codex"].server
FORMS = {host.name: host.server for host in AGENT_HOSTS.values() if not host.server.is_toml}
JSONS = {
    "empty": "{}",
    "empty on two lines": "{\n}\n",
    "comments and commas": '{\n  // ours\n  "model": "opus", /* now */\n}',
    "tabs": '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
    "crlf": '{\r\n  "a": 1,\r\n}\r\n',
    "byte order mark": '\ufeff{"a": 1}\n',
    "not ascii": '{"name": "Zoë 🦀"}',
    "empty servers": '{"KEY": {}}',
    "empty servers on two lines": '{\n  "KEY": {\n  }\n}\n',
    "another server": '{\n  "KEY": {\n    "docs": {"command": "docs"}, // ours\n  },\n  "a": 1\n}\n',
    "servers twice": '{"KEY": {"a": {}}, "KEY": {"docs": {}}}',
}
TOMLS = {
    "empty": "",
    "no end of line": 'model = "gpt"',
    "comment at the end": 'model = "gpt" # ours',
    "crlf": 'model = "gpt"\r\n\r\n[mcp_servers.docs]\r\ncommand = "docs"\r\n',
    "another server": 'model = "gpt"\n\n[mcp_servers.docs]\ncommand = "docs"\nargs = [\n  "a", # one\n]\n',
    "dotted": 'mcp_servers.docs.command = "docs"\n\n\n',
    "array of tables": "[[rules]]\na = 1\n[[rules]]\na = 2\n",
}


def servers_of(text: str, form: ServerForm) -> dict[str, Any]:
    node = find_node(parse_json(text), form.keys)
    assert node is not None
    found: dict[str, Any] = node.value
    return found


@pytest.mark.parametrize("odd", JSONS)
@pytest.mark.parametrize("host", FORMS)
def test_json_has_the_server_and_comes_out_as_it_was(host: str, odd: str) -> None:
    form = FORMS[host]
    text = JSONS[odd].replace("KEY", form.keys[0])
    put = with_server(text, form)
    assert servers_of(put, form)[NAME] == form.entry
    assert ("docs" in servers_of(put, form)) == ("docs" in text)
    assert put.count("// ours") == text.count("// ours")
    assert with_server(put, form) == put
    assert has_server(put, form)
    assert not has_server(text, form)
    assert without_server(put, form) == text


@pytest.mark.parametrize("host", AGENT_HOSTS)
def test_file_that_is_made_for_the_server_goes_with_it(host: str) -> None:
    form = AGENT_HOSTS[host].server
    made = with_server(None, form)
    assert with_server(made, form) == made
    assert without_server(made, form) is None


@pytest.mark.parametrize("host", FORMS)
def test_file_that_was_empty_is_empty_again(host: str) -> None:
    put = with_server("", FORMS[host])
    assert servers_of(put, FORMS[host])[NAME] == FORMS[host].entry
    assert with_server(put, FORMS[host]) == put
    assert without_server(put, FORMS[host]) == ""
    assert (has_server("", FORMS[host]), without_server("", FORMS[host])) == (False, "")


@pytest.mark.parametrize("host", AGENT_HOSTS)
def test_server_is_started_by_its_name_alone(host: str) -> None:
    entry = AGENT_HOSTS[host].server.entry
    words = entry["command"] if isinstance(entry["command"], list) else [entry["command"], *entry["args"]]
    assert words == ["git-memory", "mcp"]


@pytest.mark.parametrize("host", FORMS)
def test_server_of_that_name_that_is_somebodys_own_stays(host: str) -> None:
    form = FORMS[host]
    put = with_server('{"a": 1}', form)
    mine = put.replace('"git-memory"', '"/opt/git-memory"')
    assert with_server(mine, form) == mine
    assert has_server(mine, form)
    assert without_server(mine, form) == mine


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("[]", 1, "an object is expected here"),
        ('{\n "mcpServers": []\n}', 2, '"mcpServers" has to be an object'),
        ('{\n "mcpServers": null\n}', 2, '"mcpServers" has to be an object'),
    ],
)
def test_other_things_in_its_place_are_refused(text: str, line: int, what: str) -> None:
    with pytest.raises(NotThere) as fault:
        with_server(text, ServerForm())
    assert (fault.value.line, fault.value.what) == (line, what)


def test_text_that_is_no_json_is_refused() -> None:
    with pytest.raises(JsonFault) as fault:
        with_server('{\n  "a": 1\n  "b": 2\n}', ServerForm())
    assert fault.value.line == 3


@pytest.mark.parametrize("odd", TOMLS)
def test_toml_has_the_server_and_comes_out_as_it_was(odd: str) -> None:
    text = TOMLS[odd]
    put = with_server(text, TOML)
    said = tomllib.loads(put)
    assert put.startswith(text)
    assert said["mcp_servers"].pop(NAME) == TOML.entry
    assert {key: value for key, value in said.items() if value} == tomllib.loads(text)
    assert with_server(put, TOML) == put
    assert without_server(put, TOML) == text


@CALM
@given(before=st.sampled_from(sorted(TOMLS)), after=st.sampled_from(["\n[a]\nb = 1\n", "[a]\nb = 1", "\n\n# more\n"]))
def test_toml_that_others_wrote_after_ours_stays(before: str, after: str) -> None:
    put = with_server(TOMLS[before], TOML)
    newline = "" if put.endswith("\n") else "\n"
    left = without_server(put + newline + after, TOML)
    assert left is not None
    assert tomllib.loads(left) == tomllib.loads(f"{TOMLS[before]}\n{after}")
    assert left.startswith(TOMLS[before])
    assert left.rstrip().endswith(after.strip())


@pytest.mark.parametrize(
    "change",
    [
        lambda put: put.replace('"git-memory"', '"/opt/git-memory"'),
        lambda put: put.replace("# legendary-git: end", "startup_timeout_sec = 20\n# legendary-git: end"),
        lambda put: put + "startup_timeout_sec = 20\n",
        lambda put: put + '[mcp_servers.legendary-git.env]\nA = "b"\n',
        lambda put: put.replace("# legendary-git: begin\n", "").replace("# legendary-git: end\n", ""),
    ],
)
def test_table_of_that_name_that_is_somebodys_own_stays(change: Any) -> None:
    mine = change(with_server('model = "gpt"\n', TOML))
    assert with_server(mine, TOML) == mine
    assert has_server(mine, TOML)
    assert without_server(mine, TOML) == mine


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = \n", 2), ("mcp_servers = {}\n", 4), ('mcp_servers = { docs = { command = "d" } }', 4)],
)
def test_toml_that_takes_no_table_is_refused(text: str, line: int) -> None:
    with pytest.raises(TomlFault) as fault:
        with_server(text, TOML)
    assert fault.value.line == line
