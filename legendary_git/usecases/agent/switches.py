"""Settings of hosts that switch all of their hooks off, ours with them.

docs/hosts.md says where each of these is written down by those who make the agent.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from legendary_git.domain.values import dataclass
from legendary_git.errors import AgentRefused
from legendary_git.store.json_text import parse_settings
from legendary_git.store.toml_text import parse_toml
from legendary_git.usecases.agent.disk import read_text
from legendary_git.usecases.agent.file import refusing
from legendary_git.usecases.agent.host import AgentHost
from legendary_git.usecases.agent.scope import AgentScope

_OUR_HOOKS = "legendary-"


@dataclass(frozen=True, slots=True)
class HookSwitch:
    """A setting under these keys, one in the other, and the value that switches hooks off.

    Of the files the first that has the setting decides: those of the project, then, if `is_inherited`, the user's.
    """

    keys: tuple[str, ...]
    off: bool
    project: tuple[str, ...]
    user: tuple[str, ...]
    is_inherited: bool = True


def _everywhere(path: str, off: bool, *keys: str) -> HookSwitch:
    return HookSwitch(keys, off, (path,), (path,))


_SWITCHES = {
    "claude": (
        HookSwitch(
            ("disableAllHooks",),
            True,
            (".claude/settings.local.json", ".claude/settings.json"),
            (".claude/settings.json",),
        ),
    ),
    "codex": (
        _everywhere(".codex/config.toml", False, "features", "hooks"),
        _everywhere(".codex/config.toml", False, "features", "codex_hooks"),
    ),
    "gemini": (
        _everywhere(".gemini/settings.json", False, "hooksConfig", "enabled"),
        _everywhere(".gemini/settings.json", False, "hooksConfig", "disabled"),
    ),
    "copilot": (
        HookSwitch(
            ("disableAllHooks",),
            True,
            (".github/hooks/legendary-git.json",),
            (".copilot/hooks/legendary-git.json",),
            is_inherited=False,
        ),
        HookSwitch(
            ("disableAllHooks",), True, (".github/copilot/settings.local.json", ".github/copilot/settings.json"), ()
        ),
    ),
    "qwen": (_everywhere(".qwen/settings.json", True, "disableAllHooks"),),
    "droid": (
        HookSwitch(
            ("hooksDisabled",),
            True,
            (".factory/settings.local.json", ".factory/settings.json"),
            (".factory/settings.json",),
        ),
    ),
}


def find_switch(
    host: AgentHost, scope: AgentScope, users: AgentScope | None
) -> tuple[tuple[Path, str] | None, tuple[str, ...]]:
    """The file and the setting in it by which the host runs no hook of this scope; None where it runs them.

    `users` is the scope of whoever asks, for what holds in his projects too. With it comes what is the matter with
    files that would have been asked, and cannot be understood: the host may run no hook because of them.
    """
    faults: dict[str, None] = {}
    for switch in _SWITCHES.get(host.name, ()):
        path, value = next(_settings(switch, host, scope, users, faults), (None, None))
        if path is not None and _is_off(value, switch):
            return (path, ".".join(switch.keys)), tuple(faults)
    return None, tuple(faults)


def _settings(
    switch: HookSwitch, host: AgentHost, scope: AgentScope, users: AgentScope | None, faults: dict[str, None]
) -> Iterator[tuple[Path, Any]]:
    paths = [scope.path(host, below) for below in (switch.user if scope.is_users else switch.project)]
    if users is not None and not scope.is_users and switch.is_inherited:
        paths += [users.path(host, below) for below in switch.user]
    for path in paths:
        try:
            value = _read(path)
        except AgentRefused as error:
            faults[error.what] = None
            continue
        for key in switch.keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None:
            yield path, value


def _read(path: Path) -> Any:
    text = read_text(path) or ""
    return refusing(path, parse_toml)(text) if path.suffix == ".toml" else refusing(path, parse_settings)(text).value


def _is_off(value: Any, switch: HookSwitch) -> bool:
    """A list names single hooks that are off."""
    if isinstance(value, list):
        return any(isinstance(name, str) and _OUR_HOOKS in name for name in value)
    return value is switch.off
