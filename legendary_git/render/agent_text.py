"""What became of an agent's files, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from legendary_git.render.as_json import dump
from legendary_git.render.safe import safe
from legendary_git.usecases.agent.file import AgentFile
from legendary_git.usecases.agent.install import AgentChange
from legendary_git.usecases.agent.status import AgentStatus

_MEND = ("  cure: mend that, and look again",)
SDK_CURE = "pip install 'legendary-git[mcp]'"


def render_changes(changes: Iterable[AgentChange], base: Path | None) -> list[str]:
    """A line for each file; its path from `base` on, or in full."""
    return [safe(f"{change.action}: {_short(change.path, base)}") for change in changes]


def render_status(found: Sequence[AgentStatus], base: Path | None) -> list[str]:
    """A line for each agent, and what is wrong with one that has something of ours."""
    lines = []
    for status in found:
        if not status.is_installed:
            word = "broken" if status.faults else "not installed"
            lines.append(f"{word}: {status.host.name} ({status.host.title})")
            lines += [*_faults(status), *(_MEND if status.faults else ())]
            continue
        lines.append(f"{'ok' if status.is_good else 'wrong'}: {status.host.name} ({status.host.title})")
        lines += [safe(f"  {_short(path, base)}: {state.value}") for path, state in status.files]
        lines += [*_faults(status), *_cures(status)]
    return lines


def _faults(status: AgentStatus) -> list[str]:
    return [safe(f"  {fault}") for fault in status.faults]


def _cures(status: AgentStatus) -> list[str]:
    if not status.is_runnable:
        lost = "its hooks say nothing" if status.host.is_told else "its server does not start"
        return [f"  git-memory is not on PATH: {lost}"]
    if status.is_short_of_sdk:
        return [f"  the server does not start: {SDK_CURE}"]
    if status.switch is not None:
        path, setting = status.switch
        return [safe(f"  its hooks are switched off: {setting} in {path}")]
    if status.faults:
        return list(_MEND)
    return [] if status.is_good else [f"  cure: git memory agent install {status.host.name}"]


def render_status_json(found: Sequence[AgentStatus], base: Path | None) -> str:
    """One object with every agent."""
    rows = [
        {
            "agent": status.host.name,
            "installed": None if status.faults and not status.is_installed else status.is_installed,
            "well": status.is_good if status.is_installed else None,
            "switched_off": None if status.switch is None else {"path": str(status.switch[0]), "key": status.switch[1]},
            "faults": list(status.faults),
            "files": [{"path": _short(path, base), "state": state.value} for path, state in status.files],
        }
        for status in found
    ]
    return dump("agent-status", {"agents": rows})


def render_plan(files: Iterable[AgentFile], base: Path | None) -> list[str]:
    """What would be written into files that are not there yet; each under a line with its name."""
    lines = []
    for file in files:
        lines += [safe(f"# {_short(file.path, base)}"), *file.put(None).rstrip("\n").split("\n"), ""]
    return lines[:-1]


def is_wrong(found: Iterable[AgentStatus]) -> bool:
    """Whether an agent that has something of ours would not be told."""
    return any(status.is_wrong for status in found)


def _short(path: Path, base: Path | None) -> str:
    return path.relative_to(base).as_posix() if base and path.is_relative_to(base) else str(path)
