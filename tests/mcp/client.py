"""The SDK's own client, talking over real pipes to `git memory mcp` as a process of its own."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from pydantic import FileUrl

MODES = ("auto", "legacy")
"""The protocol of 2026-07-28, and the one before it, which begins with `initialize`."""
WORDS = ("-P", "-m", "legendary_git", "mcp")
_SECONDS = 120
"""When a test that hangs is given up."""
_ID = re.compile(r"mem-[0-9a-f]{8}")


class Caller:
    """A connected client, and what a call of a tool came to."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> types.CallToolResult:
        return await self.client.call_tool(tool, arguments)

    async def must(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The JSON of a call that succeeds."""
        found = await self.call(tool, **arguments)
        assert not found.is_error, text_of(found)
        answer: dict[str, Any] = json.loads(texts_of(found)[0])
        return answer

    async def refused(self, tool: str, **arguments: Any) -> str:
        """What is said of a call that is refused: what is wrong first, what to do last, and nothing of a bug."""
        found = await self.call(tool, **arguments)
        said = text_of(found)
        assert found.is_error, said
        lines = said.split("\n")
        assert lines[0].startswith(("error: ", "fatal: ")), said
        assert lines[-1].startswith("hint: "), said
        assert "this is a bug" not in said, said
        assert "Traceback" not in said, said
        return said


def texts_of(result: types.CallToolResult) -> list[str]:
    return [one.text for one in result.content if isinstance(one, types.TextContent)]


def text_of(result: types.CallToolResult) -> str:
    return "\n".join(texts_of(result))


def id_of(text: str) -> str:
    found = _ID.search(text)
    assert found is not None, text
    return found[0]


def parameters(folder: Path, *words: str) -> StdioServerParameters:
    """How to start the server in a folder, sealed as every test is."""
    return StdioServerParameters(
        command=sys.executable, args=[*(words or WORDS)], cwd=folder, env=dict(os.environ), encoding="utf-8"
    )


@asynccontextmanager
async def connected(
    folder: Path,
    *,
    roots: Sequence[Path] | Mapping[str, Path] | None = None,
    mode: str = "auto",
    words: Sequence[str] = WORDS,
) -> AsyncIterator[Caller]:
    """A client of a server started in `folder`; with `roots` it tells these, None: it cannot be asked."""
    told: list[tuple[str | None, Path]] = [(None, path) for path in roots or () if isinstance(path, Path)]
    if isinstance(roots, Mapping):
        told = list(roots.items())

    async def list_roots(_context: ClientRequestContext) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=FileUrl(path.as_uri()), name=name) for name, path in told])

    asked = {"list_roots_callback": list_roots} if roots is not None else {}
    async with Client(parameters(folder, *words), mode=mode, **asked) as client:  # type: ignore[arg-type]
        yield Caller(client)


def play(story: Callable[[], Awaitable[None]]) -> None:
    """Run what a test does; one that hangs fails."""

    async def limited() -> None:
        with anyio.fail_after(_SECONDS):
            await story()

    anyio.run(limited)


__all__ = ["MODES", "Caller", "MCPError", "connected", "id_of", "parameters", "play", "text_of", "texts_of"]
