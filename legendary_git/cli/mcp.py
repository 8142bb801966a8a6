"""`git memory mcp`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from legendary_git.cli.output import notice
from legendary_git.cli.where import is_global
from legendary_git.errors import ExtraMissing, RepositoryError

_PARTS = ("anyio", "mcp", "mcp_types", "pydantic")
"""What the extra brings and is imported; an older version of the SDK has no mcp_types."""


@click.command("mcp")
def command() -> None:
    """Serve memories to a coding agent over MCP, on standard input and output: its host starts this.

    Tools: remember, recall, brief, stale, show, reaffirm, supersede, deprecate. Works on the repository around the
    folder that it is started in, or on those that the host has open. Needs the extra legendary-git[mcp].
    """
    try:
        from legendary_git.mcp.opening import Surroundings
        from legendary_git.mcp.serve import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _PARTS:
            raise
        raise ExtraMissing(
            "the MCP SDK is not installed, or is older than 2.3",
            "pip install 'legendary-git[mcp]', or: pipx install --force 'legendary-git[mcp]'",
        ) from error
    if sys.stdin is None:
        return
    if sys.stdin.isatty():
        notice(["hint: an agent's host starts this and speaks JSON to it (docs/mcp.md); end it with Ctrl-D"])
    serve(Surroundings(_here(), dict(os.environ), is_users=is_global()))


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise RepositoryError("the folder that this was started in is gone", "start it in another one") from error
