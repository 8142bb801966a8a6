"""The hosts: which agents there are. Each is one module, named as `--host` names it."""

from __future__ import annotations

import importlib

from legendary_git.agents.event import Host

HOSTS = ("claude", "codex", "copilot", "cursor", "gemini", "opencode")
"""Those whose hooks can be answered."""


def load_host(name: str) -> Host | None:
    """The host of that name; only its own module is imported. None where there is none."""
    if name not in HOSTS:
        return None
    host: Host = importlib.import_module(f"legendary_git.agents.hosts.{name}").HOST
    return host
