"""Claude Code's plugin, written into a folder (code.claude.com/docs/en/plugins-reference).

JSON has no place for a seal, so the seals of all its files stand in one of their own.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from legendary_git import __version__
from legendary_git.errors import AgentRefused
from legendary_git.usecases.agent.disk import read_text
from legendary_git.usecases.agent.file import AgentFile
from legendary_git.usecases.agent.files import SKILL
from legendary_git.usecases.agent.hooks import wanted_hooks
from legendary_git.usecases.agent.hosts import AGENT_HOSTS
from legendary_git.usecases.agent.kinds import load_text, own_file
from legendary_git.usecases.agent.seal import digest, is_sealed, with_lf

_MANIFEST = ".claude-plugin/plugin.json"
_SEALS = "legendary-git.seals"
_SEAL = re.compile(r"^([0-9a-f]{16})  (.+)$", re.MULTILINE)
_COMMANDS = ("remember", "recall", "memory-review")


def plugin_files(folder: Path, *, with_prompt: bool) -> tuple[AgentFile, ...]:
    """What the plugin consists of. A file that somebody has edited stays as it is.

    Raises AgentRefused where the folder has something else in it than our plugin, or cannot be read.
    """
    _refuse_others(folder)
    wanted, seals = _texts(with_prompt=with_prompt), _read_seals(folder)
    files = [_sealed_file(folder / name, text, seals.get(name)) for name, text in wanted.items()]
    for file, (name, text) in zip(files, wanted.items(), strict=True):
        if file.put(read_text(file.path)) == text:
            seals[name] = digest(text)
    lines = "".join(f"{seals[name]}  {name}\n" for name in wanted if name in seals)
    return (*files, own_file(folder / _SEALS, lines, "# {}"))


def _texts(*, with_prompt: bool) -> dict[str, str]:
    """Paths below the folder, and what is to stand there."""
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


def _sealed_file(path: Path, text: str, seal: str | None) -> AgentFile:
    """A file that is ours as long as it is what we wrote, in this version or in the one that the seal is of."""

    def take(found: str) -> str | None:
        return None if digest(found) in (seal, digest(text)) else found

    def put(found: str | None) -> str:
        return text if found is None or (take(found) is None and digest(found) != digest(text)) else found

    return AgentFile(path, put, take, is_ours=lambda _: True)


def _read_seals(folder: Path) -> dict[str, str]:
    """None, where somebody has edited them."""
    text = read_text(folder / _SEALS)
    return {name: seal for seal, name in _SEAL.findall(with_lf(text))} if text and is_sealed(text) else {}


def _refuse_others(folder: Path) -> None:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    try:
        name = json.loads(read_text(folder / _MANIFEST) or "{}")["name"]
    except (ValueError, LookupError, TypeError):
        name = None
    if name != SKILL:
        raise AgentRefused(f"{folder} has something else in it", "name a folder that is empty, or is not there yet")
