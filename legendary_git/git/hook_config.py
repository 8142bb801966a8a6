"""Hooks that git itself finds in its configuration: `hook.<name>.event` and `.command`, since git 2.54."""

from __future__ import annotations

import os
import re
from enum import StrEnum

from legendary_git.errors import GitFailed
from legendary_git.git.hook_call import CONFIG_PREFIX
from legendary_git.git.hook_text import HOOKS
from legendary_git.git.repository import Repository

_SINCE = (2, 54)


class ConfigHook(StrEnum):
    """What becomes of our hook of one name in git's configuration."""

    ABSENT = "absent"
    RUN = "run"
    OFF = "off"
    TOO_OLD = "too old"


def find_config_hooks(repo: Repository) -> dict[str, ConfigHook]:
    """For each of our hooks, what git makes of the configuration that names it."""
    settings = _settings(repo)
    if not settings:
        return dict.fromkeys(HOOKS, ConfigHook.ABSENT)
    is_known = _version(repo) >= _SINCE
    return {name: _state(settings, name, is_known=is_known) for name in HOOKS}


def remove_config_hooks(repo: Repository) -> tuple[str, ...]:
    """Take ours out of this clone's configuration; the names of those that were there."""
    return tuple(name for name in HOOKS if _removes(repo, f"hook.{CONFIG_PREFIX}{name}"))


def _state(settings: dict[str, list[str]], name: str, *, is_known: bool) -> ConfigHook:
    section = f"hook.{CONFIG_PREFIX}{name}"
    # An empty value takes back the events before it.
    events = settings.get(f"{section}.event", [])
    if not settings.get(f"{section}.command") or name not in events or not events[-1]:
        return ConfigHook.ABSENT
    if not is_known:
        return ConfigHook.TOO_OLD
    switches = (settings.get(f"{one}.enabled", ["true"])[-1].lower() for one in (section, f"hook.{name}"))
    return ConfigHook.OFF if any(one in ("false", "no", "off", "0") for one in switches) else ConfigHook.RUN


def _settings(repo: Repository) -> dict[str, list[str]]:
    try:
        listed = repo.git("config", "-z", "--get-regexp", r"^hook\..*\.(event|command|enabled)$")
    except GitFailed:  # there are none
        return {}
    found: dict[str, list[str]] = {}
    for entry in filter(None, listed.split(b"\0")):
        key, _, value = os.fsdecode(entry).partition("\n")
        found.setdefault(key, []).append(value)
    return found


def _version(repo: Repository) -> tuple[int, ...]:
    found = re.search(rb"(\d+)\.(\d+)", repo.git("version"))
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _removes(repo: Repository, section: str) -> bool:
    try:
        repo.git("config", "--local", "--remove-section", section)
    except GitFailed:
        return False
    return True
