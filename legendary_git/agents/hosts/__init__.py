"""The hosts: which agents there are. Each is one module, named as `--host` names it."""

from __future__ import annotations

import sys

from legendary_git.agents.event import Host

HOSTS = ("claude", "codex", "copilot", "cursor", "droid", "gemini", "opencode", "qwen")
"""Those whose hooks can be answered."""


def load_host(name: str) -> Host | None:
    """The host of that name; only its own module is imported. None where there is none."""
    if name not in HOSTS:
        return None
    module = f"{__name__}.{name}"
    __import__(module)  # importlib would be loaded for this alone
    host: Host = sys.modules[module].HOST
    return host
