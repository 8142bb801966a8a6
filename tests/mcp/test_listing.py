"""What an agent reads in every session: the tools, and how many bytes they take."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import mcp_types as types
import pytest

from legendary_git.domain.memory import Confidence, MemoryType
from legendary_git.errors import UsageError
from legendary_git.mcp.arguments import check_arguments
from legendary_git.mcp.tools import TOOLS
from tests.mcp.client import MODES, connected, play
from tests.mcp.wire import Wire
from tests.project import Project

_MOST_BYTES = 6_000


@pytest.mark.parametrize("mode", MODES)
def test_listing_has_every_tool_with_a_closed_schema(project: Project, mode: str) -> None:
    found: list[types.Tool] = []

    async def story() -> None:
        async with connected(project.root, mode=mode) as caller:
            found.extend((await caller.client.list_tools()).tools)

    play(story)
    assert [tool.name for tool in found] == [
        *("remember", "recall", "brief", "stale", "show", "reaffirm", "supersede", "deprecate")
    ]
    for tool in found:
        assert tool.description
        assert tool.input_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert "repo" in tool.input_schema["properties"]
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
    hinted = {tool.name for tool in found if tool.annotations is not None and tool.annotations.read_only_hint}
    assert hinted == {"recall", "brief", "stale", "show"}


def test_listing_takes_few_bytes_on_the_wire(project: Project) -> None:
    with Wire.started(project.root) as wire:
        wire.initialize()
        line = wire.ask("tools/list", {})
    assert len(json.loads(line)["result"]["tools"]) == 8
    assert len(line) <= _MOST_BYTES


def test_listing_names_in_choices_what_memories_know() -> None:
    choices = TOOLS["remember"].schema["properties"]
    assert choices["type"]["enum"] == [one.value for one in MemoryType]
    assert choices["confidence"]["enum"] == [one.value for one in Confidence]


_GOOD: dict[str, Any] = {"text": "x"}
ARGUMENTS: list[dict[str, Any]] = [
    _GOOD,
    {},
    {"text": ""},
    {"text": 1},
    {"text": None},
    {"text": "x" * 20_000},
    {"text": "x" * 20_001},
    {**_GOOD, "unknown": 1},
    {**_GOOD, "type": "lesson"},
    {**_GOOD, "type": "episode"},
    {**_GOOD, "importance": 10},
    {**_GOOD, "importance": 10.0},
    {**_GOOD, "importance": 5.5},
    {**_GOOD, "importance": 11},
    {**_GOOD, "importance": -1},
    {**_GOOD, "importance": True},
    {**_GOOD, "importance": "5"},
    {**_GOOD, "anchors": "src/pay.py"},
    {**_GOOD, "anchors": ["src/pay.py"]},
    {**_GOOD, "anchors": [""]},
    {**_GOOD, "anchors": [["src/pay.py"]]},
    {**_GOOD, "anchors": ["x"] * 50},
    {**_GOOD, "anchors": ["x"] * 51},
    {**_GOOD, "expires": "never"},
    {**_GOOD, "expires": "2026-01-01"},
    {**_GOOD, "expires": "2026-1-1"},
    {**_GOOD, "supersedes": "mem-0123abcd"},
    {**_GOOD, "supersedes": "mem-0123abcde"},
    {**_GOOD, "supersedes": "mem-"},
    {**_GOOD, "supersedes": "mem-XYZ"},
    {**_GOOD, "scope": "path:src/**"},
    {**_GOOD, "scope": "everywhere"},
]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=lambda given: re.sub(r"(.)\1{9,}", r"\1…", str(given)))
def test_arguments_are_refused_where_json_schema_refuses_them(arguments: dict[str, Any]) -> None:
    schema = TOOLS["remember"].schema
    is_wrong = not jsonschema.Draft202012Validator(schema).is_valid(arguments)
    if is_wrong:
        with pytest.raises(UsageError):
            check_arguments("remember", schema, arguments)
    else:
        check_arguments("remember", schema, arguments)


@pytest.mark.parametrize("given", ["a\0b", "mem-0123abcd\n", "mem-0123abcd\0"])
def test_arguments_with_what_json_schema_lets_through_are_refused(given: str) -> None:
    name = "supersedes" if given.startswith("mem-") else "text"
    with pytest.raises(UsageError):
        check_arguments("remember", TOOLS["remember"].schema, {**_GOOD, name: given})


def test_refusal_quotes_no_value() -> None:
    with pytest.raises(UsageError) as refused:
        check_arguments("remember", TOOLS["remember"].schema, {"text": "x" * 30_000, "title": ["hush"], "type": "hush"})
    said = " ".join((refused.value.what, *refused.value.details, refused.value.todo))
    assert "hush" not in said
    assert "xxx" not in said
    assert "title must be a string" in said


def test_page_lists_the_tools() -> None:
    page = (Path(__file__).resolve().parent.parent.parent / "docs" / "mcp.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z]+)` \|", page, re.MULTILINE) == [*TOOLS]
    for tool in TOOLS.values():
        row = next(line for line in page.split("\n") if line.startswith(f"| `{tool.name}` |"))
        assert [name for name in tool.schema["properties"] if name != "repo" and f"`{name}`" not in row] == []
