"""Claude Code's plugin, written into a folder (code.claude.com/docs/en/plugins-reference)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from legendary_git import __version__
from legendary_git.errors import AgentRefused
from legendary_git.git.atomic import write_atomically
from legendary_git.usecases.agent.files import SKILL
from legendary_git.usecases.agent.hooks import wanted_hooks
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.install import AgentAction, AgentChange
from legendary_git.usecases.agent.kinds import load_text

_MANIFEST = ".claude-plugin/plugin.json"
_COMMANDS = ("remember", "recall", "memory-review")


def write_plugin(folder: Path, *, with_prompt: bool) -> tuple[AgentChange, ...]:
    """Write the plugin's files; those that are as they should be stay.

    Raises AgentRefused where the folder has something else in it than our plugin, or cannot be written.
    """
    _refuse_others(folder)
    try:
        return tuple(_write(folder / name, text) for name, text in plugin_files(with_prompt=with_prompt).items())
    except OSError as error:
        raise AgentRefused(
            f"{folder} cannot be written: {error.strerror}", "name a folder that you can write"
        ) from error


def plugin_files(*, with_prompt: bool) -> dict[str, str]:
    """What the plugin consists of: paths below its folder, and their texts."""
    hooks = wanted_hooks(AGENT_HOSTS["claude"], with_prompt=with_prompt)
    commands = {f"commands/{name}.md": load_text(f"commands/{name}.md") for name in _COMMANDS}
    return {
        _MANIFEST: _json(
            {
                "name": SKILL,
                "version": __version__,
                "description": "Decisions and failed attempts of a repository, shown when they are needed.",
                "license": "MIT",
                "keywords": ["git", "memory", "decisions"],
            }
        ),
        "hooks/hooks.json": _json({"description": "Shows what the repository remembers.", "hooks": hooks}),
        f"skills/{SKILL}/SKILL.md": load_text("SKILL.md"),
        **commands,
    }


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _refuse_others(folder: Path) -> None:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    try:
        name = json.loads((folder / _MANIFEST).read_bytes())["name"]
    except (OSError, ValueError, LookupError, TypeError):
        name = None
    if name != SKILL:
        raise AgentRefused(f"{folder} has something else in it", "name a folder that is empty, or is not there yet")


def _write(path: Path, text: str) -> AgentChange:
    old = path.read_bytes() if path.exists() else None
    if old == text.encode("utf-8"):
        return AgentChange(path, AgentAction.UNCHANGED)
    write_atomically(path, text.encode("utf-8"))
    return AgentChange(path, AgentAction.WRITTEN if old is None else AgentAction.UPDATED)
