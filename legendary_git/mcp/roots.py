"""The folders that a client has open, where it says so.

Clients of the protocol up to 2025-11-25 are asked; one that speaks 2026-07-28 is answered that this is needed, and
calls again with it (modelcontextprotocol.io, SEP-2322).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from legendary_git.mcp.opening import Root

ASKED = types.InputRequiredResult(input_requests={"roots": types.ListRootsRequest()})
_SECONDS = 10.0


async def find_roots(
    context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
) -> tuple[Root, ...] | None:
    """The folders, none where the client does not say; None: it has to be asked, by answering `ASKED`."""
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.roots is None:
        return ()
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        if params.input_responses is None:
            return None
        told = params.input_responses.get("roots")
        return _folders(told.roots) if isinstance(told, types.ListRootsResult) else ()
    try:
        # Not by `list_roots`, which warns on each call that the protocol is going to drop it.
        found = await context.session.send_request(
            types.ListRootsRequest(), types.ListRootsResult, request_read_timeout_seconds=_SECONDS
        )
    except (MCPError, ValidationError):
        return ()
    return _folders(found.roots)


def _folders(roots: Iterable[types.Root]) -> tuple[Root, ...]:
    """Those on this machine; of two for the same folder the first."""
    found: dict[Path, Root] = {}
    for root in roots:
        url = urlsplit(str(root.uri))
        if url.scheme == "file" and url.hostname in (None, "", "localhost") and "%00" not in url.path:
            path = Path(os.fsdecode(unquote_to_bytes(url.path)))
            found.setdefault(path, Root(path, root.name))
    return tuple(found.values())
