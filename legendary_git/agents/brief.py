"""What an agent is told as its session begins, and when it is asked something."""

from __future__ import annotations

from collections.abc import Mapping

from legendary_git.agents.event import Event


def begin(event: Event, environ: Mapping[str, str]) -> str:
    return ""


def recall(event: Event, environ: Mapping[str, str]) -> str:
    return ""
