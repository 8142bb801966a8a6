"""One call of a tool, from its arguments to text: run in a thread of its own, one at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legendary_git.domain.values import dataclass
from legendary_git.errors import UserError
from legendary_git.mcp.arguments import check_arguments
from legendary_git.mcp.opening import Root, Surroundings, open_for
from legendary_git.mcp.tools import MemoryTool, ToolAnswer
from legendary_git.render.complaint import on_line, render_complaint
from legendary_git.render.safe import safe_name


@dataclass(frozen=True, slots=True)
class Reply:
    """What the agent reads: the JSON and, as a text of its own, warnings; or an error."""

    texts: tuple[str, ...]
    is_error: bool = False


def answer(around: Surroundings, roots: Sequence[Root], tool: MemoryTool, arguments: Mapping[str, Any]) -> Reply:
    """Run a tool. Never raises: whatever goes wrong is in the reply, and what nobody foresaw in the log too."""
    try:
        found = _run(around, roots, tool, arguments)
    except UserError as error:
        return Reply(("\n".join(render_complaint(error)),), is_error=True)
    except Exception as error:  # noqa: BLE001 - the last one to know; the server goes on
        return Reply((_as_bug(around, roots, tool, error),), is_error=True)
    warnings = "\n".join(f"warning: {on_line(line)}" for line in found.notices)
    return Reply((found.json, warnings) if warnings else (found.json,))


def _run(around: Surroundings, roots: Sequence[Root], tool: MemoryTool, arguments: Mapping[str, Any]) -> ToolAnswer:
    check_arguments(tool.name, tool.schema, arguments)
    ws = open_for(around, roots, arguments.get("repo"), is_writing=not tool.is_read)
    with ws.index:
        return tool.run(ws, arguments)


def _as_bug(around: Surroundings, roots: Sequence[Root], tool: MemoryTool, error: Exception) -> str:
    from legendary_git.usecases.crash_log import write_crash

    start = roots[0].path if roots else around.start
    log = write_crash(error, ("mcp", tool.name), around.environ, start)
    told = f"please report it with {safe_name(str(log))}" if log is not None else "no log could be written"
    return f"error: {type(error).__name__}\nhint: this is a bug; {told}"
